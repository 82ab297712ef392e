import Models

extension History.State {
  /// Applies a change to the loaded list, without reading it again.
  mutating func apply(_ change: History.Change) {
    switch change {
    case .deleted(let workout, let plan):
      workouts.remove(id: workout.id)
      notice = .deleted(title(of: workout), plan)
    case .corrected(let old, let new):
      workouts.remove(id: old.id)
      insert(new)
      notice = .changed(title(of: new))
    case .undone(let change?):
      if let replaced = change.replaced { workouts.remove(id: replaced) }
      insert(change.workout)
      notice = .restored(title(of: change.workout), change.plan)
    case .undone(nil):
      notice = .nothingToUndo
    }
    selection = selection.clamped(in: workouts.count)
  }

  /// Inserts and selects a workout. One beyond the loaded pages is left out, because it comes with its page, and so is
  /// one that the search doesn't find.
  private mutating func insert(_ workout: Workout) {
    guard isListed(workout) else { return }
    let index = workouts.firstIndex { $0.isOlder(than: workout) } ?? workouts.count
    guard index < workouts.count || !hasMorePages else { return }
    workouts.insert(workout, at: index)
    selection = index
  }

  private func title(of workout: Workout) -> String {
    let challenge = catalogue[workout.challenge]
    let reps = challenge?.routine.repCount(of: workout) ?? workout.reps
    let result = challenge?.hasReps == false ? "" : "\(reps.repsText) in "
    return "\(workout.title(of: challenge)), \(result)\(workout.duration.clockText)"
  }
}

extension Workout {
  /// Returns whether the workout comes after `other` in a history, which is sorted by start, then by id.
  fileprivate func isOlder(than other: Workout) -> Bool {
    (startedAt, id.uuidString) < (other.startedAt, other.id.uuidString)
  }
}
