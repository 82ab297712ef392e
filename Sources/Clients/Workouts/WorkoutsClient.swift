import Models
import ReducerRuntime

/// Keeps workouts, and finds them again, for the person who is using the program.
///
/// What the endpoints throw can be told to a person by ``ExplainedError/sentence`` where it is an
/// ``ExplainedError``.
@DependencyClient
public struct WorkoutsClient: Sendable {
  /// Keeps an unfinished workout as it stands, so that a killed program loses nothing of it. To be called within a
  /// second of every rep.
  ///
  /// The draft carries all reps so far, taken-back ones left out, so one that fails may simply be followed by the next.
  /// One that is older than what is kept, or that arrives when the workout is finished, does nothing.
  ///
  /// - Throws: ``ExplainedError``, also when the disk is full.
  /// - Complexity: O(n) in the reps so far.
  public var checkpoint: @Sendable (_ draft: WorkoutDraft) async throws -> Void

  /// Saves a workout as finished, and closes the unfinished one with its id if there is one.
  ///
  /// Saving the same workout twice keeps it once.
  ///
  /// - Throws: ``ExplainedError``, and ``UnknownChallenge`` when the catalogue does not have it;
  ///   nothing was saved then, and the unfinished workout is still there.
  public var finish: @Sendable (_ draft: WorkoutDraft) async throws -> SavedWorkout

  /// Writes a workout that the database does not take to a file of its own, in the place of an earlier file of it.
  ///
  /// ``unfinished`` brings it into the database at the next start. ``finish`` and ``discard`` remove the file.
  ///
  /// - Returns: The path of the file.
  /// - Throws: ``SettingsError``: the file is beside the settings.
  public var rescue: @Sendable (_ draft: WorkoutDraft) async throws -> String

  /// Drops an unfinished workout. One that does not exist is no error.
  ///
  /// - Throws: ``ExplainedError``.
  public var discard: @Sendable (_ id: Workout.ID) async throws -> Void

  /// The workouts that were begun and neither finished nor discarded, newest first; those that another running program
  /// has in hand left out.
  ///
  /// Those in files (``rescue``) come into the database first. One that the database still does not take is among them,
  /// and stays in its file.
  ///
  /// - Throws: ``ExplainedError``.
  public var unfinished: @Sendable () async throws -> [WorkoutDraft]

  /// Finished workouts, newest first.
  ///
  /// - Parameters:
  ///   - challenge: Only those of this challenge, or all of them.
  ///   - after: The last workout of the page before, or `nil` for the first page.
  ///   - limit: The most workouts to return.
  /// - Throws: ``ExplainedError``.
  /// - Complexity: O(`limit` + log n) for n workouts that are kept.
  public var history:
    @Sendable (_ challenge: Challenge.ID?, _ after: Workout.Cursor?, _ limit: Int) async throws ->
      [Workout]

  /// The person's best and last in every challenge in which they have a score; nothing of the others.
  ///
  /// - Throws: ``ExplainedError``.
  /// - Complexity: O(c · log n) for c challenges that were done, n workouts that are kept.
  public var results: @Sendable () async throws -> [Challenge.ID: PersonalResults]

  /// The person's best workout in a challenge; of equal ones the earliest. `nil` before the first
  /// that scored.
  ///
  /// - Throws: ``ExplainedError``.
  public var best: @Sendable (_ challenge: Challenge.ID) async throws -> Workout?

  /// The person's latest workout in a challenge that has a score and that a person can have done.
  ///
  /// - Throws: ``ExplainedError``.
  public var last: @Sendable (_ challenge: Challenge.ID) async throws -> Workout?

  /// Deletes a finished workout: no list, total or leaderboard has it any more. One that does not exist is no error.
  ///
  /// It can be had back for thirty days by ``undo``.
  ///
  /// - Throws: ``ExplainedError``; the workout is still there then.
  public var delete: @Sendable (_ id: Workout.ID) async throws -> Void

  /// Puts a corrected copy, which has an id of its own, in the place of a finished workout.
  ///
  /// The one it replaces can be had back for thirty days by ``undo``.
  ///
  /// - Throws: ``ExplainedError``; nothing was changed then.
  public var correct: @Sendable (_ id: Workout.ID, _ corrected: Workout) async throws -> Void

  /// Takes back the last deletion or correction that has not been taken back, by whichever program it was done.
  ///
  /// - Returns: `nil` when there was none in the last thirty days.
  /// - Throws: ``ExplainedError``; nothing was changed then.
  public var undo: @Sendable () async throws -> UndoneChange?

  /// How many people have a score in a challenge.
  ///
  /// - Throws: ``ExplainedError``.
  public var participants: @Sendable (_ challenge: Challenge.ID) async throws -> Int

  /// Keeps the rest that the person takes, so that other programs can tell it; `nil` once it has ended.
  ///
  /// - Throws: ``ExplainedError``.
  public var keepRest: @Sendable (_ rest: KeptRest?) async throws -> Void
}

extension WorkoutsClient: TestDependencyKey {
  public static let testValue = WorkoutsClient()
}

extension DependencyValues {
  /// Keeps workouts, and finds them again.
  public var workouts: WorkoutsClient {
    get { self[WorkoutsClient.self] }
    set { self[WorkoutsClient.self] = newValue }
  }
}

/// A workout of a challenge that nobody knows how to score.
public struct UnknownChallenge: Error, Hashable, Sendable, CustomStringConvertible {
  public let id: Challenge.ID

  public var description: String { "there is no challenge \(id.rawValue)" }

  public init(id: Challenge.ID) { self.id = id }
}
