import Models

extension WorkoutNote {
  /// The note with its label, for screens.
  var line: String { "Note: \(text)" }
}
