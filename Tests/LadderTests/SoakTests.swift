import SystemTestSupport
import Testing

/// Tests of the soak command, with an hour in virtual time. `make torture` runs a day, and ten minutes in real time.
struct SoakTests {
  private let bench = Program(environment: [:], path: "\(buildFolder)/ladder-bench")

  @Test(.checkOnly) func `an hour of use leaves memory, descriptors and clock unchanged`() {
    let outcome = bench.run(["soak", "--hours", "1", "--workouts", "4"])
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.hasPrefix("1 h in virtual time, 4 workouts, 320 reps: memory "))
    #expect(outcome.exitCode == 0)
  }

  @Test(
    .checkOnly,
    arguments: [
      (["soak"], "Usage: ladder-bench soak --hours N [--workouts N] | --minutes N"),
      (["soak", "--hours", "0"], "--hours needs a number from 1 on"),
      (["soak", "--years", "1"], "soak takes no '--years'"),
      (["soak", "--hours", "1", "--workouts", "1000"], "too many workouts for 1 h"),
    ])
  func `an invalid command line is one line and exit code 2`(words: [String], line: String) {
    let outcome = bench.run(words)
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.hasPrefix("ladder-bench: \(line)\n"))
  }
}
