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
  func `a command is split only at spaces outside of quotation marks`(
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
  func `a spoken text can be neither an option nor code`(text: String, expected: String) throws {
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
    #expect(Settings().cues[.say] == .off)
    #expect(
      text.problems.map(\.problem) == [
        "cue.say must be off or a command, not \"bell\"",
        "unknown cue \"lunch\"; use one of countdown, work, rest, end, half, ten, reps, say",
        "cue.end must be a command whose quotation marks are closed, not \"'x\"",
      ])
  }

  @Test func `a missing command is answered with the values of its cue`() {
    #expect(
      SettingsText("cue.say =\ncue.end =").problems.map(\.problem) == [
        "cue.say must be off or a command, not \"\"",
        "cue.end must be bell, off or a command, not \"\"",
      ])
  }

  @Test func `ignored commands become comments, so that saving does not bring them back`() {
    var text = SettingsText("cue.work = paplay go.oga\ncue.half = off\ncue.end = x\n")
    text.ignoreCommands(because: "it is not yours")
    #expect(text.settings.cues[.work] == .bell && text.settings.cues[.half] == .off)
    #expect(
      text.problems.map(\.line) == [1, 3]
        && text.problems.allSatisfy {
          $0.problem == "commands for cues are ignored here: it is not yours"
        })
    text.update(
      to: {
        var new = $0; new.theme = .dark; return new
      }(text.settings))
    #expect(text.text.hasPrefix("# cue.work = paplay go.oga\ncue.half = off\n# cue.end = x\n"))
    #expect(text.settings.cues[.work] == .bell && text.settings.theme == .dark)
  }

  @Test func `a cue that was changed on the screen is written to the file`() throws {
    var text = SettingsText("cue.half = off\ncue.say = espeak-ng {text}\n")
    var settings = text.settings
    settings.cues[.half] = .command(try CueCommand("paplay 'my tone.wav'"))
    settings.cues[.rest] = .off
    text.update(to: settings, changing: text.settings)
    #expect(text.text.hasPrefix("cue.half = paplay 'my tone.wav'\ncue.say = espeak-ng {text}\n"))
    #expect(text.text.hasSuffix("cue.rest = off\n") && text.settings == settings)
  }
}

struct CueSpanTests {
  /// Returns the cues of a part, each with its instant and the seconds left: `half@30:30`.
  private func cues(of span: CueSpan) -> [String] {
    var cues: [String] = []
    var time = span.start - .milliseconds(1)
    while let instant = span.nextInstant(after: time) {
      let due = span.cue(after: time, through: instant)
      cues.append(
        "\(due?.cue.rawValue ?? "nothing")@\(instant.wholeMilliseconds / 1000):\(due?.secondsLeft ?? 0)"
      )
      time = instant
    }
    return cues
  }

  @Test(arguments: [
    (4, true, ""),
    (5, true, "countdown@102:3 countdown@103:2 countdown@104:1"),
    (20, true, "countdown@117:3 countdown@118:2 countdown@119:1"),
    (30, true, "ten@120:10 countdown@127:3 countdown@128:2 countdown@129:1"),
    (59, true, "ten@149:10 countdown@156:3 countdown@157:2 countdown@158:1"),
    (60, true, "half@130:30 ten@150:10 countdown@157:3 countdown@158:2 countdown@159:1"),
    (60, false, "ten@150:10 countdown@157:3 countdown@158:2 countdown@159:1"),
    (120, true, "half@160:60 ten@210:10 countdown@217:3 countdown@218:2 countdown@219:1"),
  ])
  func `the length of a part determines its cues`(
    seconds: Int, hasHalf: Bool, expected: String
  ) {
    let span = CueSpan(start: .seconds(100), end: .seconds(100 + seconds), hasHalf: hasHalf)
    #expect(cues(of: span).joined(separator: " ") == expected)
  }

  @Test(
    arguments: [
      (29_999, 30_000, Cue.half), (30_000, 30_010, nil), (29_000, 30_999, .half),
      (29_000, 31_000, nil), (49_990, 50_001, .ten), (56_000, 58_000, .countdown),
      (0, 59_999, .countdown), (0, 90_000, nil), (59_000, 60_000, nil),
    ] as [(Int, Int, Cue?)])
  func `the latest cue between two instants is returned unless it is a second late`(
    after: Int, now: Int, expected: Cue?
  ) {
    let span = CueSpan(start: .zero, end: .seconds(60))
    #expect(
      span.cue(after: .milliseconds(after), through: .milliseconds(now))?.cue == expected)
  }

  @Test(arguments: [
    ("plank 1:00, rest 30s, squat 10", 10, "0-60 half"),
    ("plank 1:00, rest 30s, squat 10", 70, "60-90"),
    ("plank 1:00, rest 30s, squat 10", 100, "none"),
    ("rest 10s, AMRAP 12:00 (push-up 10, squat 20)", 300, "10-730 half"),
    ("EMOM 10 (burpee 5)", 130, "120-180"),
    ("every 1:30 5x(burpee 10)", 100, "90-180"),
    ("AMRAP 2:00 (plank 30s, rest 10s)", 75, "70-80"),
    ("AMRAP 2:00 (plank 30s, rest 10s)", 115, "0-120 half"),
    ("AMRAP 1:50 (plank 50s, rest 10s)", 100, "0-110 half"),
  ])
  func `cues belong to the part that the clock ends next: a set, a rest, or a round or group`(
    text: String, seconds: Int, expected: String
  ) throws {
    var cursor = RoutineCursor(try Routine(text: text))
    cursor.advance(to: .seconds(seconds), WorkoutLog())
    let span = cursor.cueSpan.map {
      "\($0.start.components.seconds)-\($0.end.components.seconds)" + ($0.hasHalf ? " half" : "")
    }
    #expect(span ?? "none" == expected)
  }

  @Test(arguments: [
    ("squat 20s, rest 10s, plank 1:30", 0, "squat, 20 seconds"),
    ("squat 20s, rest 10s, plank 1:30", 25, "rest, next plank, 1 minute 30"),
    ("plank 2:00, run 5km", 0, "plank, 2 minutes"),
    ("plank 1s, run 5km", 5, "run, 5 kilometers"),
    ("plank 1s, pull-up max", 5, "pull-up"),
    ("3x(push-up 10)", 0, "push-up, 10"),
  ])
  func `speech names the exercise and target of a set or, in a rest, the next set`(
    text: String, seconds: Int, expected: String
  ) throws {
    var cursor = RoutineCursor(try Routine(text: text))
    cursor.advance(to: .seconds(seconds), WorkoutLog())
    #expect(cursor.spokenText == expected)
  }

  @Test(
    arguments: [
      (10, nil, 10, Cue.reps), (9, nil, 10, nil), (20, nil, 10, .reps), (10, nil, 0, nil),
      (0, nil, 10, nil), (10, 20, 10, .half), (11, 21, 0, .half), (5, 10, 0, nil),
      (50, 100, 0, .half),
    ] as [(Int, Int?, Int, Cue?)])
  func `reps at an interval and half of a goal are announced`(
    reps: Int, goal: Int?, interval: Int, expected: Cue?
  ) {
    #expect(Cue.forRep(reps, of: goal, every: interval) == expected)
  }
}
