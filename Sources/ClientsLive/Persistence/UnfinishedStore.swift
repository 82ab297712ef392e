import Files
import FoundationEssentials
import Glibc
import Models
import SQLite

/// A store of unfinished workouts, running or abandoned.
public struct UnfinishedStore {
  let connection: Connection

  /// Saves the current state of an unfinished workout.
  ///
  /// A draft that is older than the one that the same process has saved is ignored, because two requests may arrive in
  /// either order: a later draft has more events, or a longer time. So is a draft of a finished workout.
  ///
  /// - Parameters:
  ///   - owner: The process that runs the workout.
  ///   - now: The time of the draft by the wall clock.
  package func checkpoint(
    _ draft: WorkoutDraft, by name: PersonName, owner: ProcessIdentity = .current,
    at now: Date = Date()
  ) throws {
    let fields = DraftRecord(draft, owner: owner)
    try connection.write {
      let person = try connection.people.findOrCreateRowID(of: name)
      let isOutdated = try connection.first(
        """
        SELECT 1 FROM workouts WHERE id = ?1
        UNION ALL SELECT 1 FROM unfinished
        WHERE id = ?1 AND owner = ?4 AND (length(log), duration_ms) > (?2, ?3)
        """, .uuid(draft.id), .integer(Int64(draft.log.bytes.count)), .integer(fields.duration),
        .text(owner.text)
      ) { _ in true }
      guard isOutdated == nil else { return }
      try connection.insert(
        WorkoutRecord(draft), fields, into: "unfinished",
        with: ["person": .integer(person), "kept_at": .integer(now.millisecondsSince1970)],
        isReplacing: true)
    }
  }

  /// Deletes an unfinished workout, if it exists.
  func discard(_ id: Workout.ID) throws {
    try connection.write { try connection.run("DELETE FROM unfinished WHERE id = ?", .uuid(id)) }
  }

  /// Returns a person's unfinished workouts that no running process owns, newest first.
  func abandoned(
    of name: PersonName, by current: ProcessIdentity = .current
  ) throws -> [WorkoutDraft] {
    // The answers are cached, because one process may have left many workouts.
    var isAbandoned = [current: true]
    return try all(of: name) { owner in
      let answer = isAbandoned[owner] ?? !owner.isKnownToBeRunning
      isAbandoned[owner] = answer
      return answer
    }
  }

  /// Returns a person's unfinished workouts, newest first.
  ///
  /// - Parameter isIncluded: Returns whether to include the workouts of a process.
  func all(
    of name: PersonName, where isIncluded: (ProcessIdentity) -> Bool = { _ in true }
  ) throws -> [WorkoutDraft] {
    try rows(of: name).filter { isIncluded($0.owner) }.map(\.draft)
  }

  /// Returns the status of a person's most recently saved unfinished workout, or `nil` if there is none.
  ///
  /// - Parameter catalogue: The challenges with their scoring.
  /// - Complexity: O(n) in the person's unfinished workouts, which are few.
  public func status(
    of name: PersonName, now: Date, catalogue: Catalogue
  ) throws -> WorkoutStatus? {
    // `max` returns the first of equal elements: the workout that started last.
    guard let last = try rows(of: name).max(by: { $0.savedAt < $1.savedAt }) else { return nil }
    return WorkoutStatus(
      last.draft, savedAt: last.savedAt, isOwnerRunning: last.owner.isRunning, now: now,
      challenge: catalogue[last.draft.challenge])
  }

  private struct UnfinishedRow {
    let draft: WorkoutDraft
    let owner: ProcessIdentity
    let savedAt: Date
  }

  private func rows(of name: PersonName) throws -> [UnfinishedRow] {
    try connection.read {
      guard let person = try connection.people.rowID(of: name) else { return [] }
      return try connection.all(
        """
        SELECT u.*, r.ends_at FROM unfinished u
        LEFT JOIN rests r ON r.person = u.person AND r.owner = u.owner AND r.challenge = u.challenge
        WHERE u.person = ? ORDER BY u.started_at DESC
        """, .integer(person)
      ) { row in
        let record = try row.decode(DraftRecord.self)
        guard var draft = record.draft(try row.workout()) else {
          throw row.corruptionError("a log that cannot be read")
        }
        if draft.challenge == .strength {
          draft.restEnd = row.isNull("ends_at") ? nil : row.date("ends_at")
          draft.log = draft.log.renamingExercises(try connection.strength.aliases(of: person).name)
        }
        let beat = lastBeat(of: draft.id)
        draft.duration = max(draft.duration, beat?.elapsed ?? .zero)
        return UnfinishedRow(
          draft: draft, owner: ProcessIdentity(text: record.owner ?? ""),
          savedAt: max(row.date("kept_at"), beat?.date ?? .distantPast))
      }
    }
  }

  // MARK: - Heartbeats

  /// Returns the last beat of a workout in this database. The workout may be running in another process.
  ///
  /// An in-memory database has no beats: only one process uses it, and the IDs that a script or a test generates
  /// are not unique across processes.
  func lastBeat(of id: Workout.ID) -> Beat? { connection.isTransient ? nil : Beat.last(of: id) }

  /// Removes the heartbeats of ended processes whose workout is no longer in this database, or whose database was
  /// deleted.
  ///
  /// - Complexity: O(n) in the pages of shared memory.
  public func removeAbandonedHeartbeats() {
    let ownPath = realPath(connection.path)
    HeartbeatPage.removeAbandoned { id, database in
      if database == ownPath { return (try? contains(id)) == false }
      // If the database is on a disk that is not mounted, its folder is missing, too.
      return access(database, F_OK) != 0 && errno == ENOENT
        && database.parentPath.map { access($0, F_OK) == 0 } == true
    }
  }

  /// Returns whether the database has an unfinished workout with the given ID.
  func contains(_ id: Workout.ID) throws -> Bool {
    try connection.first("SELECT 1 FROM unfinished WHERE id = ?", .uuid(id)) { _ in true } ?? false
  }
}

/// A store of the rests that people take between two sets, for `ladder status`.
public struct RestStore {
  let connection: Connection

  /// Saves a person's rest, replacing an earlier one, or removes the rest that this process saved.
  ///
  /// - Parameters:
  ///   - rest: The rest, or `nil` if it has ended.
  ///   - owner: The process that shows it.
  package func save(
    _ rest: StoredRest?, of name: PersonName, owner: ProcessIdentity = .current
  ) throws {
    try connection.write {
      guard let rest else {
        guard let person = try connection.people.rowID(of: name) else { return }
        try connection.run(
          "DELETE FROM rests WHERE person = ? AND owner = ?", .integer(person), .text(owner.text))
        return
      }
      let person = try connection.people.findOrCreateRowID(of: name)
      try connection.run(
        "INSERT OR REPLACE INTO rests (person, challenge, ends_at, owner) VALUES (?, ?, ?, ?)",
        .integer(person), .text(rest.challenge.rawValue),
        .integer(rest.end.millisecondsSince1970), .text(owner.text))
    }
  }

  /// Returns the rest that a person takes at `now`; `nil` if there is none or its program has ended.
  public func current(of name: PersonName, now: Date) throws -> StoredRest? {
    try connection.read {
      guard let person = try connection.people.rowID(of: name) else { return nil }
      let saved = try connection.first(
        "SELECT * FROM rests WHERE person = ?", .integer(person)
      ) { row in
        (
          rest: StoredRest(
            challenge: Challenge.ID(rawValue: row.text("challenge")), end: row.date("ends_at")),
          owner: ProcessIdentity(text: row.text("owner"))
        )
      }
      guard let saved, saved.rest.remaining(at: now) != nil, saved.owner.isKnownToBeRunning else {
        return nil
      }
      return saved.rest
    }
  }
}
