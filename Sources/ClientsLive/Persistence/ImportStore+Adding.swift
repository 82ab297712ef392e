import FoundationEssentials
import Models
import SQLite

extension ImportStore {
  /// The result of an import or of its preview.
  package struct Summary: Hashable, Sendable {
    /// The numbers of new workouts, of their sets, and of new workouts with the same start as a stored one.
    package var workouts = 0, sets = 0, merged = 0
    /// The number of sets, and of sessions without sets, that are stored already.
    package var known = 0
    /// The number of the import; `nil` if nothing was added.
    package var batch: Int64?
  }

  /// The names of an exercise, whether it is new, and whether the person has chosen the shown name.
  package typealias Name = (
    file: String, stored: String, shown: String, isNew: Bool, isRenamed: Bool
  )

  /// Returns the names of the exercises of a file. Two exercises are the same if the keys of their names are equal
  /// (``Swift/StringProtocol/nameKey``), or if the person chose the same name for both.
  ///
  /// - Parameter chosen: Other names for exercises that the person doesn't have yet, keyed by the names in the file.
  package func names(
    of reader: ImportReader, chosen: [String: String], by user: PersonName
  ) throws -> [Name] {
    let known = Set(try connection.strength.exercises(of: user).map(\.nameKey))
    return try reader.exercises.map { file, stored in
      let own = try connection.strength.shownName(of: stored, by: user)
      let other = known.contains(own.nameKey) ? nil : chosen[file]
      let shown = try other.map { try connection.strength.shownName(of: $0, by: user) } ?? own
      return (
        file, stored, shown, !known.contains(shown.nameKey), shown.nameKey != own.nameKey
      )
    }
  }

  /// Returns the result that an import would have.
  package func preview(_ sessions: [ImportedSession], by user: PersonName) throws -> Summary {
    try connection.read { try forEachNewWorkout(in: sessions, by: user) { _ in } }
  }

  /// Adds the sessions of a file in one transaction, without the sets that are stored already: those with the same
  /// start, exercise and text. Workouts in the trash count as stored. New sets of a stored session become a workout
  /// with the same start.
  ///
  /// - Parameter onProgress: Called with the number of sets that were added.
  /// - Complexity: O((n + m) log m) for n sets of the file and m stored sets in its period.
  package func add(
    _ sessions: [ImportedSession], names: [Name], file: String, format: String,
    by user: PersonName, at now: Date, onProgress: (Int) -> Void = { _ in }
  ) throws -> Summary {
    try connection.write {
      var (batch, owner, done) = (Int64?.none, Int64?.none, 0)
      var firstSets: [String: PerformedSet] = [:]
      var summary = try forEachNewWorkout(in: sessions, by: user) { workout in
        let number = try batch ?? begin(file: file, format: format, at: now)
        let person = try owner ?? connection.people.findOrCreateRowID(of: user, import: number)
        (batch, owner) = (number, person)
        _ = try connection.workouts.insert(workout, by: person, import: number)
        firstSets.merge(workout.sets.map { ($0.exercise, $0) }) { first, _ in first }
        done += workout.sets.count
        onProgress(done)
      }
      summary.batch = batch
      guard let owner else { return summary }
      for name in names where name.isRenamed {
        // Existing settings of an exercise without sets are kept.
        let settings = try connection.strength.record(ofKey: name.stored.nameKey, by: owner)
        guard settings == nil else { continue }
        try connection.strength.save(
          ExerciseSettings(), newName: name.shown, for: name.stored, by: owner, import: batch)
      }
      let sets = firstSets.sorted { $0.key < $1.key }.map(\.value)
      try connection.strength.saveUnits(of: sets, by: owner, import: batch)
      return summary
    }
  }

  /// Calls `body` with each new workout, which has the new sets of a session.
  private func forEachNewWorkout(
    in sessions: [ImportedSession], by user: PersonName, _ body: (Workout) throws -> Void
  ) throws -> Summary {
    var stored = try StoredSets(connection, by: user, in: sessions)
    var summary = Summary()
    for session in sessions {
      let sets = session.sets.filter { !stored.remove($0, of: session) }
      let notes = stored.notes[session.startedAt]
      let hasNote = session.note.map { notes?.contains($0.text) == true } ?? true
      summary.known += session.sets.count - sets.count
      // A session whose sets are all known is known, even if its note was edited.
      if sets.isEmpty, notes != nil, hasNote || !session.sets.isEmpty {
        summary.known += session.sets.isEmpty ? 1 : 0
        continue
      }
      let performed = sets.compactMap {
        let instant = $0.time.timeIntervalSince(session.startedAt) * 1000
        return PerformedSet(
          $0.exercise, $0.set.with(body: session.figures.bodyWeight),
          at: .milliseconds(Int64(instant)))
      }
      let duration = session.duration ?? performed.last?.instant ?? .zero
      // The reader has checked the limits.
      var log = WorkoutLog(sets: performed, duration: duration) ?? WorkoutLog()
      log.append(.imported, at: .zero)
      try body(
        Workout(
          id: UUID(), challenge: .strength, user: user.text, startedAt: session.startedAt,
          utcOffset: session.utcOffset, log: log, note: hasNote ? nil : session.note,
          figures: session.figures))
      summary.workouts += 1
      summary.sets += sets.count
      summary.merged += notes == nil ? 0 : 1
    }
    return summary
  }
}

/// The stored sessions of a person between the first and the last session of a file, including those in the trash.
private struct StoredSets {
  /// The notes, keyed by the start of their session.
  private(set) var notes: [Date: Set<String>] = [:]
  /// The number of sets with the same start, exercise and text.
  private var counts: [String: Int] = [:]
  private var keys: [String: String] = [:]
  private let aliases: ExerciseAliases

  init(_ connection: Connection, by user: PersonName, in sessions: [ImportedSession]) throws {
    let person = try connection.people.rowID(of: user)
    aliases = try person.map(connection.strength.aliases) ?? ExerciseAliases()
    let times = sessions.map(\.startedAt.millisecondsSince1970)
    var deleted: [String: Int] = [:]
    // Each half of the union uses its own index.
    try connection.forEach(
      """
      SELECT w.*, s.exercise, s.entry FROM (
        SELECT id, started_at, deleted_at, note FROM workouts
        WHERE person = ?1 AND challenge = 'strength' AND started_at BETWEEN ?2 AND ?3
          AND deleted_at IS NULL
        UNION ALL
        SELECT id, started_at, deleted_at, note FROM workouts
        WHERE person = ?1 AND challenge = 'strength' AND started_at BETWEEN ?2 AND ?3
          AND deleted_at IS NOT NULL) w LEFT JOIN strength_sets s ON s.workout = w.id
      """, .integer(person), .integer(times.min()), .integer(times.max())
    ) { row in
      notes[row.date("started_at"), default: []].insert(row.text("note"))
      guard !row.isNull("exercise") else { return }
      let key = key(row.date("started_at"), row.text("exercise"), Self.file(row.text("entry")))
      if row.isNull("deleted_at") {
        counts[key, default: 0] += 1
      } else {
        deleted[key, default: 0] += 1
      }
    }
    // A correction repeats the sets of the workout that it replaces.
    counts.merge(deleted) { max($0, $1) }
  }

  /// Returns the text of a stored set as the file has it: without the body weight.
  private static func file(_ entry: String) -> String {
    guard entry.contains(" bw"), let set = try? SetEntry(text: entry, unit: nil) else {
      return entry
    }
    return set.with(body: nil).text
  }

  /// Removes a set, and returns whether it was stored.
  mutating func remove(_ set: ImportedSession.ImportedSet, of session: ImportedSession) -> Bool {
    guard notes[session.startedAt] != nil else { return false }
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
