import ReducerRuntime
import ReducerTestSupport
import SystemTestSupport
import TerminalUI
import Testing

@testable import ClientsLive
@testable import Scripting

@Suite(.checksForLeaks)
@MainActor
struct SessionRecorderTests {
  let folder = TestFolder()

  /// The result of a session: its recording, and the final frame and database.
  struct Session {
    var recording: String
    var frame: [String]
    var content: [String]
  }

  /// Records the events that `use` sends to an app.
  func record(
    _ text: String = "", isRedacted: Bool = false, _ use: (Stage, VirtualTime) async throws -> Void
  ) async throws -> Session {
    let setup = try Script(parsing: text, file: "test").setup
    let path = "\(folder.path)/session.ladder"
    let time = VirtualTime()
    let world = try ScriptWorld(setup, in: time)
    let recorder = SessionRecorder(
      world.program, setup: setup, time: world.time, to: try ScriptWriter(path: path),
      isRedacted: isRedacted)
    let stage = Stage(recorder, size: Size(80, 24))
    time.settle()
    stage.drawIfNeeded()
    try await use(stage, time)
    time.settle()
    stage.drawIfNeeded()
    let frame = stage.frame.lines
    await close(recorder, in: time)
    return Session(
      recording: try #require(readFile(path)), frame: frame,
      content: try await world.database.run { try $0.content })
  }

  /// Plays a recording.
  func replay(_ recording: String) async throws -> Session {
    let played = try VirtualStage(try Script(parsing: recording, file: "session"))
    try await played.play()
    let frame = played.stage.frame.lines
    await close(played.world.program, in: played.time)
    return Session(
      recording: recording, frame: frame,
      content: try await played.world.database.run { try $0.content })
  }

  /// Closes the terminal of a program. Effects then save a running workout. They run here, because the queue has
  /// no other owner.
  func close(_ program: any Program, in time: VirtualTime) async {
    var isClosed = false
    Task {
      await program.terminate(.terminalClosed)
      isClosed = true
    }
    while !isClosed {
      await Task.yield()
      time.settle()
    }
  }

  @Test func `keys and their instants become a script`() async throws {
    let session = try await record("as Ann") { stage, time in
      stage.handle(.key("j"))
      try await time.pass(.nanoseconds(950_123_456))
      stage.handle(.key(.enter))
      stage.resize(to: Size(60, 20))
      try await time.pass(.seconds(1))
      stage.handle(.suspended)
      try await time.passSuspended(.seconds(5))
      stage.handle(.resumed)
      stage.handle(.focus(false))
      stage.handle(.mouse(MouseEvent(.wheelDown, at: Point(3, 4))))
      stage.handle(.paste("a \"b\""))
    }
    #expect(
      session.recording.prefix { $0 != "#" } == """
        version 1
        size 80x24
        clock 2026-01-05T07:00:00.000Z
        seed 1
        zone UTC
        locale C.UTF-8
        db empty
        as "Ann"

        press j
        advance 950.123456ms
        press Enter
        resize 60x20
        advance 1s
        suspend 5s
        focus lost
        wheel down 3,4
        paste "a \\"b\\""


        """)
  }

  @Test func `key release events are part of a recording`() async throws {
    let session = try await record("set prep-seconds 0") { stage, time in
      stage.handle(.repeated("j"))
      stage.handle(.released("j"))
      stage.handle(.key(.enter))
      stage.handle(.key("s"))
      for _ in 1...5 {
        stage.handle(.key(.space))
        try await time.pass(.milliseconds(40))
        stage.handle(.released(.space))
        try await time.pass(.milliseconds(40))
      }
      stage.handle(.repeated(.space))
    }
    #expect(session.recording.contains("press j\npress Enter\npress s\npress Space\n"))
    #expect(session.recording.contains("release Space\n"))
    #expect(!session.recording.contains("release j"))
    #expect(session.recording.contains("hold Space\n"))
    let again = try await replay(session.recording)
    #expect(again.content == session.content)
    #expect(session.frame.contains { $0.contains("REPS 5") })
  }

  @Test func `the last frame is at the end of a recording`() async throws {
    let session = try await record { stage, _ in stage.handle(.key("2")) }
    let rows = session.frame.map { $0.isEmpty ? "#" : "# \($0)" }
    #expect(
      session.recording.hasSuffix("\n# The last frame:\n" + rows.joined(separator: "\n") + "\n"))
  }

  /// The session has two hundred random keys at a human pace, with resizes and a suspend.
  @Test(arguments: TestSize.seeds(test: 1, check: 3))
  func `a replay ends with the frame and the database of the session`(seed: UInt64) async throws {
    let keys: [Key] = [
      .space, .space, .space, .space, .space, .space, .enter, .enter, .escape, "s", "s", "p", "f",
      "g", "j", "k", "1", "2", "3", "w", "h", "r", "u", "a", "e", "/", "?", ",", "-", .tab, .down,
      .up, .delete, .backspace, "i", "n", "t", "v", .left, .right, .pageDown, .end,
    ]
    let session = try await record("db fixture gym\nset prep-seconds 1") { stage, time in
      var random = SeededGenerator(seed: seed)
      for count in 1...200 {
        stage.handle(.key(keys.randomElement(using: &random)!))
        time.settle()
        try await time.pass(
          .nanoseconds(Int64.random(in: 1_000_000...1_500_000_000, using: &random)))
        stage.drawIfNeeded()
        if count % 50 == 0 {
          stage.resize(
            to: Size(.random(in: 20...120, using: &random), .random(in: 5...40, using: &random)))
          stage.drawIfNeeded()
        }
        if count == 120 {
          stage.handle(.suspended)
          time.settle()
          try await time.passSuspended(.milliseconds(12_345))
          stage.handle(.resumed)
          try await time.pass(.zero)
        }
      }
    }
    let replayed = try await replay(session.recording)
    #expect(replayed.content == session.content)
    #expect(replayed.content.count > 60)
    #expect(replayed.frame == session.frame)
  }

  @Test func `typed text and names can be redacted`() async throws {
    let session = try await record("as Ann", isRedacted: true) { stage, time in
      for key in ["/", "P", "l", "a", "n", "k", "7"] as [Key] {
        stage.handle(.key(key))
        time.settle()
      }
      stage.handle(.paste("secret 9"))
    }
    #expect(session.recording.contains("press /\ntype \"x\"\n"))
    #expect(session.recording.contains("type \"0\"\npaste \"xxxxxx 0\"\n"))
    #expect(!session.recording.contains("The last frame"))
  }

  /// Does a workout and types a note on it. The keys of the note repeat and are released.
  private func writeNote(_ stage: Stage, _ time: VirtualTime) async throws {
    for key in [.enter, "s", .space, "s", "e"] as [Key] {
      stage.handle(.key(key))
      try await time.pass(.milliseconds(500))
    }
    for key in ["s", "e", "c"] as [Key] {
      stage.handle(.key(key))
      stage.handle(.repeated(key))
      try await time.pass(.milliseconds(100))
      stage.handle(.released(key))
    }
    stage.handle(.key(.enter))
  }

  @Test func `a replay of a note typed with held keys ends with the same database`() async throws {
    let session = try await record("set prep-seconds 0", writeNote)
    #expect(session.content.contains { $0.hasSuffix("|sseecc") })
    #expect(try await replay(session.recording).content == session.content)
  }

  /// Key repeats and releases are recorded during a workout, but not where they would reveal typed text.
  @Test func `a note is redacted, even if keys are held or released`() async throws {
    let session = try await record("set prep-seconds 0", isRedacted: true, writeNote)
    let start = try #require(session.recording.firstRange(of: "press e\n"))
    let note = session.recording[start.upperBound...]
    #expect(note.split(separator: "\n").filter { $0 == "type \"x\"" }.count == 6)
    #expect(!note.contains("hold ") && !note.contains("release ") && !note.contains("press s"))
    #expect(try await replay(session.recording).content.contains { $0.hasSuffix("|xxxxxx") })
  }

  @Test func `a redacted recording has only command keys`() async throws {
    let session = try await record(
      "set prep-seconds 0\nset key.leave-floor-mode Q", isRedacted: true
    ) { stage, time in
      for key in ["j", "S", "E", "é", .alt("r"), .control("t"), .function(9)] as [Key] {
        stage.handle(.key(key))
      }
      stage.handle(.paste("secret"))
      stage.handle(.key(.enter))
      stage.handle(.key("s"))
      stage.handle(.key("f"))
      for key in ["S", "E", "S", "ö", .alt("r")] as [Key] {
        stage.handle(.key(key))
        try await time.pass(.seconds(1))
        stage.handle(.released(key))
      }
      stage.handle(.key("Q"))
      stage.handle(.key("Z"))
      stage.handle(.released("Z"))
    }
    let keys = session.recording.split(separator: "\n").filter { !$0.hasPrefix("advance") }
    #expect(
      keys.drop { $0 != "press j" } == [
        "press j", "press Enter", "press s", "press f", "press 一", "release 一", "press 丁",
        "release 丁", "press 一", "release 一", "press 丂", "release 丂", "press 七", "release 七",
        "press Q",
      ])
    let again = try await replay(session.recording)
    #expect(again.content == session.content && again.frame == session.frame)
    #expect(session.frame.contains { $0.contains("REPS 5") })
  }

  @Test func `a redacted text keeps only its length and number separators`() async throws {
    let session = try await record(isRedacted: true) { stage, _ in
      stage.handle(.key("/"))
      stage.handle(.paste("P4ss-w*rd! ü 1:30 20/10 x8"))
    }
    #expect(session.recording.contains("paste \"x0xxxxxxxx x 0:00 00/00 x0\"\n"))
  }

  @Test func `an existing file is not overwritten`() throws {
    let path = "\(folder.path)/session.ladder"
    writeFile("mine", to: path)
    #expect(throws: ScriptFileError(path: path, operation: "written", reason: "File exists")) {
      try ScriptWriter(path: path)
    }
    #expect(readFile(path) == "mine")
  }
}
