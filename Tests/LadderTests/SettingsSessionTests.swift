import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of the settings, the page about Ladder and the usage log in the whole program.
@Suite(.serialized)
struct SettingsSessionTests {
  private let folder = TestFolder()
  private var config: String { "XDG_CONFIG_HOME=\(folder.path)" }
  private var file: SettingsFile { SettingsFile(path: folder.path + "/ladder/settings") }

  private func start(_ arguments: [String] = []) throws -> PtySession {
    try PtySession(
      PtySession.path(of: "ladder"), ["--data", folder.path] + arguments, environment: [config])
  }

  private func plain(_ arguments: [String]) -> Program.Outcome {
    Program(environment: [
      "LADDER_DATA": folder.path, "XDG_CONFIG_HOME": folder.path, "USER": "login", "TZ": "UTC",
    ]).run(arguments)
  }

  private func removeSettings() {
    unlink(file.path)
    rmdir(folder.path + "/ladder")
  }

  @Test(.checkOnly)
  func `the end of a rest sends a desktop notification of the chosen form`() throws {
    defer { removeSettings() }
    mkdir(folder.path + "/ladder", 0o700)
    writeFile("rest-seconds = 1\nnotify = osc777\nkitty = off\n", to: file.path)
    let session = try start()
    try session.wait(for: "Push-ups in 2 minutes")
    session.type("\r")
    try session.wait(for: "Scored by")
    session.type("ss")
    try session.wait(for: "REPS 0")
    session.type(" s")
    try session.wait(
      for: "\u{1B}]777;notify;Ladder;Rest is over: Push-ups in 2 minutes\u{1B}\\")
    session.type("q")
    #expect(session.finish() == (0, 0))
    // `kitty = off` disables the request to report key releases.
    #expect(!session.output.contains("\u{1B}[>7u"))
  }

  @Test func `changed settings apply after a restart`() throws {
    defer { removeSettings() }
    let session = try start()
    try session.wait(for: "Push-ups")
    session.type(",")
    try session.wait(for: "Minimum rep gap")
    session.type("\rBea\r")
    try session.wait(for: "Bea")
    let row = try #require(Settings.Field.allCases.firstIndex(of: .ascii))
    session.type(String(repeating: "j", count: row) + "\r")
    session.type("i")
    try session.wait(for: "CPU")
    session.type("c")
    try session.wait(for: "\u{1B}]52;c;")
    try session.wait(for: "Sent to the terminal")
    let before = session.position
    session.type("i")
    try session.wait(for: "Beeps", after: before)
    session.type(">\rq")
    #expect(session.finish().code == 0)

    var settings = Settings()
    settings.name = PersonName("Bea")
    settings.isASCII = true
    settings.recordsEvents = true
    #expect(file.load().settings == settings)
    #expect(plain(["history"]).output.contains("No workouts by Bea yet."))

    let again = try start()
    try again.wait(for: "Push-ups")
    again.type("3")
    try again.wait(for: "---")
    again.type("q")
    #expect(again.finish().code == 0)
    #expect(plain(["events"]).output.hasPrefix("USED              FEATURE\n"))
    #expect(plain(["events", "--json"]).output.contains("{\"feature\":\"profile\",\"at\":\""))
    #expect(plain(["events", "--clear"]).output == "Deleted 2 events.\n")
    #expect(plain(["events"]).output.hasPrefix("No events."))
    #expect(plain(["events", "--json"]).output == "[]\n")
  }

  @Test(.checkOnly)
  func `renaming moves the history, and does not affect a name given with --as`() throws {
    defer { removeSettings() }
    #expect(plain(["log", "pushups-2min", "--reps", "30"]).exitCode == 0)
    let login = try #require(try people().first)
    let session = try start()
    try session.wait(for: "Push-ups")
    session.type(",\rBea\r")
    // The first word is not drawn again, because the previous text has the same word in that place.
    try session.wait(for: "are Bea now")
    session.type("3")
    try session.wait(for: "newest first")
    session.type("q")
    #expect(session.finish().code == 0)
    #expect(try people() == ["Bea"])
    #expect(plain(["history"]).output.contains("30"))
    #expect(plain(["history", "--json", "--as", login]).output.contains("\"user\":\"Bea\""))

    #expect(plain(["log", "pushups-2min", "--reps", "20", "--as", "Guest"]).exitCode == 0)
    let guest = try start(["--as", "Guest"])
    try guest.wait(for: "Push-ups")
    guest.type(",")
    try guest.wait(for: "Started as Guest")
    guest.type("\r\u{7F}\u{7F}\u{7F}Cleo\r")
    try guest.wait(for: "Cleo")
    guest.type("q")
    #expect(guest.finish().code == 0)
    #expect(try people() == ["Cleo", "Guest"])
    #expect(plain(["history"]).output.contains("30"))
  }

  private func people() throws -> [String] {
    let stores = try #require(
      try Connection.openExisting(in: DataFolder(path: folder.path)))
    defer { stores.close() }
    return try stores.all("SELECT name FROM people ORDER BY name") { $0.text(0) }
  }

  @Test(.checkOnly) func `an invalid line is reported on screen and by a plain command`() throws {
    defer { removeSettings() }
    try file.save(Settings())
    folder.write("theme = purple\nname = Bea\n", to: "ladder/settings")
    let outcome = plain(["history"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("No workouts by Bea yet."))
    #expect(
      outcome.errors
        == "ladder: \(file.path):1: theme must be terminal, dark, light or high-contrast, "
        + "not \"purple\"\n")
    let session = try start()
    try session.wait(for: "settings:1: theme must be")
    // Enter instead of Escape, because Escape and the letter after it would be read as one key.
    session.type("\rq")
    #expect(session.finish().code == 0)
  }

  @Test func `without a database there are no events, and no database is created`() {
    #expect(plain(["events"]).output.hasPrefix("No events."))
    #expect(plain(["events", "--clear"]).output == "Deleted 0 events.\n")
    #expect(folder.contents.isEmpty)
  }
}

// MARK: - Keys

/// Tests of key settings when the program starts.
struct KeySettingsFileTests {
  private let folder = TestFolder()

  private func plain(_ settings: String, _ arguments: [String] = ["--plain"]) -> Program.Outcome {
    mkdir("\(folder.path)/ladder", 0o700)
    writeFile(settings, to: "\(folder.path)/ladder/settings")
    return Program(environment: [
      "LADDER_DATA": folder.path, "USER": "ann", "XDG_CONFIG_HOME": folder.path,
    ]).run(arguments)
  }

  /// Returns the number of occurrences of `text` in `output`.
  private func count(_ text: String, in output: String) -> Int {
    output.split(separator: text, omittingEmptySubsequences: false).count - 1
  }

  @Test func `an invalid line is reported once, on the sheet`() {
    for (line, message) in [
      ("key.jump = j", #"settings:2: no action is named "jump""#),
      ("nonsense", #"settings:2: "nonsense" isn't a setting"#),
      ("theme = purple", #"settings:2: theme must be"#),
      ("key.rep", #"settings:2: "key.rep" isn't a setting"#),
    ] {
      let outcome = plain("key.rep = F5\n\(line)\n")
      // In plain mode, lines are wrapped at the width of the screen.
      let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(count(message, in: words) == 1, "\(line): \(outcome.output)")
      #expect(outcome.errors.isEmpty)
    }
  }

  @Test func `problems with keys and values are listed together in line order`() {
    let outcome = plain("key.jump = j\nnonsense\nkey.hop = h\n", ["doctor"])
    let file = "\(folder.path)/ladder/settings"
    #expect(
      outcome.output == """
        \(file):1: no action is named "jump"
        \(file):2: "nonsense" isn't a setting; write it as key = value
        \(file):3: no action is named "hop"

        """)
  }

  @Test func `a correct file is not mentioned`() {
    let outcome = plain("key.pause = F6\ntheme = dark\n")
    #expect(!outcome.output.contains("Something went wrong"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func `a plain command reports every line that cannot be read`() {
    let outcome = plain("key.jump = j\nnonsense\n", ["history"])
    let file = "\(folder.path)/ladder/settings"
    #expect(
      outcome.errors
        == "ladder: \(file):1: no action is named \"jump\"\n"
        + "ladder: \(file):2: \"nonsense\" isn't a setting; write it as key = value\n")
    #expect(outcome.exitCode == 0)
  }
}
