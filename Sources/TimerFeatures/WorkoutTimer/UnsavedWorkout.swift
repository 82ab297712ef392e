import Clients
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A workout that could not be saved, and the file that contains it instead.
public struct UnsavedWorkout: Error, Equatable, Sendable {
  public var draft: WorkoutDraft
  /// The workout's challenge; `nil` for a strength session.
  public var challenge: Challenge?
  /// The reason why it could not be saved.
  public var failure: Failure
  /// The path of its file, or the reason why the file could not be written.
  public var file: Result<String, Failure>

  /// The time between two attempts to save it.
  public static let retryInterval = Duration.seconds(2)

  /// Whether a file contains the whole workout, so that nothing is lost when the program ends.
  public var isInFile: Bool { (try? file.get()) != nil }

  /// The line that the program prints about the workout on exit.
  public var sentence: String {
    let workout =
      "\(draft.title(of: challenge)), \(draft.resultText(of: challenge)), "
      + "started \(draft.localStart.text)"
    return switch file {
    case .success(let path):
      "not saved (\(failure.summary)): \(workout); it is in \(path), and the next start offers to resume it"
    case .failure(let other):
      "lost, except for the part already stored: \(workout) "
        + "(\(failure.summary), and \(other.summary))"
    }
  }
}

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

/// A view of a workout that could not be saved: the reason, where the data is, and the next steps.
struct NotSavedView: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let unsaved: UnsavedWorkout

  var body: some View {
    VStack {
      Text("This workout is not saved yet").style(.danger)
      Text("")
      HStack(spacing: 2) {
        if store.challenge.hasReps { Text("REPS \(store.repCount)") }
        Text(store.elapsedTime.clockText)
      }
      .style(.accent)
      Text("")
      switch unsaved.file {
      case .success(let path):
        Paragraph("Kept in \(path) until it is saved; you can resume it at the next start.").style(
          .good)
      case .failure(let failure):
        Paragraph("Only in memory: \(failure.summary).").style(.warning)
      }
      Paragraph("Saving is retried automatically.")
      Text("")
      Paragraph(unsaved.failure.sentence.capitalizedSentence)
      Text("")
      if store.isOnFloor {
        HStack(spacing: 1) {
          HintKeys(Hint("Esc", "leave floor mode"))
          Text("leaves floor mode; then you can try again.")
        }
        .style(.dim)
      } else {
        HStack(spacing: 1) {
          HintKeys(Hint("Enter", "try again"))
          Text("tries again.")
        }
        .style(.dim)
        if unsaved.isInFile {
          HStack(spacing: 1) {
            HintKeys(Hint("Esc", "back"))
            Text("keeps it for later.")
          }
          .style(.dim)
        }
      }
    }
    .padding(2, 1)
  }
}
