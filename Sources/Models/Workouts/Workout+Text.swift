extension Challenge {
  /// The text for a workout without a score, because no rep was done or no time was held.
  public static let noScore = "no score"
  /// The text for a workout with an impossible log.
  public static let notRanked = "not ranked"

  /// Returns a workout's result for a person: `42 reps`, ``noScore`` or ``notRanked``. The same on every screen.
  ///
  /// - Parameter isShort: Whether to use ``shortText(_:)``.
  /// - Complexity: O(n) in the reps.
  public func resultText(of workout: Workout, isShort: Bool = false) -> String {
    guard impossibilityReason(of: workout) == nil else { return Self.notRanked }
    guard let score = score(of: workout) else { return Self.noScore }
    return isShort ? shortText(score) : text(score)
  }

  /// Returns the reps and the time of an unfinished workout: `12 reps in 00:40.00`, or only the time if it has no reps.
  ///
  /// - Complexity: O(n) in the reps.
  public func resultText(of draft: WorkoutDraft) -> String {
    let reps = routine.repCount(of: draft.log, skips: draft.skips)
    return (hasReps ? "\(reps.repsText) in " : "") + draft.duration.clockText
  }
}

extension Challenge {
  /// Returns the time for a list, which is the same as on a leaderboard.
  ///
  /// - Complexity: As ``score(of:)``.
  public func timeColumn(of workout: Workout) -> String {
    (score(of: workout)?.duration ?? workout.duration).clockText
  }
}

extension WorkoutDraft {
  /// Returns the name of the workout's challenge, or the exercises of a strength session.
  ///
  /// - Parameter challenge: The challenge, if it is known.
  public func title(of challenge: Challenge?) -> String {
    workout(by: "").title(of: challenge)
  }

  /// Returns the reps and the time as ``Challenge/resultText(of:)`` does, or the number of sets.
  ///
  /// - Parameter challenge: The challenge, if it is known.
  public func resultText(of challenge: Challenge?) -> String {
    challenge?.resultText(of: self) ?? sets.countText
  }
}

extension Workout {
  /// Returns the name of the workout's challenge, or the exercises of a strength session.
  ///
  /// - Parameter challenge: The challenge, if it is known.
  public func title(of challenge: Challenge?) -> String {
    if !sets.isEmpty { return sets.exercisesText }
    return challenge?.name ?? self.challenge.description
  }
}

extension Catalogue {
  /// Returns the name of a challenge, or its ID if it is unknown.
  public func name(of challenge: Challenge.ID) -> String {
    self[challenge]?.name ?? (challenge == .strength ? "Strength" : challenge.description)
  }

  /// Returns the title of a workout as ``Workout/title(of:)`` does.
  public func name(of workout: Workout) -> String {
    workout.title(of: self[workout.challenge])
  }

  /// Returns the result for a list as ``Challenge/resultText(of:isShort:)`` does; of an unknown challenge the reps, and
  /// of a strength session the number of sets.
  ///
  /// - Complexity: O(n) in the reps.
  public func resultColumn(of workout: Workout) -> String {
    if !workout.sets.isEmpty { return workout.sets.countText }
    if let challenge = self[workout.challenge] {
      return challenge.resultText(of: workout, isShort: true)
    }
    return workout.reps > 0 ? workout.reps.repsText : Challenge.noScore
  }

  /// Returns the time as ``Challenge/timeColumn(of:)`` does, also for unknown challenges.
  public func timeColumn(of workout: Workout) -> String {
    self[workout.challenge]?.timeColumn(of: workout) ?? workout.duration.clockText
  }
}
