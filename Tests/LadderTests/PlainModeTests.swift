import Clients
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive

/// `ladder --plain`, as somebody who cannot see the screen or has none uses it. Nothing here waits for a time to pass,
/// only for what must come.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct PlainModeTests {
  private let folder = TestFolder()

  private func start() throws -> PtySession {
    try PtySession(
      PtySession.path(of: "ladder"), ["--plain", "--as", "Ann", "--data", folder.path])
  }

  private func history() throws -> [Workout] {
    let connection = try #require(try Connection.openExisting(in: DataFolder(path: folder.path)))
    defer { connection.close() }
    return try connection.history(of: try #require(PersonName("Ann")), limit: 10)
  }

  @Test func `a workout by lines, and no sequence of a terminal`() throws {
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

  @Test func `a pipe that ends saves what runs`() throws {
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
