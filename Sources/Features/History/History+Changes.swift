import Clients
import Models

extension WorkoutsClient {
  /// Makes a change of a history, unless another program has changed the workout.
  ///
  /// - Throws: ``ExplainedError`` except ``EditConflict``.
  func make(_ mutation: History.Mutation) async throws -> History.Change {
    do {
      switch mutation {
      case .delete(let workout):
        return .deleted(workout, try await delete(id: workout.id))
      case .correct(let old, let corrected, let isDeleted):
        try await correct(id: old.id, corrected: corrected, isDeleted: isDeleted)
        return .corrected(old, to: corrected)
      case .undo(let change):
        return .undone(try await undo(change: change))
      }
    } catch let conflict as EditConflict<Workout> {
      return .prevented(mutation, conflict)
    }
  }
}

extension ChangeNotice {
  /// Creates the notice of a change that another program's change has prevented.
  init(_ mutation: History.Mutation, prevented conflict: EditConflict<Workout>) {
    self =
      switch mutation {
      case .delete: conflict.current == nil ? .alreadyDeleted : .notDeleted
      case .correct, .undo: .notUndone
      }
  }
}

extension History.State {
  /// Applies a change to the loaded list, without reading it again.
  mutating func apply(_ change: History.Change) {
    switch change {
    case .deleted(let workout, let plan):
      undoableChange = .deleted(workout.id)
      workouts.remove(id: workout.id)
      notice = .deleted(title(of: workout), plan)
    case .corrected(let old, let new):
      workouts.remove(id: old.id)
      insert(new)
      notice = .changed(title(of: new))
      undoableChange = .corrected(old.id, to: new.id)
    case .undone(let change?):
      undoableChange = nil
      if let replaced = change.replaced { workouts.remove(id: replaced) }
      insert(change.workout)
      notice = .restored(title(of: change.workout), change.plan)
    case .undone(nil):
      notice = .nothingToUndo
      undoableChange = nil
    case .prevented:
      break
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
