import Models
import ReducerRuntime
import TerminalUI

/// A workout that could not be saved, and what can be done about it.
struct NotSavedView: RetainedView {
  let store: StoreOf<WorkoutTimer>
  let unsaved: UnsavedWorkout

  var body: some View {
    VStack {
      Text("This workout is not saved yet").style(.danger)
      Text("")
      Paragraph(unsaved.failure.sentence)
      Text("")
      HStack(spacing: 2) {
        if !store.isHold { Text("REPS \(store.repCount)") }
        Text(store.elapsedTime.clockText)
      }
      .style(.accent)
      Text("")
      switch unsaved.file {
      case .success(let path):
        Paragraph("Kept in \(path) until it is saved; the next start offers to resume it.").style(
          .good)
      case .failure(let failure):
        Paragraph("Only in memory: \(failure.summary).").style(.warning)
      }
      Paragraph("Saving is retried automatically.")
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
          Text("tries again;")
        }
        .style(.dim)
        if unsaved.isInFile {
          HStack(spacing: 1) {
            HintKeys(Hint("Esc", "back"))
            Text("leaves it in that file.")
          }
          .style(.dim)
        }
      }
    }
    .padding(2, 1)
  }
}

/// A workout that could not be saved, and the file that has it instead.
public struct UnsavedWorkout: Error, Equatable, Sendable {
  public var draft: WorkoutDraft
  /// The name of its challenge.
  public var challenge: String
  /// The reason why it could not be saved.
  public var failure: Failure
  /// The path of its file, or the reason why there is none.
  public var file: Result<String, Failure>

  /// Whether all of it is kept when the program ends.
  public var isInFile: Bool { (try? file.get()) != nil }

  /// The line about it at the end of the program.
  public var sentence: String {
    let workout =
      "\(challenge), \(draft.log.count.repsText) in \(draft.duration.clockText), "
      + "started \(LocalTime(draft.startedAt).text)"
    return switch file {
    case .success(let path):
      "not saved (\(failure.summary)): \(workout); it is in \(path), and the next start offers to resume it"
    case .failure(let other):
      "lost, except the reps that were stored before: \(workout) "
        + "(\(failure.summary), and \(other.summary))"
    }
  }
}
