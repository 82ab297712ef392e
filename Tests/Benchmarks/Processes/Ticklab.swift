import FoundationEssentials
import Glibc

/// A runner of `ticklab.py`, which measures a process in a pseudo-terminal.
struct Ticklab {
  private let script: String

  /// Creates a runner; `nil` if the script or Python 3.9 is missing.
  init?(script: String) {
    guard
      access(script, R_OK) == 0,
      Subprocess.run(
        ["python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))"], errors: "/dev/null")
        == 0
    else { return nil }
    self.script = script
  }

  /// The results by ticklab's names.
  typealias Figures = [String: Double]

  private struct Result: Decodable {
    var median: Figures
  }

  /// Measures a ticking program.
  ///
  /// - Parameters:
  ///   - seconds: The duration; `nil` for one second, or longer if a busy machine draws fewer than ten frames.
  ///   - home: The home folder of the program. If it was used before, the start is a warm one.
  /// - Throws: ``BenchError`` if the program can't be measured or doesn't tick.
  func measure(
    _ program: MeasuredProgram, seconds: Int?, home: TemporaryFolder
  ) throws -> Figures {
    if let seconds { return try measure(program, for: seconds, minFrames: 10 * seconds, home) }
    // The maximum, 64 seconds, is less than the time limit of the workout.
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
