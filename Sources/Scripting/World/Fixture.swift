import ClientsLive
import FoundationEssentials
import Models
import Resources
import SQLite

/// A set of workouts that is part of the program, for filling a script's database.
struct Fixture {
  /// A workout in the fixture.
  struct Entry: Equatable {
    /// The name of the person; `nil` for the script's user.
    var person: PersonName?
    var challenge: Challenge
    var reps: Int
    var duration: Duration
    /// The number of whole days before the script's clock.
    var daysAgo: Int64
    /// The time since midnight, in UTC.
    var timeOfDay: Duration
  }

  static let names = ["gym", "barbell"]

  let entries: [Entry]
  /// The user's strength sessions.
  let sessions: [FixtureSession]

  /// Creates the fixture called `name`, which is one of ``names``.
  ///
  /// It has a workout a line: name, challenge, reps, time, days ago and time of day, separated by `|`; or for a strength
  /// session: exercise, sets, days ago and time of day.
  init(named name: String) {
    let file = name == "barbell" ? ladder_fixture_barbell() : ladder_fixture_gym()
    var entries: [Entry] = []
    var sessions: [FixtureSession] = []
    for line in file.text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: "|").map { field in
        var field = field.drop(while: \.isWhitespace)
        while field.last?.isWhitespace == true { field.removeLast() }
        return String(field)
      }
      if let entry = Entry(fields) {
        entries.append(entry)
      } else if let session = FixtureSession(fields) {
        sessions.append(session)
      } else {
        // The file is built in, and a test parses it.
        preconditionFailure("\(name).txt: \(line)")
      }
    }
    self.entries = entries
    self.sessions = sessions
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
      let start =
        today - entry.daysAgo * 86_400_000 + entry.timeOfDay.wholeMilliseconds
      let draft = WorkoutDraft(
        id: UUID(using: &random), challenge: entry.challenge.id,
        startedAt: Date(millisecondsSince1970: start), duration: entry.duration,
        log: WorkoutLog(reps: entry.reps(using: &random)))
      _ = try stores.workouts.finish(
        draft, by: entry.person ?? person)
    }
    for session in sessions {
      _ = try stores.workouts.finish(
        session.session(today: today, using: &random), by: person)
    }
  }

  /// Parses `4:30` as 270 of the smaller unit, in seconds.
  static func duration(_ text: String) -> Duration? {
    let parts = text.split(separator: ":").map { Int($0) }
    guard parts.count == 2, let whole = parts[0], let rest = parts[1], 0..<60 ~= rest else {
      return nil
    }
    return .seconds(whole * 60 + rest)
  }
}

extension Fixture.Entry {
  fileprivate init?(_ fields: [String]) {
    guard
      fields.count == 6,
      let challenge = Catalogue.standard[Challenge.ID(rawValue: fields[1])],
      let reps = Int(fields[2]), reps >= 0,
      let duration = Fixture.duration(fields[3]), duration > .zero,
      let daysAgo = Int64(fields[4]), daysAgo >= 0,
      let timeOfDay = Fixture.duration(fields[5])
    else { return nil }
    if fields[0] != "you" {
      guard let name = PersonName(fields[0]) else { return nil }
      person = name
    }
    self.challenge = challenge
    self.reps = reps
    self.duration = duration
    self.daysAgo = daysAgo
    // Hours and minutes have the same syntax as minutes and seconds.
    self.timeOfDay = timeOfDay * 60
  }

  /// Creates the instants of the reps: the pace slows down and varies.
  fileprivate func reps(using random: inout SeededGenerator) -> RepLog {
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

// MARK: - Sessions

/// A strength session in a fixture, with sets of one exercise.
struct FixtureSession: Equatable {
  let exercise: String
  let sets: [SetEntry]
  /// The number of whole days before the script's clock.
  let daysAgo: Int64
  /// The time since midnight, in UTC.
  let timeOfDay: Duration

  /// The time from one set to the next, in seconds.
  private static let interval = 180

  /// Creates a session from the fields exercise, sets, days ago and time of day.
  ///
  /// - Returns: `nil` if one is invalid.
  init?(_ fields: [String]) {
    guard
      fields.count == 4, let exercise = Routine.exerciseName(fields[0]),
      let sets = try? [SetEntry](text: fields[1], unit: .kilograms),
      sets.reduce(0, { $0 + ($1.isWarmUp ? 0 : $1.reps) }) <= RepLog.maxReps,
      let daysAgo = Int64(fields[2]), daysAgo >= 0,
      let timeOfDay = Fixture.duration(fields[3])
    else { return nil }
    self.exercise = exercise
    self.sets = sets
    self.daysAgo = daysAgo
    // Hours and minutes have the same syntax as minutes and seconds.
    self.timeOfDay = timeOfDay * 60
  }

  /// Returns the session as a workout to save.
  ///
  /// - Parameter today: The beginning of the day of the script's clock, in milliseconds since 1970.
  func session(today: Int64, using random: inout SeededGenerator) -> WorkoutDraft {
    let start = Date(
      millisecondsSince1970: today - daysAgo * 86_400_000 + timeOfDay.wholeMilliseconds)
    let performed = sets.enumerated().compactMap { index, set in
      PerformedSet(
        exercise, set, at: .seconds(index * Self.interval))
    }
    guard let log = WorkoutLog(sets: performed) else {
      preconditionFailure("the initializer has checked the limits")
    }
    return WorkoutDraft(
      id: UUID(using: &random), challenge: .strength, startedAt: start,
      duration: .seconds(sets.count * Self.interval), log: log)
  }
}
