import Clients
import FoundationEssentials
import Models
import SQLite

/// A store of finished workouts and the trash.
public struct WorkoutStore {
  let connection: Connection

  /// Creates the store of an open Ladder database.
  public init(_ connection: Connection) { self.connection = connection }

  /// Saves a finished workout, updates the bests, and deletes the unfinished workout.
  ///
  /// An impossible workout is saved, too, but has no score.
  ///
  /// - Parameters:
  ///   - note: The person's note, if any.
  ///   - figures: The figures that the person has added.
  /// - Throws: ``DatabaseError``; nothing is changed.
  /// - Complexity: O(log n) in the saved workouts, and O(r) in the reps or sets.
  public func finish(
    _ draft: WorkoutDraft, note: WorkoutNote? = nil, figures: WorkoutFigures = WorkoutFigures(),
    by name: PersonName
  ) throws -> SavedWorkout {
    var workout = draft.workout(by: name.text)
    workout.startedAt = workout.startedAt.roundedToMilliseconds
    workout.duration = .milliseconds(draft.storedMilliseconds)
    workout.note = note
    workout.figures = figures
    let challenge = try ChallengeStore(connection).challenge(workout.challenge)
    let impossibilityReason = workout.impossibilityReason(in: challenge)
    let score = challenge.flatMap(workout.acceptedScore)

    let bests = LeaderboardStore(connection)
    let previous = try connection.write {
      let person = try PersonStore(connection).findOrCreateRowID(of: name)
      let previous = try bests.bestScore(of: person, in: workout.challenge)
      let totals = WorkoutTotals(of: workout, in: challenge)
      try connection.run(
        """
        INSERT INTO workouts (id, person, challenge, started_at, duration_ms, reps, rep_log, day,
          note, skip_log, provenance, pause_log, figures, utc_offset, counts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
        """,
        .uuid(workout.id), .integer(person), .text(workout.challenge.rawValue),
        .integer(workout.startedAt.millisecondsSince1970),
        .integer(workout.duration.wholeMilliseconds),
        .integer(Int64(totals.reps)),
        .bytes(workout.log.bytes), .integer(workout.day),
        .text(note?.text), .skipLog(workout.skips), .provenance(workout.provenance),
        .pauseLog(workout.pauses), .figures(workout.figures),
        .integer(Int64(workout.utcOffset)), .integer(totals.counts ? 1 : 0))
      let isNew = connection.changedRowCount > 0
      if isNew, let score {
        try bests.recordBests(
          score, of: workout, number: connection.lastInsertedRowID, on: workout.day,
          by: person)
      }
      if isNew, !draft.sets.isEmpty {
        let strength = StrengthStore(connection)
        try strength.save(draft.sets, of: workout.id, by: person)
        try strength.saveUnits(of: draft.sets, by: person)
      }
      try UnfinishedStore(connection).discard(workout.id)
      return previous
    }
    return SavedWorkout(
      workout: workout, score: score, previousBest: previous,
      impossibilityReason: impossibilityReason)
  }
}
