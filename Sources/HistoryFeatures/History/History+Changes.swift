import Clients
import Models
import ReducerRuntime
import SharedFeatures

extension WorkoutsClient {
  /// Applies a change to the stored history, unless another program has changed the workout.
  ///
  /// - Throws: ``ExplainedError`` except ``EditConflict``.
  public func perform(_ mutation: History.Mutation) async throws -> History.Change {
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

  mutating func showSheet(about failure: Failure) {
    destination = .errorSheet(
      ErrorHandling.State(failure, dataStatus: "Your workouts are unchanged.", canRetry: true))
  }

  mutating func closeErrorSheet() {
    if destination?.errorSheet != nil { destination = nil }
  }

  /// Inserts and selects a workout if the search matches it. A workout beyond the loaded pages is loaded later with its
  /// page.
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

// MARK: - A workout's page

/// The page of the selected workout.
extension History {
  func open(_ state: inout State) -> Effect<Action> {
    guard !state.isChanging, let workout = state.selectedWorkout else { return .none }
    state.notice = nil
    state.destination = .workout(
      WorkoutDetail.State(workout, isYours: true, catalogue: state.$catalogue))
    return .merge(.recordUse(of: .workoutDetail), sendToWorkout(.appear, state))
  }

  /// Sends a command to the page, if it is open.
  func sendToWorkout(
    _ command: WorkoutDetail.Action.Command, _ state: State
  ) -> Effect<Action> {
    guard state.destination?.workout != nil else { return .none }
    return .send(._internal(.destination(.presented(.workout(.command(command))))))
  }

  func reduce(
    _ state: inout State, workout action: WorkoutDetail.Action.Delegate
  ) -> Effect<Action> {
    switch action {
    case .startRequested(let request):
      return .send(.delegate(.startRequested(request)))
    case .changed(let change):
      state.apply(change)
      return .send(.delegate(.changed))
    case .closed:
      state.destination = nil
      return .none
    }
  }
}

// MARK: - Search

extension History.State {
  /// Returns whether the search matches a workout.
  func isListed(_ workout: Workout) -> Bool {
    @SharedReader(.settings) var settings
    return HistoryQuery(query).matches(workout, of: catalogue[workout.challenge], settings.dayStart)
  }

  /// The completion of the word before the cursor, if the cursor is at the end of the text: the rest of a word in the
  /// name of a challenge or an exercise, or of the month or day of a listed workout.
  ///
  /// - Complexity: O(n) in the challenges and the loaded workouts.
  var completion: String? {
    guard input.isCursorAtEnd,
      let word = query.split(separator: " ", omittingEmptySubsequences: false).last,
      !word.isEmpty
    else { return nil }
    let typed = word.lowercased()
    let isDate = typed.first?.isNumber == true
    let whole = isDate ? date(withPrefix: typed) : self.word(withPrefix: typed)
    return whole.map { String($0.dropFirst(typed.count)) }
  }

  private func word(withPrefix typed: String) -> String? {
    for challenge in catalogue.challenges {
      let names = [challenge.name] + challenge.routine.exercises
      let words = names.joined(separator: " ").lowercased().split(separator: " ")
      let found = words.first { $0.folded.hasPrefix(typed.folded) && $0.count > typed.count }
      if let found { return String(found) }
    }
    return nil
  }

  private func date(withPrefix typed: String) -> String? {
    // The month is completed first, then the day.
    let length = typed.count < 7 ? 7 : 10
    for workout in workouts {
      let date = workout.localStart.date.text
      if date.hasPrefix(typed), typed.count < length { return String(date.prefix(length)) }
    }
    return nil
  }
}
