import Glibc
import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing

@testable import Scripting

/// Tests of the same scripts with the built program on a pseudo-terminal: its screens must equal those of virtual
/// time.
@Suite(.checksForLeaks, .serialized)
struct PtyScriptTests {
  let folder = TestFolder()

  private static let all = [
    "first-workout", "held-key", "away", "resizing", "wide-names", "power-cut",
  ]

  @Test(arguments: TestSize.choose(test: ["first-workout"], check: all))
  func `a terminal shows the same frames`(name: String) async throws {
    let path = ScriptFolder.journeys.path(of: name)
    let (columns, rows) = (100, 31)
    let played = try await play(path, room: Size(columns, rows - 1))
    // Without pictures, a folder for them is refused.
    let shots = played.shots.isEmpty ? [] : ["--shots", "\(folder.path)/shots"]
    let session = try PtySession(
      PtySession.path(of: "ladder"), ["play", path, "--speed", "100"] + shots,
      columns: Int32(columns), rows: Int32(rows))
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
    var screen = TerminalScreen(columns: columns, rows: rows)
    screen.show(session.output)
    #expect(screen.unknown.isEmpty)

    #expect(Array(screen.lines.dropLast()) == played.frame)
    for (name, contents) in played.shots {
      #expect(readFile("\(folder.path)/shots/\(name)") == contents, "\(name)")
    }
  }

  @Test func `a key ends a long script`() throws {
    let session = try longSession()
    session.type("q")
    #expect(session.finish() == (0, 0))
    #expect(session.isRestored)
    #expect(folderContents("\(folder.path)/shots").isEmpty)
  }

  @Test func `a signal ends a long script`() throws {
    let session = try longSession()
    session.signal(SIGTERM)
    #expect(session.finish() == (-1, SIGTERM))
    #expect(session.isRestored)
    #expect(folderContents("\(folder.path)/shots").isEmpty)
  }

  /// Returns a session in the middle of a step that takes many seconds, which ends with a picture.
  private func longSession() throws -> PtySession {
    folder.write("caption \"busy\"\nadvance 10ms\npress j x100000\nshot end\n", to: "long.ladder")
    let session = try PtySession(
      PtySession.path(of: "ladder"),
      ["play", "\(folder.path)/long.ladder", "--shots", "\(folder.path)/shots"])
    try session.wait(for: "busy")
    return session
  }

  /// Plays in virtual time, in a terminal of the given size.
  @MainActor
  private func play(
    _ path: String, room: Size
  ) async throws -> (frame: [String], shots: [String: String]) {
    var script = try Script(contentsOf: path)
    script.setup.size = script.setup.size ?? room
    let played = try VirtualStage(script)
    var shots: [String: String] = [:]
    try await played.play { shots[$0.fileName] = $0.contents(of: $1) }
    var shown = Buffer(room)
    shown.copy(played.stage.frame)
    return (shown.lines, shots)
  }
}
