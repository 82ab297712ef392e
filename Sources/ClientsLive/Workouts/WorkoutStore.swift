import Clients
import FoundationEssentials
import Models
import SQLite

/// Finished workouts, and the trash.
public struct WorkoutStore {
  let connection: Connection

  /// Creates the store of a Ladder database that is open.
  public init(_ connection: Connection) { self.connection = connection }

  /// Saves a finished workout and what follows from it: the bests, and the end of the unfinished one.
  ///
  /// One that no person can have done is kept as well, but has no score.
  ///
  /// - Parameters:
  ///   - note: What the person wrote about it, if anything.
  ///   - scoring: How its challenge is scored.
  /// - Throws: ``DatabaseError``; nothing was changed then.
  /// - Complexity: O(log n) in the workouts that are kept, and O(r) in the reps.
  public func finish(
    _ draft: WorkoutDraft, note: WorkoutNote? = nil, by name: PersonName,
    scoring: Challenge.Scoring
  ) throws -> SavedWorkout {
    var workout = draft.workout(by: name.text)
    workout.startedAt = workout.startedAt.roundedToMilliseconds
    workout.duration = .milliseconds(draft.storedMilliseconds)
    workout.note = note
    let refusal = workout.impossibility
    let score = workout.acceptedScore(by: scoring)

    let bests = LeaderboardStore(connection)
    let previous = try connection.write {
      let person = try PersonStore(connection).makeNumber(of: name)
      let previous = try bests.bestScore(of: person, in: workout.challenge)
      try connection.run(
        """
        INSERT INTO workouts (id, person, challenge, started_at, duration_ms, reps, rep_log, day,
          note)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
        """,
        .uuid(workout.id), .integer(person), .text(workout.challenge.rawValue),
        .integer(workout.startedAt.millisecondsSince1970),
        .integer(workout.duration.wholeMilliseconds), .integer(Int64(workout.countedReps)),
        .bytes(workout.log.bytes), .integer(workout.startedAt.localDay),
        .text(note?.text))
      let isNew = connection.changes > 0
      if isNew, let score {
        try bests.keepBests(
          score, of: workout, number: connection.lastInsertedRow, on: workout.startedAt.localDay,
          by: person)
      }
      try UnfinishedStore(connection).discard(workout.id)
      return previous
    }
    return SavedWorkout(
      workout: workout, score: score, previousBest: previous, refusal: refusal)
  }
}
