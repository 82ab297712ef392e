import FoundationEssentials
import Models
import SQLite

extension ImportStore {
  /// What an import adds, or would add.
  public struct Summary: Hashable, Sendable {
    public var workouts = 0
    public var sets = 0
    /// The number of these workouts with the start of a stored one, which lacks their sets.
    public var merged = 0
    /// The number of sets, and of sessions without sets, that are stored already.
    public var known = 0
    /// The number of the import; `nil` if nothing was added.
    public var batch: Int64?
  }

  /// An exercise of a file.
  public struct Name: Hashable, Sendable {
    public let file: String
    /// The name under which its sets are stored.
    let stored: String
    /// The name under which it is shown after the import.
    public let shown: String
    /// Whether the person has no exercise with the shown name.
    public let isNew: Bool
    /// Whether the shown name is another one by the person's choice.
    public let isRenamed: Bool
  }

  /// Returns the exercises of a file with the names under which they are shown.
  ///
  /// Two names are the same exercise if their keys are equal (``Swift/StringProtocol/nameKey``), or if the person says so.
  ///
  /// - Parameter chosen: Other names for exercises that the person doesn't have yet, by the names in the file.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(e log n) for e exercises.
  public func names(
    of reader: ImportReader, chosen: [String: String], by user: PersonName
  ) throws -> [Name] {
    let known = Set(try connection.strength.exercises(of: user).map(\.nameKey))
    return try reader.exercises.map { file, stored in
      let own = try connection.strength.shownName(of: stored, by: user)
      let other =
        try known.contains(own.nameKey)
        ? nil
        : chosen[file].map {
          try connection.strength.shownName(of: $0, by: user)
        }
      let shown = other ?? own
      return Name(
        file: file, stored: stored, shown: shown, isNew: !known.contains(shown.nameKey),
        isRenamed: shown.nameKey != own.nameKey)
    }
  }

  /// Returns what ``add(_:names:file:format:by:at:onProgress:)`` would add, without changing the database.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O((n + m) log m) for n sets of the file and m stored ones.
  public func preview(_ sessions: [ImportedSession], by user: PersonName) throws -> Summary {
    try connection.read { try forEachNewWorkout(in: sessions, by: user) { _ in } }
  }

  /// Adds the sessions of a file in one transaction, without the sets that are stored already.
  ///
  /// A set is known if one with its start, its exercise and its text is stored, as often as it is. Deleted and replaced
  /// workouts count while they are in the trash. New sets of a stored session become a workout with the same start.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - onProgress: Called with the number of sets that were added.
  /// - Throws: ``DatabaseError``; nothing is changed.
  /// - Complexity: As ``preview(_:by:)``.
  public func add(
    _ sessions: [ImportedSession], names: [Name], file: String, format: String,
    by user: PersonName, at now: Date, onProgress: (Int) -> Void = { _ in }
  ) throws -> Summary {
    try connection.write {
      var summary = Summary()
      var person: Int64?
      var firstSets: [String: PerformedSet] = [:]
      var done = 0
      var new = try forEachNewWorkout(in: sessions, by: user) { workout in
        if summary.batch == nil {
          let batch = try begin(file: file, format: format, at: now)
          summary.batch = batch
          person = try connection.people.findOrCreateRowID(of: user, import: batch)
        }
        guard let person else { return }
        _ = try connection.workouts.insert(workout, by: person, import: summary.batch)
        for set in workout.sets where firstSets[set.exercise] == nil {
          firstSets[set.exercise] = set
        }
        done += workout.sets.count
        onProgress(done)
      }
      new.batch = summary.batch
      guard let person else { return new }
      for name in names where name.isRenamed {
        try connection.strength.save(
          ExerciseSettings(), newName: name.shown, for: name.stored, by: person, import: new.batch)
      }
      try connection.strength.saveUnits(
        of: firstSets.values.sorted { $0.exercise < $1.exercise }, by: person, import: new.batch)
      return new
    }
  }

  /// Calls `body` for each workout with the new sets of a session.
  private func forEachNewWorkout(
    in sessions: [ImportedSession], by user: PersonName, _ body: (Workout) throws -> Void
  ) throws -> Summary {
    var known = try KnownSets(connection, by: user, in: sessions)
    var summary = Summary()
    for session in sessions {
      let sets = session.sets.filter { !known.remove($0, of: session) }
      let notes = known.notes[session.startedAt]
      let hasNote = session.note.map { notes?.contains($0.text) == true } ?? true
      summary.known += session.sets.count - sets.count
      // A session whose sets are all known is known, also if its note was edited.
      guard !sets.isEmpty || notes == nil || session.sets.isEmpty && !hasNote else {
        summary.known += session.sets.isEmpty ? 1 : 0
        continue
      }
      try body(session.workout(sets, note: hasNote ? nil : session.note, by: user))
      summary.workouts += 1
      summary.sets += sets.count
      summary.merged += notes == nil ? 0 : 1
    }
    return summary
  }
}

/// The stored sessions of a person, also those in the trash, in the time of those of a file.
private struct KnownSets {
  /// The notes by the start of the session.
  private(set) var notes: [Date: Set<String>] = [:]
  /// The numbers of equal sets, by their start, their exercise and their text.
  private var counts: [String: Int] = [:]
  private var keys: [String: String] = [:]
  private let aliases: ExerciseAliases

  init(_ connection: Connection, by user: PersonName, in sessions: [ImportedSession]) throws {
    let person = try connection.people.rowID(of: user)
    aliases = try person.map(connection.strength.aliases) ?? ExerciseAliases()
    let times = sessions.map(\.startedAt.millisecondsSince1970)
    var deleted: [String: Int] = [:]
    try connection.forEach(
      """
      SELECT w.started_at, w.deleted_at, w.note, s.exercise, s.entry
      FROM workouts w LEFT JOIN strength_sets s ON s.workout = w.id
      WHERE w.person = ?1 AND w.challenge = 'strength' AND w.started_at BETWEEN ?2 AND ?3
        AND w.deleted_at IS NULL
      UNION ALL
      SELECT w.started_at, w.deleted_at, w.note, s.exercise, s.entry
      FROM workouts w LEFT JOIN strength_sets s ON s.workout = w.id
      WHERE w.person = ?1 AND w.challenge = 'strength' AND w.started_at BETWEEN ?2 AND ?3
        AND w.deleted_at IS NOT NULL
      """, .integer(person), .integer(times.min()), .integer(times.max())
    ) { row in
      notes[row.date("started_at"), default: []].insert(row.text("note"))
      guard !row.isNull("exercise") else { return }
      let key = key(row.date("started_at"), row.text("exercise"), row.text("entry"))
      if row.isNull("deleted_at") {
        counts[key, default: 0] += 1
      } else {
        deleted[key, default: 0] += 1
      }
    }
    // A correction repeats the sets of the workout that it replaces.
    counts.merge(deleted) { max($0, $1) }
  }

  /// Removes a set.
  ///
  /// - Returns: Whether it was known.
  mutating func remove(_ set: ImportedSession.ImportedSet, of session: ImportedSession) -> Bool {
    let key = key(session.startedAt, set.exercise, set.set.text)
    guard let count = counts[key], count > 0 else { return false }
    counts[key] = count - 1
    return true
  }

  private mutating func key(_ start: Date, _ exercise: String, _ entry: String) -> String {
    let name = keys[exercise] ?? aliases.name(of: exercise).nameKey
    keys[exercise] = name
    return "\(start.millisecondsSince1970) \(name) \(entry)"
  }
}

extension ImportedSession {
  /// Returns a workout with some of the sets.
  fileprivate func workout(
    _ sets: [ImportedSet], note: WorkoutNote?, by user: PersonName
  ) -> Workout {
    let sets = sets.compactMap {
      PerformedSet(
        $0.exercise, $0.set,
        at: .milliseconds($0.time.millisecondsSince1970 - startedAt.millisecondsSince1970))
    }
    // The reader has checked the limits.
    var log =
      WorkoutLog(sets: sets, duration: duration ?? sets.last?.instant ?? .zero) ?? WorkoutLog()
    log.append(.imported, at: .zero)
    return Workout(
      id: UUID(), challenge: .strength, user: user.text, startedAt: startedAt,
      utcOffset: utcOffset, log: log, note: note, figures: figures)
  }
}
