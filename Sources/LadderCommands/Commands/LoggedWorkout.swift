import CommandLineInterface
import FoundationEssentials
import Models

/// A workout from the options of `ladder log`.
struct LoggedWorkout: Hashable {
  let chosen: ChosenWorkout
  let reps: Int
  let duration: Duration
  let start: TypedTime
  let note: WorkoutNote?
  let figures: WorkoutFigures

  /// Parses a workout.
  ///
  /// - Parameters:
  ///   - now: The current time. Without `--at`, the workout ended now.
  ///   - dayStart: The beginning of the person's days.
  /// - Throws: ``UsageError`` if a value is invalid or missing.
  init(
    _ chosen: ChosenWorkout, options values: ParsedArguments, now: Date, _ dayStart: DayStart
  ) throws {
    self.chosen = chosen
    let challenge = chosen.challenge
    let rules = ManualEntryRules(challenge)
    do {
      duration = try Self.duration(values[.time], of: chosen, rules)
      reps = try Self.reps(values[.reps], of: chosen, rules)
      figures = try WorkoutFigures(values)
    } catch let problem as ManualEntryRules.Problem {
      throw UsageError(problem)
    }
    let hasDistance = figures.distance != nil || figures.calories != nil
    guard !hasDistance || challenge.acceptsDistance else {
      throw UsageError("\(chosen.name) has no distance; leave --distance and --calories out")
    }
    note = try values[.note].flatMap(Self.note)
    if let message = rules.impossibilityMessage(for: reps, in: duration, figures) {
      throw UsageError("\(message); check the options")
    }
    start = try Self.start(values[.at], duration: duration, now: now, dayStart)
  }

  /// Parses the value of `--at` or another option. Without a value, or with only today's date, the workout ended now.
  ///
  /// - Throws: ``UsageError``.
  static func start(
    _ at: String?, duration: Duration, option: String = "--at", now: Date, _ dayStart: DayStart
  ) throws -> TypedTime {
    guard let at, at.lowercased() != "today" else {
      return TypedTime(now.addingTimeInterval(-(duration / .seconds(1))))
    }
    do {
      let start = try TypedTime(at, now: now, dayStart: dayStart)
      let latest = now.addingTimeInterval(-(duration / .seconds(1)))
      guard start.date > latest else { return start }
      // For today's date without a time, the workout ended now.
      guard at.contains(":") else { return TypedTime(latest) }
      throw UsageError(
        "--at \(at.quoted) is less than \(duration.clockText) ago; check --at and --time")
    } catch let error as TypedTime.Problem {
      throw UsageError(
        error == .unreadable
          ? "\(option) \(error.rule), not \(at.quoted)" : "\(option) \(at.quoted) \(error.rule)")
    }
  }

  private static func duration(
    _ text: String?, of chosen: ChosenWorkout, _ rules: ManualEntryRules
  ) throws -> Duration {
    if let text { return try rules.time(text) }
    if let limit = chosen.challenge.timeLimit { return limit }
    throw UsageError("\"log \(chosen.name)\" needs --time, as in --time 04:30")
  }

  private static func reps(
    _ text: String?, of chosen: ChosenWorkout, _ rules: ManualEntryRules
  ) throws -> Int {
    guard chosen.challenge.scoring.countsReps, !chosen.challenge.routine.isUncounted else {
      guard text == nil else {
        throw UsageError("\(chosen.name) has no reps; leave --reps out")
      }
      return 0
    }
    if let text { return try rules.reps(text) }
    if let goal = chosen.challenge.scoring.repGoal { return goal }
    throw UsageError("\"log \(chosen.name)\" needs --reps, as in --reps 30")
  }

  static func note(_ text: String) throws -> WorkoutNote? {
    guard !WorkoutNote.isTooWide(text) else {
      throw UsageError("--note must be at most \(WorkoutNote.maxWidth) columns wide; shorten it")
    }
    return WorkoutNote(text)
  }

  /// Returns a draft of the workout, without the times of its reps.
  ///
  /// - Parameter challenge: The stored challenge.
  func draft(in challenge: Challenge) -> WorkoutDraft {
    WorkoutDraft(
      id: UUID(), challenge: challenge.id, startedAt: start.date, utcOffset: start.utcOffset,
      duration: duration,
      // `ManualEntryRules` has checked the maximum.
      log: WorkoutLog(typedReps: reps) ?? WorkoutLog())
  }
}

extension WorkoutFigures {
  /// Reads the options for figures.
  ///
  /// - Throws: ``ManualEntryRules/Problem``.
  fileprivate init(_ values: ParsedArguments) throws(ManualEntryRules.Problem) {
    self.init(
      effort: try ManualEntryRules.effort(values[.rpe] ?? ""),
      bodyWeight: try ManualEntryRules.bodyWeight(values[.weight] ?? ""),
      distance: try ManualEntryRules.distance(values[.distance] ?? ""),
      calories: try ManualEntryRules.calories(values[.calories] ?? ""))
  }
}

extension UsageError {
  /// Creates the error of an option with an invalid value.
  init(_ problem: ManualEntryRules.Problem) {
    self.init("\(problem.field.option.spelling) \(problem.rule)")
  }
}

extension ManualEntryRules.Problem.Field {
  /// The option that sets the field.
  fileprivate var option: Option {
    switch self {
    case .reps: .reps
    case .time: .time
    case .effort: .rpe
    case .bodyWeight: .weight
    case .distance: .distance
    case .calories: .calories
    }
  }
}

// MARK: - Logged sets

/// A session of one exercise from the operands of `ladder log 'bench press' 100x5 80x8@9`.
struct LoggedSets: Hashable {
  let exercise: String
  /// The texts of the sets, which are parsed when the unit of the exercise is known.
  private let texts: [String]
  private let duration: Duration?
  private let at: String?
  let note: WorkoutNote?
  let figures: WorkoutFigures
  private let now: Date
  private let dayStart: DayStart

  /// Reads the operands and options.
  ///
  /// - Parameters:
  ///   - now: The current time. Without `--at`, the session ended now.
  ///   - dayStart: The beginning of the person's days.
  /// - Throws: ``UsageError``.
  init(
    _ exercise: String, sets texts: [String], options values: ParsedArguments, now: Date,
    _ dayStart: DayStart
  ) throws {
    let name = try exerciseName(exercise)
    guard values[.reps] == nil else {
      throw UsageError("a set has its reps after the x, as in 100x5; leave --reps out")
    }
    guard values[.distance] == nil, values[.calories] == nil else {
      throw UsageError("sets have no distance; leave --distance and --calories out")
    }
    self.exercise = name
    self.texts = texts
    (self.now, self.dayStart) = (now, dayStart)
    do {
      duration = try values[.time].map { try ManualEntryRules(nil).time($0) }
      figures = try WorkoutFigures(values)
    } catch let problem as ManualEntryRules.Problem {
      throw UsageError(problem)
    }
    note = try values[.note].flatMap(LoggedWorkout.note)
    at = values[.at]
    _ = try draft(unit: .kilograms)
  }

  /// Whether the first weight was typed without a unit.
  var needsUnit: Bool {
    var unit: Weight.Unit?
    for text in texts {
      do throws(TextError) {
        _ = try Self.entries(text, unit: &unit)
      } catch {
        return error.isUnitMissing
      }
    }
    return false
  }

  /// Parses the sets of an operand.
  ///
  /// - Parameter unit: The unit of the previous weight. On return, the unit of the last weight.
  private static func entries(
    _ text: String, unit: inout Weight.Unit?
  ) throws(TextError) -> [SetEntry] {
    let entries = try [SetEntry](text: text, unit: unit)
    unit = entries.lazy.compactMap(\.load.weight).last?.unit ?? unit
    return entries
  }

  /// Returns the session as a workout to save.
  ///
  /// - Parameter unit: The unit of the first weight if it was typed without one. Every other weight without a unit has
  ///   the unit of the previous weight.
  /// - Throws: ``UsageError`` with the number of the set that cannot be read.
  func draft(unit: Weight.Unit) throws -> WorkoutDraft {
    var sets: [SetEntry] = []
    var unit: Weight.Unit? = unit
    for text in texts {
      do throws(TextError) {
        sets += try Self.entries(text, unit: &unit)
      } catch {
        throw UsageError("cannot read the set \(text.quoted): \(error)")
      }
    }
    guard sets.count <= PerformedSet.maxCount else {
      throw UsageError("a session has at most \(PerformedSet.maxCount) sets")
    }
    // Without `--time`, each set counts as a minute or more, but their total is at most the time since a typed start.
    let usual = Duration.seconds(sets.reduce(0) { $0 + max(60, $1.reps) })
    let hasStart = at?.contains(":") == true
    let start = try LoggedWorkout.start(
      at, duration: duration ?? (hasStart ? .zero : usual), now: now, dayStart)
    let duration =
      duration ?? min(usual, .milliseconds(Int64(now.timeIntervalSince(start.date) * 1000)))
    // All sets get the time of the session's end, so that the session that was logged last has the latest sets.
    let performed = sets.compactMap { PerformedSet(exercise, $0, at: duration) }
    guard var log = WorkoutLog(sets: performed) else {
      throw UsageError(Routine.Violation.tooManyReps.description)
    }
    log.append(.typed(reps: 0), at: .zero)
    return WorkoutDraft(
      id: UUID(), challenge: .strength, startedAt: start.date, utcOffset: start.utcOffset,
      duration: duration, log: log)
  }
}
