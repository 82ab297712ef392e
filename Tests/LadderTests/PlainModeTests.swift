import Clients
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of `ladder --plain`. They wait for expected output, never for a fixed time.
@Suite(.serialized)
struct PlainModeTests {
  private let folder = TestFolder()

  private func start() throws -> PtySession {
    try PtySession(
      PtySession.path(of: "ladder"), ["--plain", "--as", "Ann", "--data", folder.path])
  }

  private func history() throws -> [Workout] {
    let stores = try #require(try Connection.openExisting(in: DataFolder(path: folder.path)))
    defer { stores.close() }
    return try stores.workouts.history(of: try #require(PersonName("Ann")), limit: 10)
  }

  @Test func `a workout works line by line, without escape sequences`() throws {
    let session = try start()
    try session.wait(for: "[Push-ups in 2 minutes")
    session.type("down\n")
    try session.wait(for: "[100 push-ups for time")
    session.type("Up\n\n")
    try session.wait(for: "Scored by")
    session.type("start\n")
    try session.wait(for: "Get ready")
    session.type("s\n")
    try session.wait(for: "REPS 0")
    session.type("rep 3\n")
    try session.wait(for: "REPS 3")
    session.type("jump\n")
    try session.wait(for: "\"jump\" does nothing here")
    session.type("stop and save\n")
    try session.wait(for: "Saved")
    session.type("quit\n")
    #expect(session.finish() == (0, 0))
    #expect(!session.output.contains("\u{1B}"))
    #expect(try history().map(\.reps) == [3])
  }

  @Test func `the bell rings in a terminal, and an empty line never quits`() throws {
    let session = try start()
    try session.wait(for: "[Push-ups in 2 minutes")
    session.type("2\n\n")
    try session.wait(for: "\"Enter\" does nothing here")
    session.type("1\n\ns\n")
    // The countdown rings the bell.
    try session.wait(for: "\u{7}")
    session.type("s\nrep 2\n")
    try session.wait(for: "REPS 2")
    session.type("p\n")
    try session.wait(for: "PAUSED")
    // A screen reader must finish speaking before the next rep, so a running clock and the pace are left out.
    let counting = session.output.components(separatedBy: "REPS 0").last ?? ""
    #expect(!(counting.components(separatedBy: "PAUSED").first ?? "").contains("/min"))
    session.type("s\nq\n")
    #expect(session.finish() == (0, 0))
  }

  /// Runs the program in a shell with `lines` as its input.
  ///
  /// - Parameter suffix: The rest of the shell command, such as a redirection.
  private func run(_ lines: String, suffix: String = "") throws -> PtySession {
    try PtySession(
      Tools.bash,
      [
        "-c",
        "printf '\(lines)' | '\(PtySession.path(of: "ladder"))' --plain --as Ann --data '\(folder.path)' "
          + suffix,
      ])
  }

  @Test(.needs("bash")) func `a screen is printed once, with its data`() throws {
    let session = try run("3\\nq\\n")
    #expect(session.finish() == (0, 0))
    #expect(!session.output.contains("Loading"))
    for text in ["Welcome to Ladder", "[Push-ups in 2 minutes", "No workouts yet."] {
      #expect(session.output.ranges(of: text).count == 1, "\(text): \(session.output)")
    }
  }

  @Test(.needs("bash")) func `a last line without a newline is executed`() throws {
    let session = try run("\\ns\\ns\\nrep 2")
    #expect(session.finish() == (0, 0))
    #expect(try history().map(\.reps) == [2])
  }

  @Test(.needs("bash"))
  func `an output error is reported in one line, and the running workout is saved`() throws {
    let session = try run("\\ns\\ns\\nrep 2\\n", suffix: "> /dev/full; exit $?")
    #expect(session.finish() == (1, 0))
    #expect(
      session.output == "ladder: cannot write the output (No space left on device)\r\n")
  }

  @Test(.needs("bash"))
  func `the program ends without a message when the reader of its output exits`() throws {
    // If the program waited for more input, `sleep` would keep it waiting.
    let session = try PtySession(
      Tools.bash,
      [
        "-c",
        "set -o pipefail; (sleep 1000 & echo $! >&2; printf '?\\n'; wait) | "
          + "'\(PtySession.path(of: "ladder"))' --plain --data '\(folder.path)' | head -1",
      ])
    try session.wait(for: "[1 Workouts]")
    let words = session.output.split(whereSeparator: \.isWhitespace)
    let sleeper = try #require(words.compactMap { pid_t($0) }.first)
    kill(sleeper, SIGTERM)
    #expect(session.finish() == (0, 0))
  }

  @Test func `the end of the input saves the running workout`() throws {
    let lines = "\\ns\\ns\\nrep 2\\n"
    let session = try PtySession(
      "/bin/sh",
      [
        "-c",
        "printf '\(lines)' | '\(PtySession.path(of: "ladder"))' --plain --as Ann --data '\(folder.path)'",
      ])
    #expect(session.finish() == (0, 0))
    #expect(session.output.contains("REPS 2"))
    #expect(try history().map(\.reps) == [2])
  }
}
