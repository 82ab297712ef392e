import Models

extension ChallengeDetail.State {
  /// Returns the workout to compare a saved one with: the opponent in its race, or the best before it.
  ///
  /// - Returns: `nil` for a set of a training plan, which is shorter than a workout, and if no rep times are known.
  func comparedWorkout(for saved: SavedWorkout) -> Ghost? {
    if activeWorkout?.set != nil { return nil }
    if let raced = activeWorkout?.ghost { return raced }
    guard let best = results?.best, best.id != saved.workout.id, best.hasRecordedRepTimes else {
      return nil
    }
    return ghost
  }
}
