import Models

extension WorkoutNote {
  /// The note as screens show it.
  var line: String { "Note: \(text)" }
}
