import Models
import TerminalUI

// Selecting, editing and deleting the sets of a session, and undoing changes.
extension Lifting {
  /// The index of the selected or edited set; `nil` if the keys apply to the next set.
  var selectedSet: Int? {
    switch focus {
    case .nextSet, .body: nil
    case .set(let index), .editor(let index): index
    }
  }

  /// Moves the selection in the list of the sets and, below them, the offers for the next set.
  mutating func moveSelection(by offset: Int) {
    let (order, offers) = (sets.indicesByExercise, offers)
    let offer = offers.firstIndex { $0.kind == selectedOffer?.kind } ?? 0
    let selected = selectedSet.flatMap(order.firstIndex) ?? order.count + offer
    let row = selected.moved(by: offset, in: order.count + max(1, offers.count))
    problem = nil
    guard row >= order.count else { return focus = .set(order[row]) }
    focus = .nextSet
    if offers.indices.contains(row - order.count) {
      preferredOffer = offers[row - order.count].kind
    }
  }

  /// Discards the typed text. A set that was edited stays selected, and a set before a question stays typed.
  mutating func clearEntry() {
    problem = nil
    entry = interruptedEntry ?? ""
    interruptedEntry = nil
    if case .editor(let index) = focus { focus = .set(index) } else { focus = .nextSet }
  }

  /// Puts the text of the selected set into the entry.
  mutating func editSelectedSet() {
    guard case .set(let index) = focus else { return }
    focus = .editor(index)
    problem = nil
    entry = sets[index].typedText(in: unit)
  }

  /// Replaces a set with the typed one.
  ///
  /// - Returns: Whether it was replaced. If not, a problem or a question is shown.
  mutating func saveEditedSet(_ index: Int, at instant: Duration) -> Bool {
    guard let entries = enteredSets() else { return false }
    guard var set = entries.first, entries.count == 1 else {
      problem = "these are \(entries.count) sets; type the one that replaces the set"
      return false
    }
    let old = sets[index]
    set.body = set.body ?? old.set.body
    guard set == old.set || log.append(.editSet(index + 1, old.exercise, set), at: instant) else {
      problem = "a session has at most \(RepLog.maxReps) reps"
      return false
    }
    clearEntry()
    return true
  }

  /// Deletes the selected set, and matches the remaining sets with the plan.
  ///
  /// - Parameter duration: The time from the start to the last set.
  /// - Returns: The new time from the start to the last set; `nil` if no set was deleted.
  mutating func deleteSelectedSet(at instant: Duration, duration: Duration) -> Duration? {
    guard case .set(let index) = focus else { return nil }
    let row = sets.indicesByExercise.firstIndex(of: index) ?? 0
    let isLast = index == sets.count - 1
    guard log.append(.deleteSet(index + 1), at: instant) else { return nil }
    let previous = previousStates.remove(at: index)
    matchPlan()
    let order = sets.indicesByExercise
    focus = order.isEmpty ? .nextSet : .set(order[row.clamped(in: order.count)])
    return isLast ? previous.duration : duration
  }

  /// Undoes the last change of the sets. If that removes a set, its text is put into the entry, so that Enter saves it
  /// again.
  ///
  /// - Parameter duration: The time from the start to the last set.
  /// - Returns: The new time from the start to the last set; `nil` if there is nothing to undo.
  mutating func undo(at instant: Duration, duration: Duration) -> Duration? {
    let last = sets.last
    guard let change = log.lastSetChange, log.append(.undoSet, at: instant) else { return nil }
    clearEntry()
    switch change {
    case .added:
      guard let last, let previous = previousStates.popLast() else { return duration }
      position = previous.position
      exercise = previous.exercise
      focus = .nextSet
      entry = TextField(last.typedText(in: unit).text, isDefault: true)
      return previous.duration
    case .edited(let index, _):
      focus = .set(index)
      return duration
    case .deleted(let index, let set):
      previousStates.insert(
        .init(position: position, exercise: exercise, duration: duration), at: index)
      matchPlan()
      focus = .set(index)
      return max(duration, set.instant)
    }
  }

  /// Matches the sets with the plan again after a set was deleted or restored. If that moves the position in the plan,
  /// the session continues with the exercise there.
  private mutating func matchPlan() {
    let (oldPosition, current) = (position, exercise)
    let durations = previousStates.map(\.duration)
    (position, previousStates) = (0, [])
    exercise = plannedExercise(at: 0) ?? current
    for (performed, duration) in zip(sets, durations) { replay(performed, duration: duration) }
    if position == oldPosition || plan == nil { exercise = current }
  }
}
