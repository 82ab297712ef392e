import Models

// The position in the sets and rounds of a workout. It follows from the reps, the skips and the time, so nothing of it
// is stored.
extension WorkoutTimer.State {
  /// Advances the position to the elapsed time.
  ///
  /// - Returns: The instant at which the last set ended, if it did.
  /// - Complexity: Amortized O(1), without allocation.
  @discardableResult
  mutating func followRoutine() -> Duration? {
    defer {
      scheduleEvent()
      updatePace()
    }
    guard var cursor else { return nil }
    let instant = lastInstant
    // Otherwise every call would notify the views that show the position.
    if cursor.needsAdvance(to: instant, log: log, skips: skips) {
      cursor.advance(to: instant, log: log, skips: skips)
      self.cursor = cursor
    }
    return cursor.endInstant
  }

  /// Whether the current set is a hold that only a key ends.
  var isInOpenHold: Bool { cursor?.isInOpenHold ?? false }

  /// Whether the key that counts reps ends the current set.
  var isSetEndedByPress: Bool { cursor?.isEndedByPress ?? false }

  /// Whether the key that skips ends the current set, because nothing else does.
  var isInOpenSet: Bool { cursor?.isInOpenSet ?? false }

  /// Whether a press counts a rep: not in a rest, and in a workout for time only in sets with a number of reps.
  var countsRepsNow: Bool {
    guard let cursor else { return true }
    return switch cursor.step?.target {
    case .reps, .distance: true
    case .time, .max: challenge.scoring.repGoal == nil
    case nil: false
    }
  }
}
