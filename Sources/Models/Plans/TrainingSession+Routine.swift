extension TrainingSession {
  /// Returns the session as a routine: `push-up 5x13 rest 1:30`.
  ///
  /// A plan stores its test and its progress instead, from which ``TrainingPlan/sessions`` follow.
  ///
  /// - Parameters:
  ///   - challenge: The challenge of the plan. Its routine names the exercise if it is a single set; otherwise its name
  ///     does.
  ///   - rest: The rest after each set in whole seconds; 0 for none.
  /// - Returns: `nil` if the session violates a limit of routines.
  public func routine(of challenge: Challenge, rest: Int) -> Routine? {
    var exercise = Routine.plainExerciseName(challenge.name)
    if challenge.routine.isSingleSet, case .step(let step)? = challenge.routine.blocks.first {
      exercise = step.exercise
    }
    let target: Routine.Target =
      switch amount {
      case .reps(let reps, _): .reps(reps)
      case .hold(let seconds): .time(.seconds(seconds))
      }
    let step = Routine.Step(
      exercise, sets: sets, target, rest: rest > 0 ? .seconds(rest) : nil)
    return try? Routine([.step(step)])
  }
}
