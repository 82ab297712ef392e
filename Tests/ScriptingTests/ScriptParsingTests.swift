import Testing

@testable import Scripting

struct ScriptParsingTests {
  @Test func `each command, with comments and empty lines between`() throws {
    let script = try Script(
      parsing: """
        # A comment
        press Enter   # and one behind a command

        press Space x12 every 950ms
        advance 1.5s
        caption "Twelve # reps"
        expect "Saved" within 2m
        expect "REPS"
        """, file: "test")
    #expect(
      script.steps == [
        .init(line: 2, command: .press(.enter, count: 1, interval: .zero)),
        .init(line: 4, command: .press(.space, count: 12, interval: .milliseconds(950))),
        .init(line: 5, command: .advance(.milliseconds(1500))),
        .init(line: 6, command: .caption("Twelve # reps")),
        .init(line: 7, command: .expect("Saved", within: .seconds(120))),
        .init(line: 8, command: .expect("REPS", within: .zero)),
      ])
    #expect(script.duration == .milliseconds(950 * 11 + 1500))
  }

  @Test(arguments: [
    ("jump", "unknown command 'jump'; expected press, advance, caption, expect"),
    ("press", "a key is missing; expected: press KEY [xN] [every DURATION]"),
    ("press Foo", "there is no key 'Foo'; expected: press KEY [xN] [every DURATION]"),
    (
      "press a x0",
      "'x0' is no number of times from x1 to x100000; "
        + "expected: press KEY [xN] [every DURATION]"
    ),
    ("press a every", "a duration is missing; expected: press KEY [xN] [every DURATION]"),
    ("press a x2 twice", "'twice' is too much; expected: press KEY [xN] [every DURATION]"),
    ("advance", "a duration is missing; expected: advance DURATION"),
    ("advance 5", "'5' is no duration such as 250ms, 1.5s or 2m; expected: advance DURATION"),
    ("advance -1s", "'-1s' is no duration such as 250ms, 1.5s or 2m; expected: advance DURATION"),
    ("caption Hello", #"a text in quotation marks is missing; expected: caption "TEXT""#),
    ("caption \"Hello", "a quotation mark is missing at the end"),
    (
      "expect \"a\" within", #"a duration is missing; expected: expect "TEXT" [within DURATION]"#
    ),
  ])
  func `a line that is wrong is named with what was expected`(line: String, message: String) {
    #expect(throws: ScriptError(file: "test", line: 3, message: message)) {
      try Script(parsing: "# One\n\n\(line)\n", file: "test")
    }
  }

  @Test func `the demo that ships can be read, and ends within forty seconds`() throws {
    let demo = try Script.demo()
    #expect(!demo.steps.isEmpty)
    // The waiting between: the count-down, and what the database takes.
    #expect(demo.duration + .seconds(5) < .seconds(40))
  }
}
