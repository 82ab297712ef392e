import CommandLineInterface
import FoundationEssentials
import Models

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

  /// Reads the operands and options.
  ///
  /// - Parameter now: The current time. Without `--at`, the session ended now.
  /// - Throws: ``UsageError``.
  init(
    _ exercise: String, sets texts: [String], options values: ParsedArguments, now: Date
  ) throws {
    guard let name = Routine.exerciseName(exercise) else {
      throw UsageError(Routine.Violation.exercise.description)
    }
    guard values[.reps] == nil else {
      throw UsageError("a set has its reps after the x, as in 100x5; leave --reps out")
    }
    guard values[.distance] == nil, values[.calories] == nil else {
      throw UsageError("sets have no distance; leave --distance and --calories out")
    }
    self.exercise = name
    self.texts = texts
    self.now = now
    do {
      duration = try values[.time].map { try ManualEntryRules(nil).time($0) }
      figures = try LoggedWorkout.FigureOptions(values).parsed()
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
      do throws(SetEntryError) {
        _ = try Self.entries(text, unit: &unit)
      } catch {
        return error.isUnitMissing
      }
    }
    return false
  }

  /// Parses the sets of an operand.
  ///
  /// - Parameter unit: The unit of the weight before, which becomes that of the last one.
  private static func entries(
    _ text: String, unit: inout Weight.Unit?
  ) throws(SetEntryError) -> [SetEntry] {
    let entries = try [SetEntry](text: text, unit: unit)
    unit = entries.lazy.compactMap(\.load.weight).last?.unit ?? unit
    return entries
  }

  /// Returns the session as a workout to save.
  ///
  /// - Parameter unit: The unit of the first weight if it was typed without one. Each other one has that of the weight
  ///   before it.
  /// - Throws: ``UsageError`` with the number of the set that cannot be read.
  func draft(unit: Weight.Unit) throws -> WorkoutDraft {
    var sets: [SetEntry] = []
    var unit: Weight.Unit? = unit
    for text in texts {
      do throws(SetEntryError) {
        sets += try Self.entries(text, unit: &unit)
      } catch {
        throw UsageError("cannot read the set \(text.quoted): \(error)")
      }
    }
    guard sets.count <= PerformedSet.maxCount else {
      throw UsageError("a session has at most \(PerformedSet.maxCount) sets")
    }
    // Without a time, each set has a minute, as far as they have passed since a typed start.
    let usual = Duration.seconds(sets.reduce(0) { $0 + max(60, $1.reps) })
    let hasStart = at?.contains(":") == true
    let start = try LoggedWorkout.start(
      at, duration: duration ?? (hasStart ? .zero : usual), now: now)
    let duration =
      duration ?? min(usual, .milliseconds(Int64(now.timeIntervalSince(start.date) * 1000)))
    // The end, so that of two sessions that are logged one after the other, the second is the last one.
    let end = start.date.addingTimeInterval(duration / .seconds(1)).roundedToMilliseconds
    let performed = sets.compactMap { PerformedSet(exercise, $0, at: end) }
    guard
      let draft = WorkoutDraft(
        strengthSession: UUID(), startedAt: start.date, utcOffset: start.utcOffset,
        duration: duration,
        sets: performed, provenance: .typed)
    else { throw UsageError(Routine.Violation.tooManyReps.description) }
    return draft
  }
}
