import ClientsLive
import CommandLineInterface
import Glibc
import Models
import ServerCommands
import SystemTestSupport
import Testing

@testable import LadderCommands

struct InvocationTests {
  /// Parses a command line without quotation marks, and checks the values of its options.
  private func parse(_ line: String) throws -> Invocation {
    let invocation = try Invocation(["ladder"] + line.split(separator: " ").map(String.init))
    _ = try invocation.action()
    return invocation
  }

  @Test func `without a verb, the app starts and takes the common options`() throws {
    #expect(try parse("").command.name == "")
    let app = try parse("--as Ann --ascii --no-color --data /d --fps 20")
    #expect(try app.command.name == "" && app.person() == PersonName("Ann"))
    #expect(try app.dataFolder() == DataFolder(path: "/d"))
    #expect(app.has(.ascii) && app.has(.noColor) && !app.has(.noMouse))
    #expect(try app.arguments.framesPerSecond() == 20)
    #expect(try RecordedSession.Options(parsing: app.arguments) == nil)
    let recorded = try parse("--record a.ladder --redact")
    #expect(
      try RecordedSession.Options(parsing: recorded.arguments)
        == RecordedSession.Options(path: "a.ladder", isRedacted: true))
  }

  @Test func `demo and play choose a script`() throws {
    #expect(try ScriptPlayback.Source(demo: "") == .demo("tour"))
    #expect(try ScriptPlayback.Source(demo: "./a.ladder") == .file("./a.ladder"))
    let played = try parse("play a.ladder --speed 4 --record b.cast --shots c")
    let playback = try ScriptPlayback(.file(played.operand), parsing: played.arguments)
    #expect(playback.source == .file("a.ladder") && playback.speed == .times(4))
    #expect(playback.recordingPath == "b.cast" && playback.shots == "c" && !playback.shouldCompare)
    let checked = try parse("demo ./a.ladder --check --shots c").arguments
    let comparison = try ScriptPlayback(.file("./a.ladder"), parsing: checked)
    #expect(comparison.speed == .max && comparison.shouldCompare)
  }

  @Test func `options precede or follow the command`() throws {
    let week = try parse("--week leaderboard pushups-2min")
    #expect(week.operand == "pushups-2min" && week.has(.week))
    let ever = try parse("leaderboard -- pushups-2min")
    #expect(ever.operand == "pushups-2min" && !ever.has(.week))
  }

  @Test(arguments: [CommandTable.ladder, .server])
  func `the verbs of commands are unique, and so are the names of options`(table: CommandTable) {
    let verbs = table.commands.map(\.name)
    #expect(Set(verbs).count == verbs.count)
    let options = table.options.map(\.name)
    #expect(Set(options).count == options.count)
  }

  @Test(
    arguments: [
      (["LADDER_DATA": "/d", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/d"),
      (["LADDER_DATA": "", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/ladder"),
      (["XDG_DATA_HOME": "x", "HOME": "/h"], "/h/.local/share/ladder"),
      (["HOME": "/h"], "/h/.local/share/ladder"),
    ] as [([String: String], String)])
  func `the environment determines the folder`(environment: [String: String], path: String) throws {
    let tool = CommandLineTool(
      .ladder, arguments: [], environment: { environment[$0] }, output: Output(descriptor: -1),
      isTerminal: false)
    #expect(try tool.defaultDataFolder() == path)
  }

  @Test func `the last of two values of an option is used`() throws {
    #expect(try parse("--as Ann --as Bob").person() == PersonName("Bob"))
  }

  @Test func `after two dashes, an option is read as an operand`() {
    #expect(throws: UsageError.self) { try parse("challenges -- --json") }
  }

  @Test func `many command lines can be parsed concurrently`() async {
    await withTaskGroup { group in
      for index in 0..<100 {
        group.addTask {
          let history = try? parse("history --as p\(index) --json")
          return try? history?.person().text == "p\(index)"
        }
      }
      for await isRight in group { #expect(isRight == true) }
    }
  }

  @Test func `an option can be abbreviated, and joined to its value with an equals sign`() throws {
    let app = try parse("--asci --fps=20 --the=dark")
    #expect(try app.has(.ascii) && app.arguments.framesPerSecond() == 20)
    #expect(try app.arguments.theme() == .dark)
    #expect(try Invocation(["ladder", "log", "-"]).operand == "-")
  }

  @Test(
    arguments: [
      ("hist", "history"), ("HISTORY", "history"), ("hsitory", "history"),
      ("chalenge", "challenges"),
      ("dmeo", "demo"), ("x", nil), ("", nil), ("install", nil),
      (String(repeating: "h", count: 99), nil),
    ] as [(String, String?)])
  func `a verb is suggested for a similar word`(word: String, suggested: String?) {
    #expect(CommandTable.ladder.commands.map(\.name).closest(to: word) == suggested)
  }
}

extension Invocation {
  /// Parses a command line in a process without a data folder.
  init(_ arguments: [String], of table: CommandTable = .ladder) throws {
    let tool = CommandLineTool(
      table, arguments: arguments, environment: { $0 == "LADDER_DATA" ? "/nowhere" : nil },
      output: Output(descriptor: -1), isTerminal: false)
    try self.init(try ParsedArguments(arguments, of: table), in: tool)
  }
}

// MARK: - Usage

/// Tests that an invalid command line prints one line and exits with 2.
struct UsageTests {
  private let folder = TestFolder()
  private var program: Program {
    Program(environment: ["LADDER_DATA": folder.path, "USER": "ann"])
  }

  private static let needsTerminal =
    "this needs a terminal; without one, use \"ladder --plain\", \"ladder history\", "
    + "\"ladder leaderboard CHALLENGE\" or \"ladder challenges\""

  @Test(arguments: [
    (["histroy"], "there is no command \"histroy\"; did you mean \"history\"?"),
    (["leader"], "there is no command \"leader\"; did you mean \"leaderboard\"?"),
    (["help", "lgo"], "there is no command \"lgo\"; did you mean \"log\"?"),
    (["xyzzy"], "there is no command \"xyzzy\"; \"ladder --help\" lists them"),
    ([""], "there is no command \"\"; \"ladder --help\" lists them"),
    (["a\u{1B}[2Jb"], "there is no command \"a\\u{1b}[2Jb\"; \"ladder --help\" lists them"),
    (["--jsn"], "there is no option \"--jsn\"; did you mean \"--json\"?"),
    (["--wek=3"], "there is no option \"--wek=3\"; did you mean \"--week\"?"),
    (["history", "-x"], "there is no option \"-x\"; \"ladder --help\" lists them"),
    (["-Vx"], "there is no option \"-x\"; \"ladder --help\" lists them"),
    (["--a"], "there is no option \"--a\"; did you mean \"--as\"?"),
    (["--as"], "--as needs a value, as in --as NAME"),
    (["history", "--data"], "--data needs a value, as in --data DIR"),
    (["history", "--as", ""], "--as needs a name, as in --as Ann"),
    (["--as", "\u{202E}\u{1B}"], "--as needs a name, as in --as Ann"),
    (["--data", ""], "--data needs a folder, as in --data DIR"),
    (
      ["--theme", "drak"],
      "there is no theme \"drak\"; choose terminal, dark, light or high-contrast"
    ),
    (["history", "--json=yes"], "--json takes no value; write just --json"),
    (["history", "--clear"], "--clear goes with \"events\", not with \"history\""),
    (
      ["history", "--week"],
      "--week goes with \"leaderboard\", \"summary\", \"group remove-result\", "
        + "not with \"history\""
    ),
    (
      ["--json"],
      "--json goes with \"history\", \"leaderboard\", \"challenges\", \"events\", \"records\", "
        + "\"summary\", \"exercises\", \"plan\", \"next\", \"routines\", \"status\", "
        + "\"groups\", not with \"ladder\" alone"
    ),
    (
      ["challenges", "pushups-2min"],
      "\"challenges\" does not take \"pushups-2min\"; leave it out, or see \"ladder --help\""
    ),
    (
      ["leaderboard"],
      "\"leaderboard\" needs a challenge, as in \"ladder leaderboard pushups-2min\"; "
        + "\"ladder challenges\" lists them"
    ),
    (
      ["leaderboard", "pushups-2mim"],
      "there is no challenge \"pushups-2mim\"; did you mean \"pushups-2min\"?"
    ),
    (
      ["leaderboard", "plank"], "there is no challenge \"plank\"; did you mean \"plank-hold\"?"
    ),
    (
      ["leaderboard", "chess"],
      "there is no challenge \"chess\"; \"ladder challenges\" lists them"
    ),
    (
      ["leaderboard", "plank-hold", "wall-sit"],
      "\"leaderboard\" does not take \"wall-sit\"; leave it out, or see \"ladder --help\""
    ),
    ([], needsTerminal),
    (["--as", "Ann"], needsTerminal),
    (["demo", "--speed", "1"], needsTerminal),
    (
      ["demo", "tuor"], "there is no demo \"tuor\"; did you mean \"tour\"?"
    ),
    (
      ["demo", "--speed", "fast"],
      "--speed must be a number from 0.25 to 100, or max, not \"fast\""
    ),
    (["demo", "--check"], "--check needs a folder of pictures, as in --check --shots DIR"),
    (["--fps", "0"], "--fps must be a whole number from 1 to 100, not \"0\""),
    (["replay"], "\"replay\" needs an id, as in \"ladder replay last\""),
    (
      ["replay", "plank"],
      "\"plank\" is neither \"last\" nor a workout's ID; \"ladder history\" shows the IDs, and their "
        + "first 4 digits are enough"
    ),
    (
      ["replay", "3f2a"],
      "no workout ID begins with \"3f2a\"; \"ladder history\" lists the IDs"
    ),
    (["replay", "last"], "you have no workouts yet; run \"ladder\" and choose a challenge"),
    (["play"], "\"play\" needs a file, as in \"ladder play workout.ladder\""),
    (
      ["play", "/nowhere/a.ladder"],
      "/nowhere/a.ladder: cannot be read (No such file or directory)"
    ),
  ])
  func `an error line names the problem and the remedy`(arguments: [String], line: String) {
    let outcome = program.run(arguments)
    #expect(
      outcome == Program.Outcome(output: "", errors: "ladder: \(line)\n", exitCode: 2))
    #expect(folder.contents.isEmpty)
  }

  @Test func `long words are truncated in messages`() {
    let outcome = program.run([String(repeating: "x", count: 100_000)])
    #expect(outcome.exitCode == 2)
    #expect(outcome.errors.utf8.count < 120)
    #expect(outcome.errors.hasSuffix("x…\"; \"ladder --help\" lists them\n"))
  }

  @Test func `a name in the environment is validated, too`() {
    var program = program
    program.environment["LADDER_USER"] = "\u{200B}"
    let outcome = program.run(["history"])
    #expect(
      outcome.errors
        == "ladder: LADDER_USER needs a name, as in LADDER_USER=Ann\n")
    #expect(outcome.exitCode == 2)
  }
}

// MARK: - Invalid text

/// Tests of arguments and paths that are not UTF-8: if they were repaired, they would name another file.
struct InvalidTextTests {
  private let folder = TestFolder()

  /// Runs the program in a shell, which can pass any bytes.
  private func run(_ script: String) -> Program.Outcome {
    Program(
      environment: ["HOME": folder.path, "LADDER_USER": "Ann", "LADDER": Program.path],
      path: "/bin/sh"
    ).run(["-c", "bad=$(printf '\(folder.path)/a\\377b'); \(script)"])
  }

  @Test(arguments: [
    ("\"$LADDER\" --data \"$bad\" log pushups-2min --reps 3 --time 1:00", "the argument \"/tmp/"),
    ("\"$LADDER\" --data=\"$bad\" history", "the argument \"--data="),
    ("\"$LADDER\" backup \"$bad\"", "the argument \"/tmp/"),
    ("LADDER_DATA=\"$bad\" \"$LADDER\" history", "LADDER_DATA is not UTF-8 text"),
    ("XDG_DATA_HOME=\"$bad\" \"$LADDER\" history", "XDG_DATA_HOME is not UTF-8 text"),
    ("XDG_CONFIG_HOME=\"$bad\" \"$LADDER\" history", "XDG_CONFIG_HOME is not UTF-8 text"),
  ])
  func `text that is not UTF-8 is refused`(script: String, problem: String) {
    let outcome = run(script)
    #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("ladder: \(problem)"), "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix("is not UTF-8 text; use names in UTF-8\n"))
    #expect(folder.contents == [])
  }
}

// MARK: - Output

struct OutputTests {
  @Test func `a slow reader gets the whole output`() throws {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    // Processes that other tests start must not inherit the descriptors.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (read, write) = (ends[0], ends[1])
    defer { close(read) }
    let text = String(repeating: "0123456789", count: 50_000)
    var thread = pthread_t()
    let job = Unmanaged.passRetained(WriteJob(write, text)).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<WriteJob>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, job)
    var received = 0
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(read, &part, part.count)
      if count == 0 { break }
      if count > 0 { received += count }
      if count < 0 {
        var ready = pollfd(fd: read, events: Int16(POLLIN), revents: 0)
        poll(&ready, 1, -1)
      }
    }
    pthread_join(thread, nil)
    #expect(received == text.utf8.count)
  }

  private final class WriteJob {
    private let descriptor: Int32
    private let text: String

    init(_ descriptor: Int32, _ text: String) { (self.descriptor, self.text) = (descriptor, text) }

    func run() {
      let output = Output(descriptor: descriptor)
      output.append(text)
      try? output.flush()
      close(descriptor)
    }
  }
}
