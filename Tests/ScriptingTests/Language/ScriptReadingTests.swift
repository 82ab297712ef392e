import Models
import ReducerTestSupport
import TerminalUI
import Testing

@testable import Scripting

@Suite(.checksForLeaks)
struct ScriptReadingTests {
  func commands(_ text: String) throws -> [Script.Command] {
    try Script(parsing: text, file: "test").steps.map(\.command)
  }

  @Test func `a byte order mark at the beginning is ignored`() throws {
    #expect(try commands("\u{FEFF}restart\n") == [.restart])
  }

  @Test func `each command is read, and comments and blank lines are skipped`() throws {
    let script = try Script(
      parsing: """
        # A comment
        press Enter   # and one behind a command

        press Space x12 every 950ms
        type "Ann # \\"me\\""
        rep 12 every 950ms ±80ms
        rep 3 every 2s +-5ms
        advance 1.5s
        resize 60x20
        suspend 5s
        restart
        disk read-only
        focus lost
        hold Space
        release Space
        expect "Saved" within 2m
        expect not "Saved"
        expect new /REPS \\d+\\/5/ within 2s
        end
        caption "Twelve # reps"
        shot one
        shot two.svg
        speed 20
        advance 4s
        """, file: "test")
    #expect(
      script.steps.map(\.command) == [
        .press(.enter, count: 1, interval: .zero),
        .press(.space, count: 12, interval: .milliseconds(950)),
        .type(#"Ann # "me""#),
        .rep(count: 12, interval: .milliseconds(950), jitter: .milliseconds(80)),
        .rep(count: 3, interval: .seconds(2), jitter: .milliseconds(5)),
        .advance(.milliseconds(1500)),
        .resize(Size(60, 20)),
        .suspend(.seconds(5)),
        .restart,
        .disk(isWritable: false),
        .focus(false),
        .hold(.space),
        .release(.space),
        .expect(Expectation(.text("Saved")), within: .seconds(120)),
        .expect(Expectation(.text("Saved"), .absent), within: .zero),
        .expect(Expectation(.pattern(try Pattern(#"REPS \d+/5"#)), .new), within: .seconds(2)),
        .end,
        .caption("Twelve # reps"),
        .shot(Shot(name: "one")),
        .shot(Shot(name: "two", format: .svg)),
        .speed(20),
        .advance(.seconds(4)),
      ])
    #expect(script.steps.map(\.line.number) == [2, 4] + Array(5...24))
    #expect(script.duration == .milliseconds(34_550))
  }

  @Test func `a script of a newer version is refused`() throws {
    #expect(try commands("version 1\nrestart\n") == [.restart])
    let error = #expect(throws: ScriptError.self) { try commands("version 2\nrestart\n") }
    #expect(
      error?.description
        == "test:1: this Ladder cannot play version '2' of the format; expected: version 1")
  }

  @Test func `the setup of a script is read`() throws {
    let setup = try Script(
      parsing: """
        size 60x20
        clock 2026-03-01T06:30:15.250+01:00
        seed 7
        zone Europe/Berlin
        locale C
        db fixture gym
        as Ada Lovelace
        set prep-seconds 0
        set key.rep x
        problem "line 3"
        """, file: "test"
    ).setup
    #expect(setup.size == Size(60, 20))
    #expect(setup.clock.iso8601 == "2026-03-01T05:30:15.250Z")
    #expect(setup.seed == 7)
    #expect(setup.zone == "Europe/Berlin")
    #expect(setup.isASCII)
    #expect(setup.database == .fixture("gym"))
    #expect(setup.person?.text == "Ada Lovelace")
    #expect(setup.settingsText == "prep-seconds = 0\nkey.rep = x\n")
    #expect(setup.problems == ["line 3"])
    #expect(try Script(parsing: setup.text, file: "test").setup.text == setup.text)
  }

  @Test func `the racers of a setup are read`() throws {
    let setup = try Script(
      parsing: """
        group "The club"
        racer Ben every 1100ms
        racer "Cleo K." every 2s ±300ms after 1s opens pushups-2min until 30s offline 5s for 4s
        racer Dan every 1s leaves 8s
        """, file: "test"
    ).setup
    let names = try ["Ben", "Cleo K.", "Dan"].map { try #require(PersonName($0)) }
    #expect(
      setup.racers == [
        ScriptedRacer(name: names[0], pace: RepPace(interval: .milliseconds(1100))),
        ScriptedRacer(
          name: names[1], pace: RepPace(interval: .seconds(2), jitter: .milliseconds(300)),
          delay: .seconds(1), opened: "pushups-2min", end: .seconds(30),
          silence: .seconds(5)..<(.seconds(9))),
        ScriptedRacer(
          name: names[2], pace: RepPace(interval: .seconds(1)), end: .seconds(8), isLeaving: true),
      ])
    #expect(try Script(parsing: setup.text, file: "test").setup == setup)
  }

  /// Invalid lines about racers, after a group and a racer who opens a room.
  @Test(arguments: [
    ("racer", "a name is missing"),
    ("racer Ben", "'every' and a duration are missing"),
    ("racer \"\" every 1s", "'' is not a name: it has no letters"),
    ("racer Ben every 90ms", "the time between two reps must be at least 100ms"),
    ("racer Ben every 1s ±2s", "the deviation must be less than the interval"),
    ("racer Ben every 1s opens chess", "unknown challenge 'chess'; 'ladder challenges' lists all"),
    ("racer Ben every 1s opens squats-3min", "another racer opens a room already"),
    ("racer Ben every 1s offline 5s", "'for' and a duration are missing"),
    ("racer Ben every 1s until 5s leaves 6s", "unexpected 'leaves'"),
  ])
  func `an invalid racer is reported`(line: String, message: String) throws {
    let error = #expect(throws: ScriptError.self) {
      try Script(
        parsing: "group Club\nracer Ada every 1s opens squats-3min\n\(line)", file: "test")
    }
    #expect(error?.line.number == 3)
    #expect(error?.message.hasPrefix("\(message); expected: racer NAME every DURATION") == true)
  }

  @Test func `racers need a group, and a race has room for twenty`() {
    let racers = String(repeating: "racer Ben every 1s\n", count: 20)
    for (text, line, message) in [
      (racers, 1, "a 'group' must come before its racers"),
      ("group Club\n" + racers, 21, "there are more than 19 racers"),
    ] {
      let error = #expect(throws: ScriptError.self) { try Script(parsing: text, file: "test") }
      #expect(error?.line.number == line)
      #expect(error?.message.hasPrefix(message) == true)
    }
  }

  @Test func `the seconds of a time are optional`() throws {
    let script = try Script(parsing: "clock 2026-01-05T07:00Z", file: "test")
    #expect(script.setup.clock.iso8601 == "2026-01-05T07:00:00.000Z")
    #expect(script.setup.clock == Script.Setup().clock)
  }

  @Test func `durations are exact to the nanosecond`() throws {
    #expect(
      try commands("advance 950.123456ms\nadvance 0.000000001s\nadvance 1.5m") == [
        .advance(.nanoseconds(950_123_456)), .advance(.nanoseconds(1)), .advance(.seconds(90)),
      ])
  }

  @Test func `keys with a special meaning in scripts can be pressed`() throws {
    #expect(
      try commands("press #\npress \"\npress x x3\npress / # search") == [
        .press("#", count: 1, interval: .zero), .press("\"", count: 1, interval: .zero),
        .press("x", count: 3, interval: .zero), .press("/", count: 1, interval: .zero),
      ])
  }

  @Test func `an included file is read in place, by its relative path`() throws {
    let files = ["a/b/start.ladder": "press b\ninclude ../more", "a/b/../more": "press c"]
    let script = try Script(parsing: "press a\ninclude b/start.ladder\npress d", file: "a/main") {
      path, _ throws(ScriptFileError) in
      guard let text = files[path] else { throw ScriptFileError(path: path, reason: "none") }
      return text
    }
    #expect(
      script.steps.map(\.command)
        == ["a", "b", "c", "d"].map {
          .press($0, count: 1, interval: .zero)
        })
    #expect(
      script.steps.map(\.line) == [
        .init(1, in: "a/main"), .init(1, in: "a/b/start.ladder"), .init(1, in: "a/b/../more"),
        .init(3, in: "a/main"),
      ])
  }

  @Test func `an error in an included file has its location in that file`() {
    #expect(
      throws: ScriptError(
        .init(2, in: "other"), "unknown key 'Foo'; expected: press KEY [xN] [every DURATION]")
    ) {
      try Script(parsing: "\ninclude other", file: "test") { _, _ throws(ScriptFileError) in
        "press a\npress Foo"
      }
    }
  }

  @Test func `a file that includes itself is rejected`() {
    #expect(
      throws: ScriptError(
        .init(1, in: "test"), "'test' would include itself; expected: include FILE")
    ) {
      try Script(parsing: "include test", file: "test") { _, _ throws(ScriptFileError) in "" }
    }
  }

  @Test func `the error for a missing file has its path and the reason`() {
    let path = "/nowhere/at-all.ladder"
    #expect(throws: ScriptFileError(path: path, reason: "No such file or directory")) {
      try Script(contentsOf: path)
    }
  }

  /// Invalid lines with their errors.
  @Test(arguments: [
    (
      "jump",
      "unknown command 'jump'; use one of version, size, clock, seed, zone, locale, db, as, group, racer, set, problem, include, press, hold, release, type, rep, advance, resize, suspend, restart, disk, network, focus, paste, tap, wheel, expect, end, caption, speed, shot"
    ),
    ("press", "a key is missing; expected: press KEY [xN] [every DURATION]"),
    ("press Foo", "unknown key 'Foo'; expected: press KEY [xN] [every DURATION]"),
    (
      "press a x0",
      "'x0' is not a count from x1 to x100000; expected: press KEY [xN] [every DURATION]"
    ),
    ("press a every", "a duration is missing; expected: press KEY [xN] [every DURATION]"),
    ("press a x2 twice", "unexpected 'twice'; expected: press KEY [xN] [every DURATION]"),
    ("type Ann", #"a text in quotation marks is missing; expected: type "TEXT""#),
    (
      "rep many every 1s",
      "'many' is not a count from 1 to 100000; expected: rep N every DURATION [±DURATION]"
    ),
    (
      "rep 5",
      "'every' and a duration are missing; expected: rep N every DURATION [±DURATION]"
    ),
    (
      "rep 5 every 50ms ±80ms",
      "the deviation must be less than the interval; expected: rep N every DURATION [±DURATION]"
    ),
    (
      "advance 5",
      "'5' is not a duration such as 250ms, 1.5s or 2m, up to a day; expected: advance DURATION"
    ),
    (
      "advance -1s",
      "'-1s' is not a duration such as 250ms, 1.5s or 2m, up to a day; expected: advance DURATION"
    ),
    (
      "advance 1441m",
      "'1441m' is not a duration such as 250ms, 1.5s or 2m, up to a day; expected: advance DURATION"
    ),
    (
      "resize 80",
      "'80' is not a size such as 80x24, with 1 to 500 columns and rows; expected: resize COLUMNSxROWS"
    ),
    (
      "resize 80x0",
      "'80x0' is not a size such as 80x24, with 1 to 500 columns and rows; expected: resize COLUMNSxROWS"
    ),
    (
      "disk full",
      "'full' is neither 'read-only' nor 'writable'; expected: disk read-only|writable"
    ),
    (
      "tap go",
      #"'go' is not a position such as 12,3, with columns and rows from 0 to 499; expected: tap COLUMN,ROW|"TEXT""#
    ),
    ("restart now", "unexpected 'now'; expected: restart"),
    ("focus away", "'away' is neither 'lost' nor 'gained'; expected: focus lost|gained"),
    ("caption Hello", #"a text in quotation marks is missing; expected: caption "TEXT""#),
    ("caption \"Hello", #"a quotation mark is missing at the end; expected: caption "TEXT""#),
    (
      "caption \"Hello\"you",
      #"a space is missing after the closing quotation mark; expected: caption "TEXT""#
    ),
    (
      "expect Saved",
      #"a text in quotation marks, or a /pattern/, is missing; expected: expect [new|not] "TEXT"|/REGEX/ [within DURATION]"#
    ),
    (
      "expect /(/",
      #"/(/ is not a valid pattern: missing closing parenthesis (at character 1); expected: expect [new|not] "TEXT"|/REGEX/ [within DURATION]"#
    ),
    (
      "expect \"a\" within",
      #"a duration is missing; expected: expect [new|not] "TEXT"|/REGEX/ [within DURATION]"#
    ),
    (
      "speed 0",
      "'0' is not a number from 0.25 to 100; expected: speed NUMBER"
    ),
    (
      "shot a/b",
      "'a/b' is not a name of letters, digits, - and _; expected: shot NAME[.txt|.svg|.ansi]"
    ),
    (
      "shot a.png",
      "a picture's name ends in .txt, .svg or .ansi, not in '.png'; expected: shot NAME[.txt|.svg|.ansi]"
    ),
    (
      "clock 7:00",
      "'7:00' is not a time such as 2026-01-05T07:00Z or 2026-01-05T07:00:30.250+01:00; expected: clock TIME"
    ),
    (
      "clock 2026-02-30T07:00Z",
      "'2026-02-30T07:00Z' is not a time such as 2026-01-05T07:00Z or 2026-01-05T07:00:30.250+01:00; expected: clock TIME"
    ),
    ("seed -1", "'-1' is not a whole number of at least 0; expected: seed NUMBER"),
    (
      "zone Mars/Base",
      "unknown time zone 'Mars/Base'; use a name such as Europe/Berlin; expected: zone NAME"
    ),
    (
      "zone ../../etc/passwd",
      "unknown time zone '../../etc/passwd'; use a name such as Europe/Berlin; expected: zone NAME"
    ),
    ("db", "'empty', 'fixture' or a file is missing; expected: db empty|fixture NAME|FILE"),
    (
      "db fixture zoo",
      "unknown fixture 'zoo'; known fixtures: gym, barbell; expected: db empty|fixture NAME|FILE"
    ),
    ("as \"\"", "'' is not a name: it has no letters; expected: as NAME"),
    (
      "as \"\(String(repeating: "a", count: 100))\"",
      "a name has at most \(PersonName.maxLength) characters; expected: as NAME"
    ),
    ("set beeps loud", #"beeps must be on or off, not "loud"; expected: set KEY VALUE"#),
    (
      "set volume 11",
      #"unknown setting "volume"; expected: set KEY VALUE"#
    ),
    ("set key.fly a", #"no action is named "fly"; expected: set KEY VALUE"#),
    (
      "include there",
      "'there' cannot be read (files cannot be included here); expected: include FILE"
    ),
  ])
  func `a line with a syntax error is reported with the expected syntax`(
    line: String, message: String
  ) {
    #expect(throws: ScriptError(.init(3, in: "test"), message)) {
      try Script(parsing: "# One\n\n\(line)\n", file: "test")
    }
  }

  @Test func `setup commands must come first`() {
    #expect(
      throws: ScriptError(
        .init(2, in: "test"),
        "'size' must come before the first step of the script; "
          + "expected: size COLUMNSxROWS")
    ) {
      try Script(parsing: "press a\nsize 80x24", file: "test")
    }
  }

  @Test func `an error begins with the file and the line`() {
    let error = ScriptError(.init(7, in: "a.ladder"), "unknown key 'Foo'")
    #expect("\(error)" == "a.ladder:7: unknown key 'Foo'")
  }

  @Test(arguments: [
    "press Enter", "press # x12 every 950ms", #"type "Ann \"me\" \\""#,
    "rep 12 every 950.123456ms ±80ms", "advance 1s", "resize 60x20", "suspend 5s", "restart",
    "disk read-only", "disk writable", "network off", "network on", "focus lost", "end",
    #"paste "a b""#, "tap 12,3",
    #"tap "keep going""#, "wheel up 0,0", #"expect "Saved" within 2s"#,
    #"expect not /a\/b\d/"#, #"expect new "x""#, #"caption "Twelve # reps""#, "speed 0.5",
    "shot two.svg",
  ])
  func `parsing and writing a command returns the same line`(line: String) throws {
    #expect(try commands(line).map(\.text) == [line])
  }
}
