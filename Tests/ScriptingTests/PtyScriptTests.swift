import Glibc
import ReducerTestSupport
import SQLite
import SystemTestSupport
import TerminalUI
import Testing

@testable import ClientsLive
@testable import Scripting

/// Tests of journey scripts with the built program on a pseudo-terminal: its screens must equal those in virtual
/// time.
@Suite(.checksForLeaks, .serialized)
struct PtyScriptTests {
  let folder = TestFolder()

  private static let all = [
    "first-workout", "held-key", "away", "resizing", "wide-names", "power-cut",
  ]

  @Test(arguments: TestSize.choose(test: ["first-workout"], check: all))
  func `a terminal shows the same frames as virtual time`(name: String) async throws {
    let path = ScriptFolder.journeys.path(of: name)
    let (columns, rows) = (100, 31)
    let played = try await play(path, room: Size(columns, rows - 1))
    // If a script saves no pictures, `ladder play` refuses a folder for them.
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

  @Test func `a terminal records an animated picture`() throws {
    folder.write("size 40x12\nadvance 1s\npress j\nspeed 20\nadvance 20s\n", to: "s.ladder")
    let session = try PtySession(
      PtySession.path(of: "ladder"),
      ["play", "\(folder.path)/s.ladder", "--speed", "100", "--record", "\(folder.path)/s.svg"])
    #expect(session.finish() == (0, 0))
    let picture = try #require(readFile("\(folder.path)/s.svg"))
    // Two seconds of the script, and two of the last frame.
    #expect(picture.hasPrefix("<svg ") && picture.contains("animation:4.1s"))
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

  /// Returns a session in the middle of a step that takes many seconds, before a step that saves a picture.
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

/// Tests of a session on a pseudo-terminal in real time, which is recorded and replayed in virtual time.
@Suite(.checksForLeaks)
struct PtyRecordingTests {
  let reports = TestFolder()
  let data = TestFolder()

  /// Waits for each expected screen before the next keys, so that the replay has the same screen at each key.
  @Test func `a replay of two hundred keys, resizes and a suspend has the same frame and database`()
    async throws
  {
    let path = "\(reports.path)/report.ladder"
    let config = TestFolder()
    config.write("rep-gap-ms = 0\nprep-seconds = 0\nnot a line\n", to: "settings")
    mkdir("\(config.path)/ladder", 0o700)
    rename("\(config.path)/settings", "\(config.path)/ladder/settings")
    defer { unlink("\(config.path)/ladder/settings") }
    let terminal = try WatchedTerminal(
      ["--as", "Ann", "--data", data.path, "--record", path],
      environment: ["XDG_CONFIG_HOME=\(config.path)", "TZ=UTC"])
    // The sheet about the invalid line of the settings.
    try terminal.wait(for: "not a line")
    try terminal.type("\r", until: "Enter open")
    try terminal.type("jjkk\r", until: "Participants")
    try terminal.type("s", until: "REPS 0")
    for round in 1...6 {
      try terminal.type(String(repeating: " ", count: 31) + "-", until: "REPS \(round * 30)")
      if round == 2 { try terminal.resize(60, 20, until: "REPS 60") }
      if round == 4 { try terminal.resize(100, 30, until: "REPS 120") }
      // Without a shell, Ctrl-Z does not stop Ladder: Ladder restores the terminal and takes it over again.
      if round == 5 {
        let position = terminal.session.position
        try terminal.type("\u{1A}")
        try terminal.session.wait(for: "\u{1B}[?1049h", after: position)
        try terminal.wait(for: "REPS 150")
      }
    }
    try terminal.type("s", until: "Saved")
    try terminal.type("\u{1B}", until: "Participants")
    // The pace is implausible, so the workout is neither ranked nor part of the totals.
    try terminal.type("3", until: "0 workouts, 0 reps")
    try terminal.type("q")
    #expect(terminal.session.finish() == (0, 0))
    #expect(terminal.keyCount >= 200)

    let recording = try #require(readFile(path))
    #expect(recording.contains("\nsuspend "))
    #expect(recording.contains("resize 60x20\n") && recording.contains("resize 100x30\n"))
    let replayed = try await Replayed(path)
    let lines = recording.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "# The last frame:"))
    #expect(lines[(start + 1)...].dropLast().map { String($0.dropFirst(2)) } == replayed.frame)
    let stores = try #require(try Connection.openExisting(in: DataFolder(path: data.path)))
    #expect(try stores.content == replayed.content)
    #expect(replayed.content.contains { $0.contains("|pushups-2min|") })
  }
}

/// The final state of a replayed recording, before the key that exits.
@MainActor
private struct Replayed {
  let frame: [String]
  let content: [String]

  init(_ path: String) async throws {
    var script = try Script(contentsOf: path)
    while let step = script.steps.last {
      script.steps.removeLast()
      if step.command == .press("q", count: 1, interval: .zero) { break }
    }
    let played = try VirtualStage(script)
    try await played.play()
    frame = played.stage.frame.lines
    content = try await played.world.database.run { try $0.content }
  }
}
