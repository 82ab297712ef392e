import Models
import ReducerRuntime

/// A client that stores and finds the workouts of the current person.
///
/// Errors that are ``ExplainedError`` can be shown to the person as ``ExplainedError/sentence``.
@DependencyClient
public struct WorkoutsClient: Sendable {
  /// Saves the current state of an unfinished workout, so that a killed process loses nothing. Call it within a
  /// second of every rep.
  ///
  /// The draft contains all reps so far except undone ones, so a failed call need not be repeated if a later one
  /// succeeds. A draft that is older than the saved one, or of a finished workout, is ignored.
  ///
  /// - Throws: ``ExplainedError``, for example if the disk is full.
  /// - Complexity: O(n) in the reps so far.
  public var checkpoint: @Sendable (_ draft: WorkoutDraft) async throws -> Void

  /// Saves a finished workout, and deletes the unfinished one with its ID if there is one.
  ///
  /// Saving the same workout twice has no further effect.
  ///
  /// - Throws: ``ExplainedError``; ``UnknownChallenge`` if the challenge is not in the catalogue; nothing is
  ///   saved, and the unfinished workout remains.
  public var finish: @Sendable (_ draft: WorkoutDraft) async throws -> SavedWorkout

  /// Writes to a separate file a workout that the database cannot save, replacing an earlier version.
  ///
  /// ``unfinished`` imports it into the database at the next start. ``finish`` and ``discard`` remove the file.
  ///
  /// - Returns: The path of the file.
  /// - Throws: ``SettingsError``, because the file is beside the settings.
  public var rescue: @Sendable (_ draft: WorkoutDraft) async throws -> String

  /// Deletes an unfinished workout. Does nothing if there is none.
  ///
  /// - Throws: ``ExplainedError``.
  public var discard: @Sendable (_ id: Workout.ID) async throws -> Void

  /// Returns the workouts that were neither finished nor discarded, newest first, without those of other running
  /// processes.
  ///
  /// Workouts in files (``rescue``) are imported into the database first. If the database still cannot save a workout,
  /// it is also returned, and its file remains.
  ///
  /// - Throws: ``ExplainedError``.
  public var unfinished: @Sendable () async throws -> [WorkoutDraft]

  /// Returns finished workouts, newest first.
  ///
  /// - Parameters:
  ///   - challenge: The challenge to filter by, or `nil` for all challenges.
  ///   - after: The last workout of the previous page, or `nil` for the first page.
  ///   - limit: The maximum number of workouts.
  /// - Throws: ``ExplainedError``.
  /// - Complexity: O(`limit` + log n) in the saved workouts.
  public var history:
    @Sendable (_ challenge: Challenge.ID?, _ after: Workout.Cursor?, _ limit: Int) async throws ->
      [Workout]

  /// Returns finished workouts that match a query, newest first.
  ///
  /// - Parameters:
  ///   - query: The words to look for.
  ///   - after: The last workout of the previous page, or `nil` for the first page.
  ///   - limit: The maximum number of workouts.
  /// - Throws: ``ExplainedError``.
  /// - Complexity: O(n) in the workouts up to the last returned one, or in the workouts of the query's days.
  public var search:
    @Sendable (_ query: HistoryQuery, _ after: Workout.Cursor?, _ limit: Int) async throws ->
      [Workout]

  /// Returns the person's results in every challenge with a ``last`` workout. They include the scores of the latest
  /// `maxRecentCount` workouts in the challenge that have a score.
  ///
  /// - Throws: ``ExplainedError``.
  /// - Complexity: O(c · log n) for c challenges and n saved workouts.
  public var results:
    @Sendable (_ maxRecentCount: Int) async throws -> [Challenge.ID: PersonalResults]

  /// Returns the person's best workout in a challenge (the earliest, if several are equal); `nil` if none has a score.
  ///
  /// - Throws: ``ExplainedError``.
  public var best: @Sendable (_ challenge: Challenge.ID) async throws -> Workout?

  /// Returns the best of the workouts that were counted live; otherwise like ``best``.
  ///
  /// - Throws: ``ExplainedError``.
  public var liveBest: @Sendable (_ challenge: Challenge.ID) async throws -> Workout?

  /// Returns the person's latest workout in a challenge, except impossible workouts and those without a score.
  ///
  /// - Throws: ``ExplainedError``.
  public var last: @Sendable (_ challenge: Challenge.ID) async throws -> Workout?

  /// Returns the stored version of a finished workout: the workout itself, or its last correction by any process; `nil`
  /// if it was deleted.
  ///
  /// - Throws: ``ExplainedError``.
  /// - Complexity: O(c · log n) for c corrections.
  public var current: @Sendable (_ id: Workout.ID) async throws -> Workout?

  /// Deletes a finished workout, which removes it from all lists, totals and leaderboards.
  ///
  /// It can be restored for thirty days by ``undo``. The training plan that began with the workout ends, and the plan
  /// that the ended plan had replaced becomes active again.
  ///
  /// - Returns: The effect on the training plan, if there was one.
  /// - Throws: ``ExplainedError``; the workout remains. ``EditConflict`` if it was corrected or deleted.
  public var delete: @Sendable (_ id: Workout.ID) async throws -> PlanChange?

  /// Replaces a finished workout with a corrected copy, which has its own ID.
  ///
  /// The replaced workout can be restored for thirty days by ``undo``.
  ///
  /// - Parameters:
  ///   - id: The version that the person has corrected.
  ///   - isDeleted: Whether the person knows that the workout was deleted, and still wants the corrected copy.
  /// - Throws: ``ExplainedError``; nothing is changed. ``EditConflict`` if the stored version is not `id`.
  public var correct:
    @Sendable (_ id: Workout.ID, _ corrected: Workout, _ isDeleted: Bool) async throws -> Void

  /// Undoes a deletion or correction.
  ///
  /// - Parameter change: The change; `nil` for the latest change that has not been undone, by any process.
  /// - Returns: The undone change; `nil` if there was none in the last thirty days.
  /// - Throws: ``ExplainedError``; nothing is changed. ``EditConflict`` if the workout was changed after `change`.
  public var undo: @Sendable (_ change: WorkoutChange?) async throws -> UndoneChange?

  /// Returns whether another program has written to the database since the last call.
  ///
  /// - Throws: ``ExplainedError``.
  public var haveOthersWritten: @Sendable () async throws -> Bool

  /// Returns the number of people with a score in a challenge.
  ///
  /// - Throws: ``ExplainedError``.
  public var participantCount: @Sendable (_ challenge: Challenge.ID) async throws -> Int

  /// Saves the person's current rest, so that other programs can show it; `nil` once it has ended.
  ///
  /// - Throws: ``ExplainedError``.
  public var saveRest: @Sendable (_ rest: StoredRest?) async throws -> Void
}

extension WorkoutsClient: TestDependencyKey {
  /// A client that reports no changes by other programs, unless a test overrides this.
  public static let testValue: WorkoutsClient = {
    var client = WorkoutsClient()
    client.haveOthersWritten = { false }
    return client
  }()
}

extension DependencyValues {
  /// The client that stores and finds workouts.
  public var workouts: WorkoutsClient {
    get { self[WorkoutsClient.self] }
    set { self[WorkoutsClient.self] = newValue }
  }
}

/// An error for a workout of an unknown challenge.
public struct UnknownChallenge: ExplainedError, Hashable, Sendable {
  /// The ID of the unknown challenge.
  public let id: Challenge.ID

  public var summary: String { "the catalogue has no challenge '\(id)'" }
  public var remedy: String { "update Ladder" }
  public var details: String { "unknown challenge \(id)" }

  public init(id: Challenge.ID) { self.id = id }
}
