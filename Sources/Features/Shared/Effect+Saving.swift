import Clients
import Models
import ReducerRuntime

extension Effect {
  /// Saves a workout, and retries until it is saved or the effect is cancelled. Until then a file contains the workout.
  ///
  /// - Parameters:
  ///   - challenge: The workout's challenge; `nil` for a strength session.
  ///   - id: The cancellation identifier of the effect.
  ///   - response: Returns the action for the outcome of each attempt.
  static func save(
    _ draft: WorkoutDraft, of challenge: Challenge?, id: some Hashable & Sendable,
    response: @escaping @Sendable (Result<SavedWorkout, UnsavedWorkout>) -> Action
  ) -> Self {
    @Dependency(\.continuousClock) var clock
    @Dependency(\.workouts) var workouts
    return .run { [clock, workouts] send in
      let first = await workouts.saveOrRescue(draft, of: challenge)
      await send(response(first))
      guard case .failure(var unsaved) = first else { return }
      for await _ in clock.timer(interval: UnsavedWorkout.retryInterval) {
        let next = await workouts.saveOrRescue(
          draft, of: challenge, in: unsaved.isInFile ? unsaved.file : nil)
        await send(response(next))
        guard case .failure(let retried) = next else { return }
        unsaved = retried
      }
    }
    .cancellable(id: id, cancelInFlight: true)
  }
}

extension WorkoutsClient {
  /// Saves a workout, or writes it to a file if that fails.
  ///
  /// - Parameter file: The file that contains the workout already, if any.
  fileprivate nonisolated(nonsending) func saveOrRescue(
    _ draft: WorkoutDraft, of challenge: Challenge?, in file: Result<String, Failure>? = nil
  ) async -> Result<SavedWorkout, UnsavedWorkout> {
    do {
      return .success(try await finish(draft: draft))
    } catch {
      let savedFile: Result<String, Failure>
      if let file {
        savedFile = file
      } else {
        savedFile = await outcome { try await rescue(draft: draft) }
      }
      return .failure(
        UnsavedWorkout(draft: draft, challenge: challenge, failure: Failure(error), file: savedFile)
      )
    }
  }
}
