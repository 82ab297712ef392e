import FoundationEssentials
import Models
import SQLite
import ServerAPI

extension PublicationStore {
  /// Workouts to send to a group's server.
  struct Batch {
    var workouts: [SubmittedWorkout] = []
    /// The workouts that have no score, or cannot be read. They are not sent.
    var unranked: [(id: Workout.ID, challenge: Challenge.ID)] = []
  }

  /// Returns some of the person's workouts that are to be published and that the server does not have.
  ///
  /// - Parameters:
  ///   - maxCount: The maximum number of workouts.
  ///   - maxBytes: The size of logs in bytes after which the batch ends.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n) in the person's workouts of the published challenges.
  func batch(
    by name: PersonName, in group: JoinedGroup.ID, maxCount: Int, maxBytes: Int = 512 << 10
  ) throws -> Batch {
    try connection.read {
      guard let person = try PersonStore(connection).rowID(of: name) else { return Batch() }
      var batch = Batch()
      var size = 0
      let found = try connection.all(
        """
        SELECT w.id, w.challenge,
          w.id, w.challenge, w.started_at, w.duration_ms, w.rep_log, '', NULL, w.skip_log,
          w.provenance, NULL, NULL, w.utc_offset
        FROM publications b JOIN workouts w ON w.challenge = b.challenge
        WHERE b.account = ?1 AND w.person = ?2 AND w.deleted_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM published q WHERE q.account = ?1 AND q.workout = w.id)
        LIMIT ?3
        """, .text(group.rawValue), .integer(person), .integer(Int64(maxCount))
      ) {
        (
          id: try $0.uuid(0), challenge: Challenge.ID(rawValue: $0.text(1)),
          workout: try? $0.workout(2)
        )
      }
      for (id, challenge, workout) in found {
        guard
          let workout, let challenge = Catalogue.standard[challenge],
          workout.acceptedScore(in: challenge) != nil
        else {
          batch.unranked.append((id, challenge))
          continue
        }
        let submitted = SubmittedWorkout(workout)
        size += submitted.repLog.count
        guard size <= maxBytes || batch.workouts.isEmpty else { break }
        batch.workouts.append(submitted)
      }
      return batch
    }
  }

  /// Records what a server has.
  ///
  /// - Parameter refusal: The reason why the server does not have it; empty if it was not sent.
  /// - Throws: ``DatabaseError``; nothing is changed.
  func record(
    _ workouts: [(id: Workout.ID, challenge: Challenge.ID, refusal: String?)],
    in group: JoinedGroup.ID
  ) throws {
    guard !workouts.isEmpty else { return }
    try connection.write {
      for (id, challenge, refusal) in workouts {
        try connection.run(
          """
          INSERT INTO published (account, workout, challenge, refusal) VALUES (?, ?, ?, ?)
          ON CONFLICT (account, workout) DO UPDATE SET refusal = excluded.refusal
          """, .text(group.rawValue), .uuid(id), .text(challenge.rawValue), .text(refusal))
      }
    }
  }

  /// Returns some of the workouts to withdraw: those that are in the trash, deleted, corrected, or of challenges that
  /// are no longer published.
  ///
  /// Refused ones are forgotten instead.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n) in the published workouts.
  func withdrawals(in group: JoinedGroup.ID, maxCount: Int) throws -> [Workout.ID] {
    try connection.write {
      try connection.run(
        """
        DELETE FROM published WHERE account = ?1 AND refusal IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM workouts w JOIN publications b ON b.challenge = w.challenge
          WHERE w.id = published.workout AND w.deleted_at IS NULL AND b.account = ?1)
        """, .text(group.rawValue))
      return try connection.all(
        """
        SELECT q.workout FROM published q WHERE q.account = ?1 AND NOT EXISTS (
          SELECT 1 FROM workouts w JOIN publications b ON b.challenge = w.challenge
          WHERE w.id = q.workout AND w.deleted_at IS NULL AND b.account = ?1)
        LIMIT ?2
        """, .text(group.rawValue), .integer(Int64(maxCount))
      ) { try $0.uuid(0) }
    }
  }

  /// Records that a server no longer has a workout.
  ///
  /// - Throws: ``DatabaseError``.
  func forget(_ workout: Workout.ID, in group: JoinedGroup.ID) throws {
    try connection.run(
      "DELETE FROM published WHERE account = ? AND workout = ?", .text(group.rawValue),
      .uuid(workout))
  }
}

extension SubmittedWorkout {
  fileprivate init(_ workout: Workout) {
    self.init(
      id: workout.id, challenge: workout.challenge.rawValue, startedAt: workout.startedAt,
      durationMilliseconds: workout.duration.wholeMilliseconds, repLog: Data(workout.log.bytes),
      skipLog: workout.skips.isEmpty ? nil : Data(workout.skips.bytes),
      provenance: Provenance(workout.provenance))
  }
}
