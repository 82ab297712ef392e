extension Settings {
  /// A setting, whose raw value is its name in the settings file. The cases are in the order of the file.
  public enum Field: String, CaseIterable, Sendable {
    case name
    case preparation = "prep-seconds"
    case minGap = "rep-gap-ms"
    case rest = "rest-seconds"
    case beeps
    case notification = "notify"
    case theme
    case ascii
    case color
    case mouse
    case kittyKeyboard = "kitty"
    case weekStart = "week-start"
    case dayStart = "day-starts"
    case unit
    case bar
    case warmUp = "warm-up"
    case trainingDays = "training-days"
    case goal
    case program
    case count = "count-reps"
    case analytics

    /// The comment that describes the setting in the settings file.
    var comment: String {
      switch self {
      case .name: "Your name on the leaderboard; empty means your login name."
      case .preparation: "The countdown before a workout in seconds: 0 to 10."
      case .minGap:
        "The shortest time between two reps in milliseconds: \(Settings.minGapRange.lowerBound) to \(Settings.minGapRange.upperBound)."
      case .rest: "Seconds of rest after a set: 0 to 600; 0 turns it off."
      case .beeps: "Ring the terminal's bell at each phase of a workout: on or off."
      case .trainingDays:
        "The days you train, such as mon wed fri, or all; other days don't break a streak."
      case .goal:
        "A goal for the week: 4 workouts, 90 minutes, 300 reps or 300 push-ups; empty for none."
      case .program:
        "The program you follow and its start, as in 5/3/1 since 2026-03-02; empty for none."
      case .count: "The number of reps between two rep cues: 0 to 1000; 0 turns them off."
      case .notification:
        "Desktop notifications at each phase of a workout, by escape sequence: off, osc9 or osc777."
      case .theme: "Colors: terminal (your terminal's), dark, light or high-contrast."
      case .ascii: "Use ASCII characters only: on or off."
      case .color: "Use colors: on or off. NO_COLOR and --no-color override this."
      case .mouse: "Use the mouse: on or off."
      case .kittyKeyboard:
        "Ask the terminal to report key releases (kitty keyboard protocol): on or off."
      case .weekStart: "The first day of a week: monday, sunday or saturday."
      case .dayStart:
        "The time at which a day begins, such as 4:00 if you train after midnight: 0:00 to 12:00."
      case .unit:
        "The unit of weights that you type without one: kg or lb; empty to be asked."
      case .bar:
        "Your bar and plates, as in 20kg plates 25 20 15 10x4 5 2.5 with four plates of 10 for both sides; empty for the usual ones."
      case .warmUp:
        "The warm-up sets, as percentages of the work set's weight: 20%x5 40%x5 60%x3 80%x2."
      case .analytics:
        "Record which features you use, in your own database only: on or off."
      }
    }
  }

  /// Returns the value of `field` as it is written to the file.
  public func text(of field: Field) -> String {
    switch field {
    case .name: name?.text ?? ""
    case .preparation: "\(preparation)"
    case .minGap: "\(minGap.wholeMilliseconds)"
    case .rest: "\(rest)"
    case .beeps: usesBell.switchText
    case .trainingDays: trainingDays.text
    case .goal: goal?.text ?? ""
    case .program: program?.text ?? ""
    case .count: "\(countInterval)"
    case .notification: notification.rawValue
    case .theme: theme.rawValue
    case .ascii: isASCII.switchText
    case .color: showsColors.switchText
    case .mouse: usesMouse.switchText
    case .kittyKeyboard: usesKittyKeyboard.switchText
    case .weekStart: weekStart.rawValue
    case .dayStart: dayStart.text
    case .unit: unit?.rawValue ?? ""
    case .bar: bar?.text ?? ""
    case .warmUp: warmUp.text
    case .analytics: recordsEvents.switchText
    }
  }

  /// Sets `field` from its text in the file.
  ///
  /// - Throws: ``InvalidValue``, without setting anything.
  package mutating func set(_ field: Field, to text: String) throws(InvalidValue) {
    switch field {
    case .name: name = try Self.name(text)
    case .preparation: preparation = try Self.number(text, in: Self.preparationRange)
    case .minGap:
      minGap = .milliseconds(try Self.number(text, in: Self.minGapRange))
    case .rest: rest = try Self.number(text, in: Self.restRange)
    case .beeps: usesBell = try Self.switchValue(text)
    case .trainingDays: trainingDays = try Self.trainingDays(text)
    case .goal: goal = try Self.goal(text)
    case .program: program = try Self.program(text)
    case .count: countInterval = try Self.number(text, in: Self.countRange)
    case .notification: notification = try Self.choice(text)
    case .theme: theme = try Self.choice(text)
    case .ascii: isASCII = try Self.switchValue(text)
    case .color: showsColors = try Self.switchValue(text)
    case .mouse: usesMouse = try Self.switchValue(text)
    case .kittyKeyboard: usesKittyKeyboard = try Self.switchValue(text)
    case .weekStart: weekStart = try Self.choice(text)
    case .dayStart: dayStart = try Self.dayStart(text)
    case .unit: unit = text.isEmpty ? nil : try Self.choice(text)
    case .bar: bar = try Self.bar(text)
    case .warmUp: warmUp = try Self.warmUp(text)
    case .analytics: recordsEvents = try Self.switchValue(text)
    }
  }

  /// Returns the settings with `field` from its text in the file.
  ///
  /// - Throws: ``InvalidValue``.
  package func with(_ field: Field, _ text: String) throws(InvalidValue) -> Settings {
    var settings = self
    try settings.set(field, to: text)
    return settings
  }

  /// An invalid value for a setting.
  package struct InvalidValue: Error {
    /// A description of the valid values: "on or off".
    package let expected: String
  }

  private static func name(_ text: String) throws(InvalidValue) -> PersonName? {
    if text.isEmpty { return nil }
    guard let name = PersonName(text) else { throw InvalidValue(expected: "a name with letters") }
    guard !PersonName.isTooLong(text) else {
      throw InvalidValue(expected: "a name of at most \(PersonName.maxLength) characters")
    }
    return name
  }

  private static func trainingDays(_ text: String) throws(InvalidValue) -> TrainingDays {
    guard let days = TrainingDays(text: text) else {
      throw InvalidValue(expected: "all or days such as mon wed fri")
    }
    return days
  }

  private static func dayStart(_ text: String) throws(InvalidValue) -> DayStart {
    guard let start = DayStart(text: text) else {
      throw InvalidValue(expected: "a time from 0:00 to 12:00, such as 4:00")
    }
    return start
  }

  private static func goal(_ text: String) throws(InvalidValue) -> WeekGoal? {
    if text.isEmpty { return nil }
    guard let goal = WeekGoal(text: text) else {
      throw InvalidValue(expected: "a goal such as 4 workouts, 90 minutes or 300 push-ups")
    }
    return goal
  }

  private static func bar(_ text: String) throws(InvalidValue) -> Bar? {
    if text.isEmpty { return nil }
    guard let bar = try? Bar(text: text) else {
      throw InvalidValue(
        expected: "none or a weight such as 20kg, 10kg one-side or 20kg plates 25 20 10x4 5")
    }
    return bar
  }

  private static func warmUp(_ text: String) throws(InvalidValue) -> WarmUpRule {
    guard let rule = try? WarmUpRule(text: text) else {
      throw InvalidValue(expected: "percentages and reps such as 40%x5 60%x3")
    }
    return rule
  }

  private static func program(_ text: String) throws(InvalidValue) -> FollowedProgram? {
    if text.isEmpty { return nil }
    guard let program = FollowedProgram(text: text) else {
      throw InvalidValue(expected: "a program and its first day, as in 5/3/1 since 2026-03-02")
    }
    return program
  }

  private static func number(
    _ text: String, in range: ClosedRange<Int>
  ) throws(InvalidValue) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw InvalidValue(expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func switchValue(_ text: String) throws(InvalidValue) -> Bool {
    switch text.lowercased() {
    case "on", "yes", "true": true
    case "off", "no", "false": false
    default: throw InvalidValue(expected: "on or off")
    }
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: String
  ) throws(InvalidValue) -> Choice {
    guard let choice = Choice(rawValue: text.lowercased()) else {
      let words = Choice.allCases.map(\.rawValue)
      throw InvalidValue(
        expected: words.dropLast().joined(separator: ", ") + " or " + (words.last ?? ""))
    }
    return choice
  }
}

extension Bool {
  /// The value as written in the settings file.
  fileprivate var switchText: String { self ? "on" : "off" }
}

// MARK: - Variations

extension Settings {
  /// The prefix of the settings that define a scale: `variations.push-up = knee push-up, push-up`.
  static let variationsPrefix = "variations."

  /// The maximum number of scales that the file defines.
  static let maxVariationScales = 64

  /// The scales of variations: the person's scales, and the built-in scales that they don't replace.
  public var variationScales: [VariationScale] {
    variations
      + VariationScale.standard.filter { scale in
        !variations.contains { $0.isNamed(scale.exercise) }
      }
  }

  /// Sets the scale of an exercise from its text in the file.
  ///
  /// - Throws: ``InvalidValue``, without setting anything.
  mutating func setVariations(
    of exercise: some StringProtocol, to text: String
  ) throws(InvalidValue) {
    let scale: VariationScale
    do throws(VariationScale.Violation) {
      scale = try VariationScale(exercise: exercise, text: text)
    } catch {
      throw InvalidValue(expected: error.rule)
    }
    variations.removeAll { $0.isNamed(exercise) }
    guard variations.count < Self.maxVariationScales else {
      throw InvalidValue(expected: "one of the first \(Self.maxVariationScales) scales")
    }
    variations.append(scale)
  }
}

extension VariationScale.Violation {
  /// The violated rule, as the end of a sentence.
  fileprivate var rule: String {
    switch self {
    case .name: "names of exercises with commas between them"
    case .count:
      "\(VariationScale.variationCountRange.lowerBound) to "
        + "\(VariationScale.variationCountRange.upperBound) names in at most "
        + "\(VariationScale.maxLength) bytes"
    case .duplicate: "different exercises"
    }
  }
}
