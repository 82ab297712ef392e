extension Challenge {
  /// Returns the reps of exercises in a workout of this challenge.
  ///
  /// - Parameter isIncluded: Returns whether the reps of an exercise count, by its name.
  /// - Complexity: O(n) in the reps and sets.
  public func reps(in workout: Workout, where isIncluded: (String) -> Bool) -> Int {
    let exercises = routine.exercises
    if exercises.count == 1 {
      return isIncluded(exercises[0]) || isIncluded(name) ? routine.repCount(of: workout) : 0
    }
    guard exercises.contains(where: isIncluded) else { return 0 }
    return routine.exerciseReps(of: workout).reduce(0) {
      $0 + (isIncluded($1.exercise) ? $1.reps : 0)
    }
  }
}

extension WeekGoal.Unit {
  /// Returns whether the reps of an exercise count.
  ///
  /// They do if its name contains the words of the goal: "push-ups" includes "push-up", "diamond push-up" and the challenge
  /// "100 push-ups".
  ///
  /// - Parameter aliases: The exercises that the person has renamed.
  public func includes(_ exercise: String, _ aliases: ExerciseAliases = ExerciseAliases()) -> Bool {
    guard case .exercise(let name) = self else { return true }
    return aliases.name(of: exercise).containsName(aliases.name(of: name).nameKey)
  }
}
