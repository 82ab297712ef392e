import FoundationEssentials
import Glibc

/// ticklab, which measures a whole process in a pseudo-terminal.
struct Ticklab {
  private let script: String

  /// `nil` where there is no such script, or no Python to run it.
  init?(script: String) {
    guard
      access(script, R_OK) == 0,
      Subprocess.run(
        ["python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))"], errors: "/dev/null")
        == 0
    else { return nil }
    self.script = script
  }

  /// What it measured, by its own names.
  typealias Figures = [String: Double]

  private struct Result: Decodable {
    var median: Figures
  }

  /// Measures a program that ticks, for so many seconds.
  ///
  /// - Parameters:
  ///   - seconds: How long; where none are given, a second, or as many as a busy machine needs for ten frames.
  ///   - home: Where it keeps what it keeps: in one that was used before a start is a warm one.
  /// - Throws: ``BenchError`` when it cannot be measured, or did not tick.
  func measure(
    _ program: MeasuredProgram, seconds: Int?, home: TemporaryFolder
  ) throws -> Figures {
    if let seconds { return try measure(program, for: seconds, minFrames: 10 * seconds, home) }
    // No longer than a workout takes.
    for seconds in [1, 4, 16] {
      if let figures = try? measure(program, for: seconds, minFrames: 10, home) { return figures }
    }
    return try measure(program, for: 64, minFrames: 1, home)
  }

  private func measure(
    _ program: MeasuredProgram, for seconds: Int, minFrames: Int, _ home: TemporaryFolder
  ) throws -> Figures {
    let results = try TemporaryFolder()
    let keys = program.keys.flatMap { ["--keys", "\($0.after):\($0.text)"] }
    let status = Subprocess.run(
      [
        "python3", script, "--json", "--dump", "--seconds", "\(seconds)", "--wait", "600", "--size",
        "100x30",
        "--env", "HOME=\(home.path)", "--clock", #"(\d+):(\d\d)[.](\d\d)"#,
      ] + keys + ["--"] + program.arguments(in: home),
      output: "\(results.path)/json", errors: "\(results.path)/screen")
    let screen = results.text(of: "screen")
    guard
      status == 0, let json = results.data(of: "json"),
      let figures = try? JSONDecoder().decode(Result.self, from: json).median
    else { throw BenchError("ticklab cannot measure \(program.arguments[0]): \(screen)") }
    let frames = figures["changed_fps", default: 0] * Double(seconds)
    guard program.expectedTexts.allSatisfy(screen.contains), frames > Double(minFrames) else {
      throw BenchError("\(program.arguments[0]) does not tick, but shows:\n\(screen)")
    }
    return figures
  }
}
