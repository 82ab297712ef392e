extension Challenge {
  /// Returns the reps of an exercise and its variations in a workout of this challenge.
  ///
  /// A name matches if it contains the words of the exercise's name in their order: "push-ups" matches "push-up",
  /// "diamond push-up" and the challenge "100 push-ups".
  ///
  /// - Complexity: O(n) in the reps and sets.
  public func reps(of exercise: String, in workout: Workout) -> Int {
    let words = exercise.exerciseWords
    guard hasRounds, workout.hasRecordedRepTimes else {
      return ([name] + routine.exercises).contains { $0.exerciseWords.contains(words) }
        ? routine.repCount(of: workout) : 0
    }
    return routine.results(of: workout).splits.reduce(0) { sum, split in
      split.exercise.exerciseWords.contains(words) ? sum + split.reps : sum
    }
  }
}
