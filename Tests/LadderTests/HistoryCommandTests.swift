import SystemTestSupport
import Testing

/// Tests of `ladder history`.
struct HistoryCommandTests {
  private let folder = TestFolder()
  private var program: Program {
    Program(environment: ["LADDER_DATA": folder.path, "LADDER_USER": "Ann", "TZ": "UTC"])
  }

  @Test func `a query selects workouts by challenge, note and day`() {
    for (challenge, reps, day, note) in [
      ("pushups-2min", "30", "2026-03-01", "slow start"), ("pushups-2min", "31", "2026-04-01", ""),
      ("squats-3min", "32", "2026-04-02", "slow end"),
    ] {
      let log = program.run([
        "log", challenge, "--reps", reps, "--at", "\(day) 06:30", "--note", note,
      ])
      #expect(log.exitCode == 0)
    }
    func days(_ query: String) -> [String] {
      program.run(["history", query]).output.split(separator: "\n").dropFirst()
        .map { String($0.prefix(10)) }
    }
    #expect(days("") == ["2026-04-02", "2026-04-01", "2026-03-01"])
    #expect(days("PUSH") == ["2026-04-01", "2026-03-01"])
    #expect(days("slow") == ["2026-04-02", "2026-03-01"])
    #expect(days("slow 2026-03") == ["2026-03-01"])
    #expect(days("2026-04..") == ["2026-04-02", "2026-04-01"])
    #expect(
      program.run(["history", "slow push 2026-04"]).output == "No workouts by Ann match.\n")
    let json = program.run(["history", "squat", "--json"]).output
    #expect(json.split(separator: "\n").count { $0.contains("\"challenge\"") } == 1)
    #expect(program.run(["history", "squat", "push"]).exitCode == 2)
  }
}
