import Testing

@testable import Models

struct SettingsTextTests {
  @Test func `a new file explains every setting and has the defaults`() {
    let text = SettingsText()
    #expect(text.settings == Settings())
    #expect(text.problems.isEmpty)
    for field in Settings.Field.allCases {
      #expect(field.comment.hasSuffix("."))
      #expect(text.text.contains("# \(field.comment)\n\(field.rawValue) ="))
    }
    #expect(SettingsText(text.text) == text)
  }

  @Test func `every setting can be read`() {
    let text = SettingsText(
      """
      # mine
      name =  Ann
      prep-seconds=5
        rep-gap-ms = 200
      rest-seconds = 600
      beeps = OFF
      count-reps = 20
      training-days = Mon, fri
      goal = 300 push-ups
      program = 5/3/1 since 2026-03-02
      notify = osc777
      theme = high-contrast
      ascii = yes
      color = false
      mouse = no
      kitty = off
      week-start = sunday
      analytics = on\r

      """)
    #expect(text.problems.isEmpty)
    var settings = Settings()
    settings.name = PersonName("Ann")
    settings.preparation = 5
    settings.minGap = .milliseconds(200)
    settings.rest = 600
    settings.usesBell = false
    settings.countInterval = 20
    settings.trainingDays = [1, 5]
    settings.goal = WeekGoal(300, .exercise("push-ups"))
    settings.program = FollowedProgram(name: "5/3/1", since: 20_514)
    settings.notification = .osc777
    settings.theme = .highContrast
    settings.isASCII = true
    settings.showsColors = false
    settings.usesMouse = false
    settings.usesKittyKeyboard = false
    settings.weekStart = .sunday
    settings.recordsEvents = true
    #expect(text.settings == settings)
  }

  @Test func `a file of a newer version is reported, and its known settings apply`() {
    #expect(SettingsText("version = 1\n").problems.isEmpty)
    let text = SettingsText("version = 2\nbrightness = 3\ntheme = dark\n")
    #expect(text.settings.theme == .dark)
    #expect(
      text.problems.first?.problem
        == "version \"2\" is unknown, and some settings may have no effect; update Ladder, or write "
        + "version = 1")
    var changed = text
    changed.update(to: Settings())
    #expect(changed.text == "version = 2\nbrightness = 3\ntheme = terminal\n")
  }

  @Test func `an invalid line is reported, and all other lines are used`() {
    let text = SettingsText(
      """
      theme = purple
      prep-seconds = 11
      beeps = loud
      name = \u{1B}
      what
      speed\u{1B} = 3
      mouse = off
      rest-seconds = 601
      notify = loudly
      """)
    #expect(
      text.problems == [
        .init(
          line: 1,
          "theme must be terminal, dark, light or high-contrast, not \"purple\""),
        .init(line: 2, "prep-seconds must be a number from 0 to 10, not \"11\""),
        .init(line: 3, "beeps must be on or off, not \"loud\""),
        .init(line: 4, "name must be a name with letters, not \"\\u{1b}\""),
        .init(line: 5, "\"what\" isn't a setting; write it as key = value"),
        .init(
          line: 6,
          "unknown setting \"speed\\u{1b}\""),
        .init(line: 8, "rest-seconds must be a number from 0 to 600, not \"601\""),
        .init(line: 9, "notify must be off, osc9 or osc777, not \"loudly\""),
      ])
    var settings = Settings()
    settings.usesMouse = false
    #expect(text.settings == settings)
  }

  @Test func `lines that set keys become entries, and invalid lines become problems`() {
    let text = SettingsText(
      "# keys\n\n  key.rep =  F5 x \r\nkey.pause=#\n key.stop-and-save\n= x\n")
    #expect(
      text.keyEntries == [
        .init(line: 3, name: "rep", value: "F5 x"), .init(line: 4, name: "pause", value: "#"),
      ])
    #expect(
      text.problems == [
        .init(line: 5, "\"key.stop-and-save\" isn't a setting; write it as key = value"),
        .init(
          line: 6, "unknown setting \"\""),
      ])
  }

  @Test func `lines about keys are kept when a setting changes`() {
    var text = SettingsText("key.rep = F5\ntheme = dark\n")
    #expect(text.problems.isEmpty)
    var settings = text.settings
    settings.theme = .light
    text.update(to: settings)
    #expect(text.text == "key.rep = F5\ntheme = light\n")
  }

  @Test func `if two lines have the same setting, the last one is used and updated`() {
    var text = SettingsText("beeps = on\nbeeps = off\n")
    #expect(!text.settings.usesBell)
    text.update(to: Settings())
    #expect(text.text == "beeps = on\nbeeps = on\n")
  }

  @Test func `only lines with changed values are rewritten`() {
    var text = SettingsText("# mine\n\nspeed = 3\n  theme   =  dark\nbeeps=on")
    var settings = text.settings
    settings.theme = .light
    settings.preparation = 0
    text.update(to: settings)
    #expect(
      text.text == """
        # mine

        speed = 3
        theme = light
        beeps=on

        # The countdown before a workout in seconds: 0 to 10.
        prep-seconds = 0

        """)
    #expect(text.settings == settings)
    #expect(text.problems.map(\.line) == [3])
  }

  @Test func `an invalid line is replaced when its setting changes`() {
    var text = SettingsText("theme = purple\n")
    var settings = text.settings
    settings.preparation = 4
    text.update(to: settings)
    #expect(text.problems.map(\.line) == [1])
    settings.theme = .dark
    text.update(to: settings)
    #expect(text.problems.isEmpty)
    #expect(text.settings == settings)
  }

  @Test func `a byte order mark at the beginning is ignored`() {
    var text = SettingsText("\u{FEFF}theme = dark\n\u{FEFF}beeps = off\n")
    #expect(text.settings.theme == .dark)
    #expect(text.problems.map(\.line) == [2])
    var settings = text.settings
    settings.rest = 7
    text.update(to: settings)
    #expect(text.text.hasPrefix("\u{FEFF}theme = dark\n"))
  }

  @Test(arguments: ["", "\n", "   ", "#"])
  func `an empty file has no problems`(text: String) {
    #expect(SettingsText(text).problems.isEmpty)
    #expect(SettingsText(text).settings == Settings())
  }
}
