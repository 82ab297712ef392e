import Models

extension ChallengeDetail.State {
  /// The workout that one which was just saved is compared with: the one it was raced against, or the best before it.
  ///
  /// - Returns: `nil` for a set of a training plan, which is less than a workout, and where no rep times are known.
  func rival(of saved: SavedWorkout) -> Ghost? {
    if activeWorkout?.set != nil { return nil }
    if let raced = activeWorkout?.ghost { return raced }
    guard let best = results?.best, best.id != saved.workout.id, best.hasRecordedRepTimes else {
      return nil
    }
    return ghost
  }
}
