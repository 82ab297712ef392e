import Resources

/// A workout text with a name: `5x5 A`.
public struct NamedRoutine: Hashable, Sendable {
  public let name: String
  public let routine: Routine

  public init(name: String, routine: Routine) {
    self.name = name
    self.routine = routine
  }
}

/// An ordered list of routines, with rules for their weights.
///
/// People write it as text, which `docs/WORKOUTS.md` describes. Only the text and the day of its start are stored: the
/// next session follows from the finished workouts (``nextSession(after:since:today:on:instead:)``).
public struct TrainingProgram: Hashable, Sendable {
  public let name: String
  /// The author and the publication, if the text names them.
  public let source: String?
  public let order: Order
  public let routines: [NamedRoutine]
  let rules: [Rule]
  /// The text, as it was written.
  public let text: String

  /// The order of the routines.
  public enum Order: Hashable, Sendable {
    /// One after the other, then again from the first.
    case alternate
    /// A day of the week for each routine, as in ``CivilDate/weekday``.
    case weekdays([Int])
    /// One after the other, in a cycle with a number of weeks.
    case weeks(Int)

    /// Whether the routines have days of the week.
    public var hasDays: Bool { if case .weekdays = self { true } else { false } }
  }

  /// The weights of exercises.
  struct Rule: Hashable, Sendable {
    let exercises: [String]
    let progression: Progression
    /// The ``Swift/StringProtocol/nameKey`` of each exercise.
    let keys: [String]

    init(_ exercises: [String], _ progression: Progression) {
      self.exercises = exercises
      self.progression = progression
      keys = exercises.map(\.nameKey)
    }

    enum Progression: Hashable, Sendable {
      case rule(ProgressionRule)
      /// A training maximum: a percentage of the estimated maximum at the start, increased by a step with each cycle.
      /// Without a step, the estimated maximum is the current one.
      case maximum(percent: Int, step: DecimalText?)
    }
  }

  static let maxPrograms = 100
  static let maxRoutines = 100
  static let maxWeeks = 52
  /// The maximum width of a program's name in columns.
  static let maxNameWidth = 48
  /// The maximum length of a text of routines and programs in bytes.
  public static let maxLength = 1 << 18

  /// The built-in programs, parsed on first use.
  public static let standard: [TrainingProgram] = {
    do throws(TextError) {
      return try RoutineText(ladder_programs().text).programs
    } catch {
      // The file is built in, and a test parses it.
      fatalError("Resources/programs.txt: \(error)")
    }
  }()

  /// The names of the exercises in order of their first use, without duplicates.
  public var exercises: [String] { routines.flatMap(\.routine.exercises).uniqued }

  /// The order in words: `in turn`, `on Mon Wed Fri`, `in 4 weeks`.
  public var orderText: String {
    switch order {
    case .alternate: "in turn"
    case .weekdays(let days):
      "on \(days.map { CivilDate(daysSince1970: 3 + Int64($0)).weekdayName }.joined(separator: " "))"
    case .weeks(let count): "in \(count.counted("week"))"
    }
  }

  /// The rules as text: `squat, bench press: linear 5x5 +2.5`.
  public var ruleTexts: [String] {
    rules.map { rule in
      let text =
        switch rule.progression {
        case .rule(let rule): rule.text
        case .maximum(let percent, let step):
          "percentages of \(percent) % of the estimated maximum"
            + (step.map { ", \($0.text) more with each cycle" } ?? "")
        }
      return "\(rule.exercises.joined(separator: ", ")): \(text)"
    }
  }

  /// Returns the rule of a step without a weight: the first one for its exercise that begins with its sets and reps.
  func rule(of step: Routine.Step) -> ProgressionRule? {
    guard step.load == nil, !step.isWarmUp, case .reps(let reps) = step.target else { return nil }
    let key = step.exercise.nameKey
    return rules.lazy.compactMap { rule -> ProgressionRule? in
      guard rule.keys.contains(key), case .rule(let found) = rule.progression else { return nil }
      return found.firstStage == ProgressionRule.Stage(sets: step.sets, reps: reps) ? found : nil
    }.first
  }

  /// Returns the weight to which percentages of an exercise refer; `nil` for the estimated maximum.
  func progression(of key: String) -> Rule.Progression? {
    rules.first { $0.keys.contains(key) }?.progression
  }
}

extension Routine.Step {
  /// Whether the weight is a percentage.
  var hasPercentage: Bool { if case .percent = load { true } else { false } }
}

extension ProgressionRule {
  /// The sets and reps of the first session; `nil` for percentages.
  var firstStage: Stage? {
    switch self {
    case .linear(let sets, let reps, _): Stage(sets: sets, reps: reps)
    case .double(let sets, let reps, _): Stage(sets: sets, reps: reps.lowerBound)
    case .staged(let stages, _, _): stages.first
    case .percentage: nil
    }
  }

  /// The rule with a step that is twice as large: 5 lb instead of 2.5 kg.
  var withDoubleStep: ProgressionRule {
    switch self {
    case .linear(let sets, let reps, let step): .linear(sets: sets, reps: reps, step: step.doubled)
    case .double(let sets, let reps, let step): .double(sets: sets, reps: reps, step: step.doubled)
    case .staged(let stages, let step, let deload):
      .staged(stages: stages, step: step.doubled, deload: deload)
    case .percentage: self
    }
  }
}

extension DecimalText {
  /// Twice the number, or the number itself if the result would be too large for a weight.
  var doubled: DecimalText {
    Weight(thousandths: 2 * thousandths, in: .kilograms)?.number ?? self
  }
}

// MARK: - Followed program

/// The program that a person follows, and the day since which they follow it.
public struct FollowedProgram: Hashable, Sendable {
  public let name: String
  /// The local day, in days since 1970. Earlier workouts are not part of the program.
  public let since: Int64

  public init(name: String, since: Int64) {
    self.name = name
    self.since = since
  }

  /// Creates a value from its text in the settings file: `5/3/1 since 2026-03-02`.
  ///
  /// - Returns: `nil` for any other text.
  init?(text: String) {
    guard let range = text.ranges(of: " since ").last else { return nil }
    var scanner = TextScanner(text[range.upperBound...])
    guard
      let name = TrainingProgram.name(text[..<range.lowerBound]), let date = scanner.civilDate(),
      scanner.isAtEnd, date.isValid, date.year >= 1970
    else { return nil }
    self.init(name: name, since: date.daysSince1970)
  }

  /// The text in the settings file.
  public var text: String { "\(name) since \(CivilDate(daysSince1970: since).text)" }
}

extension TrainingProgram {
  /// Returns a name in the form in which programs store it.
  ///
  /// - Returns: `nil` if it is empty or too wide, or has invisible characters.
  static func name(_ raw: some StringProtocol) -> String? {
    let name = String(sanitizing: raw, maxWidth: maxNameWidth)
    return name == String(raw) ? name : nil
  }
}

extension [TrainingProgram] {
  /// Returns the program with a name in any spelling.
  public func named(_ name: String) -> TrainingProgram? {
    let key = name.nameKey
    return first { $0.name == name } ?? first { $0.name.nameKey == key }
  }
}
