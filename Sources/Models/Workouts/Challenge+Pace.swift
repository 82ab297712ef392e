extension Challenge {
  /// Returns the reps per minute of a workout, without the time of its rests, holds and distances.
  ///
  /// - Returns: `nil` without reps, and for typed reps of several sets.
  /// - Complexity: As ``Routine/results(of:)``.
  public func pace(of workout: Workout) -> Double? {
    guard hasReps, workout.sets.isEmpty else { return nil }
    guard hasRounds else {
      return workout.log.pace(over: score(of: workout)?.duration ?? workout.duration)
    }
    guard workout.hasRecordedRepTimes else { return nil }
    let splits = routine.results(of: workout).splits.filter { split in
      switch split.target {
      case .reps: true
      case .distance: false
      case .time, .max: !Routine.isHold(split.exercise)
      }
    }
    let time = splits.reduce(.zero) { $0 + $1.duration }
    let reps = splits.reduce(0) { $0 + $1.reps }
    guard reps > 0, time >= .milliseconds(10) else { return nil }
    return Double(reps) * 60 / (time / .seconds(1))
  }

  /// Returns the time for a kilometer or a mile of the distances of a workout: `5:14/km`, `8:25/mi`.
  ///
  /// It is that of the distance that was measured, or of all sets with a distance, in the unit of the first.
  ///
  /// - Returns: `nil` without a distance, and for typed results of several sets.
  /// - Complexity: As ``Routine/results(of:)``.
  public func distancePace(of workout: Workout) -> String? {
    let time = score(of: workout)?.duration ?? workout.duration
    if let distance = workout.figures.distance {
      return routine.isSingleSet ? [distance].pace(over: time) : nil
    }
    if case .step(let step) = routine.blocks[0], routine.isSingleSet {
      guard score(of: workout)?.isComplete == true else { return nil }
      return [step.target.coveredDistance].compactMap(\.self).pace(over: time)
    }
    guard workout.hasRecordedRepTimes else { return nil }
    let splits = routine.results(of: workout).splits.filter {
      $0.isFinished && !$0.isSkipped && $0.target.isDistance
    }
    return splits.compactMap(\.target.coveredDistance)
      .pace(over: splits.reduce(.zero) { $0 + $1.duration })
  }
}

extension Routine.Target {
  fileprivate var coveredDistance: Distance? {
    guard case .distance(let number, let unit) = self else { return nil }
    return Distance(number, unit)
  }
}

extension [Distance] {
  /// Returns the time for a kilometer or a mile; `nil` without a distance.
  fileprivate func pace(over time: Duration) -> String? {
    let meters = reduce(0) { $0 + $1.meters }
    guard let first, meters > 0 else { return nil }
    let (name, length) = first.unit == .miles ? ("mi", 1609.344) : ("km", 1000)
    return "\((time * (length / meters) + .milliseconds(500)).minutesText)/\(name)"
  }
}
