import ClientsLive
import FoundationEssentials
import Models
import Resources

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

  /// Parses a fixture.
  ///
  /// - Parameter text: A workout a line: name, challenge, reps, time, days ago and time of day, separated by `|`; or for
  ///   a strength session: exercise, sets, days ago and time of day.
  /// - Throws: ``ScriptError`` at the first invalid line.
  init(parsing text: String, file: String) throws(ScriptError) {
    var entries: [Entry] = []
    var sessions: [FixtureSession] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && !line.hasPrefix("#") {
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
        throw ScriptError(
          Script.Line(index + 1, in: file),
          "expected NAME | CHALLENGE | REPS | M:SS | DAYS AGO | HH:MM, "
            + "or EXERCISE | SETS | DAYS AGO | HH:MM")
      }
    }
    self.entries = entries
    self.sessions = sessions
  }

  /// Creates the fixture called `name`, which is one of ``names``.
  init(named name: String) throws(ScriptError) {
    let resource = name == "barbell" ? ladder_fixture_barbell() : ladder_fixture_gym()
    try self.init(parsing: resource.text, file: "\(name).txt")
  }

  /// Saves the workouts with their own dates.
  ///
  /// - Parameters:
  ///   - person: The script's user.
  ///   - clock: The date from which days are counted back.
  /// - Throws: `DatabaseError`.
  func fill(_ stores: Stores, person: PersonName, clock: Date) throws {
    var random = SeededGenerator(seed: 1970)
    let today = clock.millisecondsSince1970.flooredDivision(by: 86_400_000) * 86_400_000
    for entry in entries {
      let start =
        today - entry.daysAgo * 86_400_000 + entry.timeOfDay.wholeMilliseconds
      let draft = WorkoutDraft(
        id: UUID(using: &random), challenge: entry.challenge.id,
        startedAt: Date(millisecondsSince1970: start), duration: entry.duration,
        log: entry.log(using: &random))
      _ = try stores.workouts.finish(
        draft, by: entry.person ?? person)
    }
    for session in sessions {
      _ = try stores.workouts.finish(
        session.session(today: today, using: &random), by: person)
    }
  }
}

extension Fixture {
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
  fileprivate func log(using random: inout SeededGenerator) -> RepLog {
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
