import ClientsLive
import FoundationEssentials
import Models
import Resources
import SQLite

/// A built-in set of workouts for a script's database.
struct Fixture {
  static let names = ["gym", "barbell"]

  let entries: [Entry]

  /// Creates the fixture with a name from ``names``. Its file has one entry per line.
  init(named name: String) {
    let file = name == "barbell" ? ladder_fixture_barbell() : ladder_fixture_gym()
    entries = file.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      // The file is built in, and a test parses it.
      guard let entry = Entry(line) else { preconditionFailure("\(name).txt: \(line)") }
      return entry
    }
  }

  /// Saves the workouts with their own dates.
  ///
  /// - Parameters:
  ///   - person: The script's user.
  ///   - clock: The date from which days are counted back.
  /// - Throws: `DatabaseError`.
  func fill(_ stores: Connection, person: PersonName, clock: Date) throws {
    var random = SeededGenerator(seed: 1970)
    let today = clock.millisecondsSince1970.flooredDivision(by: 86_400_000) * 86_400_000
    for entry in entries {
      _ = try stores.workouts.finish(
        entry.draft(today: today, using: &random), by: entry.person ?? person)
    }
  }

  /// A workout in the fixture.
  struct Entry {
    enum Content {
      case reps(Int, Challenge.ID, Duration)
      /// The sets of one exercise.
      case sets([SetEntry], exercise: String)
    }

    /// The name of the person; `nil` for the script's user.
    var person: PersonName?
    let content: Content
    /// The number of whole days before the script's clock.
    private let daysAgo: Int64
    /// The time since midnight, in UTC.
    private let timeOfDay: Duration

    /// The time between two sets, in seconds.
    private static let setInterval = 180
  }
}

extension Fixture.Entry {
  /// Reads a line: name, challenge, reps, time, days ago and time of day, separated by `|`; or for a strength session:
  /// exercise, sets, days ago and time of day.
  ///
  /// - Returns: `nil` if a field is invalid.
  fileprivate init?(_ line: Substring) {
    let fields = line.split(separator: "|").map { field in
      var field = field.drop(while: \.isWhitespace)
      while field.last?.isWhitespace == true { field.removeLast() }
      return String(field)
    }
    guard
      [4, 6].contains(fields.count), let daysAgo = Int64(fields[fields.count - 2]), daysAgo >= 0,
      let timeOfDay = Self.duration(fields[fields.count - 1])
    else { return nil }
    self.daysAgo = daysAgo
    // Hours and minutes have the same syntax as minutes and seconds.
    self.timeOfDay = timeOfDay * 60
    guard fields.count == 6 else {
      guard
        let exercise = Routine.exerciseName(fields[0]),
        let sets = try? [SetEntry](text: fields[1], unit: .kilograms)
      else { return nil }
      content = .sets(sets, exercise: exercise)
      return
    }
    guard
      let challenge = Catalogue.standard[Challenge.ID(rawValue: fields[1])],
      let reps = Int(fields[2]), reps >= 0,
      let duration = Self.duration(fields[3]), duration > .zero
    else { return nil }
    content = .reps(reps, challenge.id, duration)
    if fields[0] != "you" {
      guard let name = PersonName(fields[0]) else { return nil }
      person = name
    }
  }

  /// Parses `4:30` as 270 seconds.
  private static func duration(_ text: String) -> Duration? {
    let parts = text.split(separator: ":").map { Int($0) }
    guard parts.count == 2, let whole = parts[0], let rest = parts[1], 0..<60 ~= rest else {
      return nil
    }
    return .seconds(whole * 60 + rest)
  }

  /// Returns the workout to save.
  ///
  /// - Parameter today: The beginning of the day of the script's clock, in milliseconds since 1970.
  fileprivate func draft(today: Int64, using random: inout SeededGenerator) -> WorkoutDraft {
    let id = UUID(using: &random)
    let start = Date(
      millisecondsSince1970: today - daysAgo * 86_400_000 + timeOfDay.wholeMilliseconds)
    switch content {
    case .reps(let reps, let challenge, let duration):
      return WorkoutDraft(
        id: id, challenge: challenge, startedAt: start, duration: duration,
        log: WorkoutLog(reps: Self.instants(reps, in: duration, using: &random)))
    case .sets(let sets, let exercise):
      let performed = sets.enumerated().compactMap { index, set in
        PerformedSet(exercise, set, at: .seconds(index * Self.setInterval))
      }
      guard let log = WorkoutLog(sets: performed) else {
        preconditionFailure("a session of the fixture has too many reps")
      }
      return WorkoutDraft(
        id: id, challenge: .strength, startedAt: start,
        duration: .seconds(sets.count * Self.setInterval), log: log)
    }
  }

  /// Creates the instants of reps: the pace slows down and varies.
  private static func instants(
    _ reps: Int, in duration: Duration, using random: inout SeededGenerator
  ) -> RepLog {
    guard reps > 0 else { return RepLog() }
    let intervals = (0..<reps).map { index in
      let slowdown = Double(index) / Double(reps)
      return 1 + 0.7 * slowdown * slowdown + Double.random(in: -0.12...0.12, using: &random)
    }
    let whole = intervals.reduce(0, +)
    let end = Double(duration.wholeMilliseconds)
    var sum = 0.0
    let instants = intervals.map { interval in
      sum += interval
      return UInt32(end * sum / whole)
    }
    return RepLog(milliseconds: instants) ?? RepLog()
  }
}
