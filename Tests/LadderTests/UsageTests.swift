import Glibc
import SystemTestSupport
import Testing

/// Tests of invalid command lines: one line, and exit code 2.
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
    (["--a"], "there is no option \"--a\"; did you mean \"--as\"?"),
    (["--as"], "--as needs a value, as in --as NAME"),
    (["history", "--data"], "--data needs a value, as in --data DIR"),
    (["history", "--as", ""], "--as needs a name with letters in it, as in --as Ann"),
    (["--as", "\u{202E}\u{1B}"], "--as needs a name with letters in it, as in --as Ann"),
    (["--data", ""], "--data needs a folder, as in --data DIR"),
    (
      ["--theme", "drak"],
      "there is no theme \"drak\"; choose terminal, dark, light or high-contrast"
    ),
    (["history", "--json=yes"], "--json takes no value; write just --json"),
    (["history", "--clear"], "--clear goes with \"events\", not with \"history\""),
    (["history", "--week"], "--week goes with \"leaderboard\", not with \"history\""),
    (
      ["--json"],
      "--json goes with \"history\", \"leaderboard\", \"challenges\", \"events\", \"records\", "
        + "\"exercises\", \"plan\", \"status\", \"groups\", not with \"ladder\" alone"
    ),
    (
      ["challenges", "pushups-2min"],
      "\"challenges\" takes no \"pushups-2min\"; leave it out, or see \"ladder --help\""
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
      "\"leaderboard\" takes no \"wall-sit\"; leave it out, or see \"ladder --help\""
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
    (["demo", "--check"], "--check needs the pictures' folder, as in --check --shots DIR"),
    (["--fps", "0"], "--fps must be a whole number from 1 to 100, not \"0\""),
    (["replay"], "\"replay\" needs an id, as in \"ladder replay last\""),
    (
      ["replay", "plank"],
      "\"plank\" is neither \"last\" nor a workout's id; \"ladder history\" shows the ids, and their "
        + "first 4 letters will do"
    ),
    (
      ["replay", "3f2a"],
      "there is no workout whose id begins with \"3f2a\"; \"ladder history\" shows them"
    ),
    (["replay", "last"], "you have done no workout yet; run \"ladder\" and choose a challenge"),
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

  @Test func `a name in the environment is checked as well`() {
    var program = program
    program.environment["LADDER_USER"] = "\u{200B}"
    let outcome = program.run(["history"])
    #expect(
      outcome.errors
        == "ladder: LADDER_USER needs a name with letters in it, as in LADDER_USER=Ann\n")
    #expect(outcome.exitCode == 2)
  }
}
