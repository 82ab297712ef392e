import Models

extension History.State {
  /// Whether a workout is one of those that the list shows.
  func isListed(_ workout: Workout) -> Bool {
    HistoryQuery(query).matches(workout, of: catalogue[workout.challenge])
  }

  /// The rest of the word before the cursor at the end, if there is one that begins so: a word of a challenge or an exercise, or the
  /// month or day of a workout in the list.
  ///
  /// - Complexity: O(n) in the challenges and the loaded workouts.
  var completion: String? {
    guard input.isCursorAtEnd,
      let word = query.split(separator: " ", omittingEmptySubsequences: false).last,
      !word.isEmpty
    else { return nil }
    let typed = word.lowercased()
    let whole = typed.first?.isNumber == true ? date(beginning: typed) : self.word(beginning: typed)
    return whole.map { String($0.dropFirst(typed.count)) }
  }

  private func word(beginning typed: String) -> String? {
    for challenge in catalogue.challenges {
      let names = [challenge.name] + challenge.routine.exercises
      let words = names.joined(separator: " ").lowercased().split(separator: " ")
      let found = words.first { $0.folded.hasPrefix(typed.folded) && $0.count > typed.count }
      if let found { return String(found) }
    }
    return nil
  }

  private func date(beginning typed: String) -> String? {
    // A month first, then a day in it.
    let length = typed.count < 7 ? 7 : 10
    for workout in workouts {
      let date = workout.localStart.date.text
      if date.hasPrefix(typed), typed.count < length { return String(date.prefix(length)) }
    }
    return nil
  }
}
