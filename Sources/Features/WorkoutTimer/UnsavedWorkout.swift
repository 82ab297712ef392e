import Models

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
      + "begun \(LocalTime(draft.startedAt).text)"
    return switch file {
    case .success(let path):
      "not saved (\(failure.happened)): \(workout); it is in \(path), and the next start offers it"
    case .failure(let other):
      "lost, but for the reps that were stored before: \(workout) "
        + "(\(failure.happened), and \(other.happened))"
    }
  }
}
