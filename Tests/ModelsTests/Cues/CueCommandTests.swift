import Testing

@testable import Models

struct CueCommandTests {
  @Test(arguments: [
    ("paplay go.oga", ["paplay", "go.oga"]),
    ("  paplay\t-v  ", ["paplay", "-v"]),
    ("paplay 'my sounds/go.oga'", ["paplay", "my sounds/go.oga"]),
    ("say \"it's time\" ''", ["say", "it's time", ""]),
    ("say a\" b\"c", ["say", "a bc"]),
    (
      "echo $HOME ~ *.oga | cat > x \\n",
      ["echo", "$HOME", "~", "*.oga", "|", "cat", ">", "x", "\\n"]
    ),
  ])
  func `a command is split at spaces outside of quotation marks, and nothing else`(
    text: String, words: [String]
  ) throws {
    #expect(try CueCommand(text).words == words)
  }

  @Test(arguments: [
    ("squat, 20 seconds", "squat, 20 seconds"), ("Kniebeuge mit Öl", "Kniebeuge mit Öl"),
    ("-w /etc/passwd", "w  etc passwd"), ("--", ""),
    ("a'; rm -rf \"$HOME\" `x`", "a   rm -rf   HOME   x "),
    ("a\u{1B}[2J\nb", "a  2J b"), ("深蹲", "深蹲"),
  ])
  func `a name can neither be an option nor code`(text: String, expected: String) throws {
    #expect(try CueCommand("say {text}").arguments(text: text) == ["say", expected])
    #expect(try CueCommand("say -t={text}.").arguments(text: text) == ["say", "-t=\(expected)."])
  }

  @Test func `a text and a command have limits`() throws {
    let long = String(repeating: "a", count: 5000)
    #expect(try CueCommand("say {text}").arguments(text: long)[1].count == 100)
    #expect(throws: CueCommand.Violation.tooLong) { try CueCommand(long) }
    let words = Array(repeating: "a", count: 33).joined(separator: " ")
    #expect(throws: CueCommand.Violation.tooManyWords) { try CueCommand(words) }
    #expect(throws: CueCommand.Violation.openQuote) { try CueCommand("say 'a") }
    #expect(throws: CueCommand.Violation.empty) { try CueCommand("'' a") }
    #expect(throws: CueCommand.Violation.control) { try CueCommand("say \u{7}") }
  }

  @Test func `the settings file sets the output of each cue`() {
    let text = SettingsText(
      """
      cue.work = paplay go.oga
      cue.half = off
      cue.rest = bell
      cue.say = bell
      cue.lunch = x
      cue.end = 'x
      """)
    let cues = text.settings.cues
    #expect(cues[.work] == (try? .command(CueCommand("paplay go.oga"))))
    #expect(cues[.half] == .off && cues[.rest] == .bell && cues[.end] == .bell)
    #expect(Settings().cues[.say] == .off && !Settings().cues.hasCommands && cues.hasCommands)
    #expect(
      text.problems.map(\.message) == [
        "cue.say must be off or a command, not \"bell\"",
        "unknown cue \"lunch\"; there are countdown, work, rest, end, half, ten, reps, say",
        "cue.end must be a command with two of each quotation mark, not \"'x\"",
      ])
  }

  @Test func `commands can be ignored, and stay in the file`() {
    var text = SettingsText("cue.work = paplay go.oga\ncue.half = off\ncue.end = x\n")
    text.ignoreCommands(because: "it is not yours")
    #expect(text.settings.cues[.work] == .bell && text.settings.cues[.half] == .off)
    #expect(
      text.problems.map(\.line) == [1, 3]
        && text.problems.allSatisfy {
          $0.message == "commands for cues are ignored here: it is not yours"
        })
    #expect(text.text.hasPrefix("cue.work = paplay go.oga\n"))
  }
}
