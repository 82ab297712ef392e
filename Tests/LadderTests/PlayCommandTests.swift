import FoundationEssentials
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import LadderCommands

/// Tests of `ladder demo` and `ladder play` without a terminal.
struct PlayCommandTests {
  let program = Program(environment: [:])
  let folder = TestFolder()

  func play(_ text: String, _ options: String...) -> Program.Outcome {
    folder.write(text, to: "a.ladder")
    return program.run(["play", "\(folder.path)/a.ladder"] + options)
  }

  @Test func `captions are printed`() {
    let outcome = play("caption \"One\"\npress j\ncaption \"Two\"\n")
    #expect(outcome == Program.Outcome(output: "One\nTwo\n", errors: "", exitCode: 0))
  }

  @Test(.checkOnly) func `demos are listed, and played`() {
    let list = program.run(["demo", "--list"])
    #expect(list.output.split(separator: "\n").count == 7)
    #expect(program.run(["demo", "workout"]).output.hasSuffix("That was Ladder. Now you.\n"))
  }

  @Test func `an error names the file and the line, like the errors of a compiler`() {
    let path = "\(folder.path)/a.ladder"
    #expect(
      play("press j\nadvance soon\n")
        == Program.Outcome(
          output: "",
          errors: "\(path):2: 'soon' is not a duration such as 250ms, 1.5s or 2m, up to a day; "
            + "expected: advance DURATION\n", exitCode: 2))
    #expect(
      play("press j\nexpect \"Nothing\"\n").errors
        == "\(path):2: expected \"Nothing\" on the screen\n")
    #expect(
      play("db /etc/passwd\npress j\n").errors
        == "\(path):1: /etc/passwd is not a Ladder database and was not changed\n")
  }

  @Test func `pictures are saved and compared`() {
    let shots = TestFolder()
    #expect(play("shot one\npress j\nshot two.svg\n", "--shots", shots.path).exitCode == 0)
    #expect(shots.contents == ["one.txt", "two.svg"])
    let same = play("shot one\n", "--check", "--shots", shots.path)
    #expect(same == Program.Outcome(output: "", errors: "", exitCode: 0))
    let other = play("press 2\nshot one\n", "--check", "--shots", shots.path)
    #expect(
      other
        == Program.Outcome(
          output: "one.txt differs from the saved picture\n", errors: "", exitCode: 1))
  }

  @Test func `pictures have the theme that --theme selects`() throws {
    let shots = TestFolder()
    for theme in ["light", "dark", "light"] {
      #expect(play("shot \(theme).svg\n", "--theme", theme, "--shots", shots.path).exitCode == 0)
    }
    #expect(readFile("\(shots.path)/light.svg") != readFile("\(shots.path)/dark.svg"))
  }

  @Test(.checkOnly) func `a recording is reproducible`() throws {
    let casts = TestFolder()
    for name in ["a.cast", "b.cast"] {
      #expect(program.run(["demo", "--record", "\(casts.path)/\(name)"]).exitCode == 0)
    }
    #expect(casts.contents == ["a.cast", "b.cast"])
    let first = casts.text(of: "a.cast")
    #expect(first.hasPrefix(#"{"version": 2, "width": 60, "height": 18, "#))
    #expect(casts.text(of: "b.cast") == first)
  }

  @Test func `a recording whose name ends in .svg is a picture`() {
    let pictures = TestFolder()
    let script = "size 40x12\nadvance 1s\npress j\nadvance 1s\n"
    #expect(play(script, "--record", "\(pictures.path)/a.svg", "--speed", "max").exitCode == 0)
    #expect(play(script, "--record", "\(pictures.path)/b.SVG").exitCode == 0)
    let picture = pictures.text(of: "a.svg")
    #expect(picture.hasPrefix("<svg ") && picture.contains("@keyframes"))
    #expect(pictures.text(of: "b.SVG") == picture)
  }

  @Test func `a picture that cannot be written is reported in one line`() {
    let pictures = TestFolder()
    let path = "\(pictures.path)/a.svg"
    #expect(
      play("advance 6m\n", "--record", path)
        == Program.Outcome(
          output: "",
          errors: "ladder: \(path) would exceed 1 MB or 5 minutes; shorten the script, "
            + "or record it as .cast\n", exitCode: 1))
    #expect(pictures.contents.isEmpty)
    symlink("/dev/full", path)
    #expect(
      play("press j\n", "--record", path).errors
        == "ladder: cannot write \(path) (No space left on device); choose another path\n")
    #expect(
      play("press j\n", "--record", "/nowhere/a.svg").errors
        == "ladder: cannot write /nowhere/a.svg (No such file or directory); "
        + "choose another path\n")
  }

  @Test func `a session is recorded as a script, not as a picture`() {
    #expect(
      program.run(["--record", "a.svg"]).errors
        == "ladder: --record writes a script of the session; "
        + "\"ladder play SCRIPT --record a.svg\" makes the picture\n")
  }

  @Test func `an output that cannot be written is reported, and a device is not replaced`() {
    #expect(
      play("press j\n", "--record", "/dev/full").errors
        == "ladder: cannot write /dev/full (No space left on device); choose another path\n")
    var status = stat()
    stat("/dev/full", &status)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
    #expect(
      play("shot one\n", "--shots", "/nowhere/at/all").errors
        == "ladder: cannot write /nowhere/at/all (No such file or directory); choose another path\n"
    )
  }

  @Test func `a file that is not a script is refused`() {
    folder.write([0xFF, 0xFE, 0x00], to: "b.ladder")
    let outcome = program.run(["play", "\(folder.path)/b.ladder"])
    #expect(
      outcome.errors == "ladder: \(folder.path)/b.ladder: cannot be read (it is not UTF-8 text)\n"
    )
    #expect(
      program.run(["play", "/dev/zero"]).errors
        == "ladder: /dev/zero: cannot be read "
        + "(the script and its files would have more than 16 MB; split the script)\n")
  }
}

// MARK: - Recording

/// Tests of the output files of `--record` and `--shots`.
struct RecordingTests {
  private let folder = TestFolder()

  private func play(_ options: String...) -> Program.Outcome {
    folder.write("size 40x12\nshot first\n", to: "s.ladder")
    return Program(environment: [:]).run(
      ["play", folder.path + "/s.ladder", "--speed", "max"] + options)
  }

  @Test func `a session that fails to start leaves no recording`() throws {
    folder.write("not a database", to: "ladder.db")
    let session = try PtySession(
      PtySession.path(of: "ladder"),
      ["--as", "Ann", "--data", folder.path, "--record", folder.path + "/s.ladder"], columns: 400)
    #expect(session.finish() == (1, 0))
    #expect(session.output.contains("is not a Ladder database and was not changed"))
    #expect(folder.contents == ["ladder.db"])
  }

  @Test func `writing a cast to a pipe without a reader fails`() {
    mkfifo(folder.path + "/s.cast", 0o600)
    let outcome = play("--record", folder.path + "/s.cast")
    #expect(
      outcome.errors
        == "ladder: cannot write \(folder.path)/s.cast (no program reads from this pipe); "
        + "choose another path\n")
    #expect(outcome.exitCode == 1)
  }

  @Test func `a pipe in place of a picture is refused`() throws {
    let reader = try pipeWithReader("first.txt")
    defer { close(reader) }
    let outcome = play("--shots", folder.path)
    #expect(
      outcome.errors
        == "\(folder.path)/s.ladder:2: cannot write \(folder.path)/first.txt "
        + "(it is a pipe, not a regular file); choose another path\n")
    #expect(outcome.exitCode == 2)
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 0)
  }

  @Test func `a link in place of a picture is replaced`() throws {
    let reader = try pipeWithReader("pipe")
    defer { close(reader) }
    symlink(folder.path + "/pipe", folder.path + "/first.txt")
    #expect(play("--shots", folder.path).exitCode == 0)
    var status = stat()
    #expect(lstat(folder.path + "/first.txt", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFREG)
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 0)
  }

  @Test func `a pipe differs from any picture`() {
    mkfifo(folder.path + "/first.txt", 0o600)
    let outcome = play("--check", "--shots", folder.path)
    #expect(outcome.output == "first.txt differs from the saved picture\n")
    #expect(outcome.exitCode == 1)
  }

  /// Creates a pipe and opens it for reading without waiting for a writer.
  private func pipeWithReader(_ name: String) throws -> Int32 {
    mkfifo("\(folder.path)/\(name)", 0o600)
    let reader = open("\(folder.path)/\(name)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(reader >= 0)
    return reader
  }
}

// MARK: - Redacted recording

/// Tests of redacted recordings, with marked words in all places that can have personal data.
struct RedactedRecordingTests {
  /// A folder whose path must not be in the recording.
  private let home = TestFolder()

  private static let words = ["Marked", "marked", "MARKED", "Kolkata", "Asia", "+05:30"]

  private func found(in path: String) throws -> [String] {
    let text = String(decoding: try #require(readBytes(path)), as: UTF8.self)
    return (Self.words + [home.path]).filter { text.contains($0) }
  }

  private func fill(_ data: DataFolder) throws {
    let stores = try Connection.open(in: data)
    let name = try #require(PersonName("Marked Ann"))
    let custom = try stores.challenges.add(
      .custom(
        "own-marked", name: "Marked hop", kind: .core, scoring: .hold, instructions: ["Marked how"])
    )
    let start = Date(millisecondsSince1970: 1_772_400_000_000)
    for challenge in [custom.id, "pushups-2min"] {
      let draft = WorkoutDraft(
        id: UUID(), challenge: challenge, startedAt: start, duration: .seconds(60),
        log: WorkoutLog(reps: RepLog(milliseconds: [1500, 3000]) ?? RepLog()))
      _ = try stores.workouts.finish(
        draft, note: WorkoutNote("Marked note"), by: name)
    }
    var unfinished = WorkoutDraft(
      id: UUID(), challenge: "pushups-2min", startedAt: start, duration: .seconds(9))
    unfinished.ghost = Ghost(name: "Marked rival", log: WorkoutLog(reps: RepLog()))
    try stores.unfinished.checkpoint(
      unfinished, by: name, owner: ProcessIdentity(text: "Marked-boot/1/1"))
    #expect(try stores.people.rename(name, to: try #require(PersonName("Marked Bob"))) == .renamed)
    try stores.events.record(UsageEvent(feature: "Marked feature", at: start))
    stores.close()
  }

  @Test func `a redacted recording has no personal data, and can be played`() throws {
    let folder = home.path + "/marked"
    makeFolders(folder + "/ladder")
    chmod(folder, 0o700)
    defer {
      for folder in [folder + "/ladder", folder] {
        for name in folderContents(folder) { unlink("\(folder)/\(name)") }
        rmdir(folder)
      }
    }
    writeFile(
      """
      name = Marked Bob
      program = Marked program since 2026-03-02
      rest-seconds = 77
      key.rep = F5 Space
      key.marked-action = F6
      key.pause = Marked
      Marked line
      marked-setting = Marked
      """, to: folder + "/ladder/settings")
    try fill(DataFolder(path: folder))
    let path = folder + "/session.ladder"
    let terminal = try WatchedTerminal(
      ["--data", folder, "--record", path, "--redact"],
      environment: [
        "XDG_CONFIG_HOME=\(folder)", "HOME=\(folder)", "USER=marked", "TZ=Asia/Kolkata",
      ])
    // The sheet about the settings, and the unfinished workout.
    try terminal.wait(for: "Something went wrong")
    try terminal.type("\u{1B}", until: "Resume this workout?")
    try terminal.type("\u{1B}", until: "Enter open")
    // Typing into a text field, and keys elsewhere.
    try terminal.type("/")
    for letter in "Marked" { try terminal.type("\(letter)") }
    try terminal.wait(for: "/Marked")
    try terminal.type("\u{1B}")
    try terminal.wait(until: { !terminal.shows("/Marked") }, "end of the search")
    try terminal.type("MARKED")
    try terminal.type("q")
    #expect(terminal.session.finish().code == 0)

    let recording = try #require(readFile(path))
    #expect(try found(in: path) == [], "\(recording)")
    #expect(try found(in: path + ".db") == [])
    #expect(recording.contains("\nzone UTC\n") && recording.contains("\nas \"Person 1\"\n"))
    #expect(recording.contains("\nset rest-seconds \"77\"\nset key.rep \"F5 Space\"\nproblem "))
    let played = Program(environment: [:]).run(["play", path, "--speed", "max"])
    #expect(played.exitCode == 0 && played.errors.isEmpty, "\(played.errors)")
  }
}
