import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import TerminalUI

// Entering and undoing sets, and moving between exercises.
extension StrengthWorkout {
  /// Starts the session with the exercise of its plan, or lets the person choose one.
  func start(_ state: inout State) -> Effect<Action> {
    guard state.id == nil else { return .none }
    state.id = uuid()
    state.startTime = now
    state.origin = uptime
    if state.exercise == nil { state.pickExercise() }
    return .merge(endRest(state), loadExercises(), loadHistories(of: state.plannedExercises))
  }

  /// Records the typed sets, or the selected one if nothing is typed.
  func saveSet(_ state: inout State) -> Effect<Action> {
    guard state.phase == .active, let exercise = state.exercise else { return .none }
    let entries: [SetEntry]
    do throws(TextError) {
      entries = try state.nextSets
    } catch {
      state.isAskingForUnit = error.isUnitMissing
      guard !error.isUnitMissing else { return .none }
      state.problem = EntryProblem(error)
      state.entry.moveCursor(toColumn: error.column)
      return .none
    }
    guard !entries.isEmpty else {
      state.problem = "type a set: a weight and reps, such as 100x5, or x12 without a weight"
      return .none
    }
    let time = now.roundedToMilliseconds
    let sets = entries.compactMap { PerformedSet(exercise, $0, at: time) }
    guard
      sets.count == entries.count, state.sets.count + sets.count <= PerformedSet.maxCount,
      (state.sets + sets).reps <= RepLog.maxReps
    else {
      state.problem = "a session has at most \(PerformedSet.maxCount) sets; finish it first"
      return .none
    }
    var rest = 0
    for set in sets {
      state.former.append(
        .init(position: state.position, exercise: exercise, duration: state.duration))
      state.sets.append(set)
      rest = state.restSeconds
      state.former[state.former.count - 1].isPlanned = state.passPlannedSet(set)
    }
    state.duration = max(state.duration, uptime - state.origin)
    state.entry = ""
    state.problem = nil
    if state.isPlanDone { rest = 0 }
    return .merge(
      checkpoint(state), rest > 0 ? startRest(state, seconds: rest) : endRest(state))
  }

  /// Remembers the unit of weights that are typed without one, and records the typed sets.
  func chooseUnit(_ unit: Weight.Unit, _ state: inout State) -> Effect<Action> {
    state.isAskingForUnit = false
    state.$settings.withLock { $0.unit = unit }
    return .merge(
      .run { [settings = state.settings] send in
        _ = try await settingsClient.save(settings: settings)
      } catch: { error, send in
        await send(._internal(.checkpointFailed(Failure(error))))
      },
      saveSet(&state))
  }

  /// Removes the last set, and returns to its exercise.
  func undo(_ state: inout State) -> Effect<Action> {
    guard state.phase == .active, let set = state.sets.popLast(),
      let former = state.former.popLast()
    else { return .none }
    state.position = former.position
    state.exercise = former.exercise
    state.duration = former.duration
    state.problem = nil
    // Enter saves it again.
    let note = set.set.text.dropFirst(set.set.result.count)
    state.entry = TextField(
      (state.unit.map { set.set.text(in: $0) } ?? set.set.result) + note)
    let stored =
      state.sets.isEmpty ? discardStoredSets(state) : checkpoint(state)
    return .merge(stored, endRest(state))
  }

  /// Moves to another exercise. In a plan, the planned sets until then are skipped.
  func move(to exercise: String?, _ state: inout State) -> Effect<Action> {
    guard let exercise = exercise.map(state.spelling) else { return .none }
    state.problem = nil
    state.exercise = exercise
    if let plan = state.plan, state.position < plan.sets.count {
      state.position =
        plan.sets.indices[state.position...].first { state.plannedExercise(at: $0) == exercise }
        ?? state.position
    }
    return loadHistoryIfNeeded(state)
  }

  /// Moves to an easier or harder variation of the exercise. In a plan it takes the place of the planned exercise.
  ///
  /// - Parameter offset: The number of variations to move by: positive to harder ones, negative to easier ones.
  func moveVariation(by offset: Int, _ state: inout State) -> Effect<Action> {
    guard let variation = state.variation(by: offset) else { return .none }
    state.problem = nil
    if let target = state.target { state.substitutes[target.exercise] = variation }
    state.exercise = variation
    return loadHistoryIfNeeded(state)
  }

  private func loadHistoryIfNeeded(_ state: State) -> Effect<Action> {
    guard state.history == nil, let exercise = state.exercise else { return .none }
    return loadHistories(of: [exercise])
  }

  /// Reads the list of exercises.
  func loadExercises() -> Effect<Action> {
    .run { send in
      await send(._internal(.exercisesResponse(outcome { try await strength.exercises() })))
    }
    .cancellable(id: CancelID.exercises, cancelInFlight: true)
  }

  /// Reads the earlier sessions with exercises.
  func loadHistories(of names: [String]) -> Effect<Action> {
    .run { send in
      for name in names {
        await send(
          ._internal(
            .historyResponse(
              exercise: name, outcome { try await strength.history(exercise: name) })))
      }
    }
  }

  /// Stores the sets, so that nothing is lost if the program is killed.
  func checkpoint(_ state: State) -> Effect<Action> {
    guard let draft = state.draft else { return .none }
    let hadFailed = state.failure != nil
    return .run { send in
      try await workouts.checkpoint(draft: draft)
      if hadFailed { await send(._internal(.checkpointSucceeded)) }
    } catch: { error, send in
      // The sets stay in memory, and the next draft contains them too.
      await send(._internal(.checkpointFailed(Failure(error))))
    }
  }

  private func discardStoredSets(_ state: State) -> Effect<Action> {
    guard let id = state.id else { return .none }
    return .run { _ in
      try await workouts.discard(id: id)
    } catch: { error, send in
      await send(._internal(.checkpointFailed(Failure(error))))
    }
  }

  /// Starts the rest after the last set again: the planned one, or otherwise that of the settings.
  func startRest(_ state: State) -> Effect<Action> {
    startRest(state, seconds: state.lastPlannedRest ?? state.settings.rest)
  }

  private func startRest(_ state: State, seconds: Int) -> Effect<Action> {
    guard seconds > 0, !state.sets.isEmpty else { return .none }
    return .send(
      .delegate(.rest(.start(.strength, next: state.nextText, seconds: seconds))))
  }

  func endRest(_ state: State) -> Effect<Action> {
    state.rest == nil ? .none : .send(.delegate(.rest(.end)))
  }
}

extension StrengthWorkout.State {
  /// The exercises of the plan, and the current one.
  var plannedExercises: [String] {
    let planned = plan?.routine.exercises ?? []
    guard let exercise, !planned.contains(exercise) else { return planned }
    return planned + [exercise]
  }

  /// Opens the list of exercises.
  mutating func pickExercise() {
    destination = .exercisePicker(ExercisePicker.State(knownExercises))
  }

  /// Shows the exercises that were read in the list, if it is open.
  mutating func updatePicker() {
    guard case .exercisePicker(var picker) = destination else { return }
    picker.exercises = knownExercises
    destination = .exercisePicker(picker)
  }

  /// The planned set that comes next; `nil` without a plan, after its end, and for an exercise that isn't planned next.
  public var target: StrengthPlan.Target? {
    guard let plan, position < plan.sets.count, plannedExercise(at: position) == exercise else {
      return nil
    }
    return plan.sets[position]
  }

  /// Returns the exercise of a planned set, or the variation that takes its place.
  func plannedExercise(at index: Int) -> String? {
    guard let plan, plan.sets.indices.contains(index) else { return nil }
    let exercise = plan.sets[index].exercise
    return substitutes[exercise] ?? exercise
  }

  /// Returns the easier or harder variation of the current exercise; `nil` beyond an end of its scale.
  func variation(by offset: Int) -> String? {
    exercise.flatMap { settings.variationScales.neighbor(of: $0, by: offset) }
  }

  /// The position of the exercise among its variations, if it has any.
  public var variationPosition: VariationPosition? {
    exercise.flatMap { settings.variationScales.position(of: $0) }
  }

  /// Returns the name of an exercise as the session has it.
  fileprivate func spelling(of exercise: String) -> String {
    let names = (plan?.routine.exercises ?? []) + substitutes.values + sets.exercises
    let key = exercise.nameKey
    return names.first { $0.nameKey == key } ?? exercise
  }

  /// The number of sets of the current exercise in this session, without warm-up sets.
  public var setCount: Int { sets.work.count { $0.exercise == exercise } }

  /// The earlier sessions with the current exercise, once they are loaded.
  public var history: StrengthHistory? { exercise.flatMap { histories[$0.nameKey] } }

  /// The unit of a weight that is typed without one: that of the exercise's weight before it in the session, or else that
  /// of the exercise. `nil` if it is unknown.
  public var unit: Weight.Unit? {
    let last = sets.last { $0.exercise == exercise && $0.set.load.weight != nil }
    return last?.set.load.weight?.unit ?? knownUnit
  }

  /// The unit of the exercise; kilograms if it is unknown.
  var exerciseUnit: Weight.Unit { knownUnit ?? .kilograms }

  /// The unit of the exercise, for a new one that of its planned weight or of the person's choice.
  private var knownUnit: Weight.Unit? { history?.settings.unit ?? target?.unit ?? settings.unit }

  /// Whether all sets of the plan are done, and the last exercise of the plan is still the current one.
  public var isPlanDone: Bool {
    guard let plan, position == plan.sets.count, !sets.isEmpty else { return false }
    return exercise == plannedExercise(at: position - 1)
  }

  /// The exercise of the next planned set after the current one, or the next exercise of the session in turn.
  var following: String? {
    if let plan {
      guard position < plan.sets.count else { return nil }
      return plan.sets.indices[position...].lazy.compactMap { plannedExercise(at: $0) }
        .first { $0 != exercise }
    }
    let names = sets.exercises
    guard names.count > 1 else { return nil }
    let index = names.firstIndex { $0 == exercise } ?? -1
    return names[(index + 1) % names.count]
  }

  /// The rest after the next set in whole seconds: that of the plan, or that of the settings.
  fileprivate var restSeconds: Int {
    guard let plan, plan.hasRests else { return settings.rest }
    return Int((target?.rest ?? .zero).components.seconds)
  }

  /// The rest that the plan has after the last set, in whole seconds; `nil` without one.
  fileprivate var lastPlannedRest: Int? {
    guard let plan, former.last?.isPlanned == true, let set = sets.last else { return nil }
    let planned = plan.sets.indices[..<position].last { plannedExercise(at: $0) == set.exercise }
    return planned.flatMap { plan.sets[$0].rest }.map { Int($0.components.seconds) }
  }

  /// The number of planned sets that were passed without being done, without warm-up sets.
  var skippedCount: Int {
    (plan?.sets[..<position].count { !$0.isWarmUp } ?? 0) - plannedCount
  }

  /// The number of sets so far that the plan has, without warm-up sets.
  var plannedCount: Int { zip(former, sets).count { $0.isPlanned && !$1.set.isWarmUp } }

  /// Moves past the planned set that was just done, if it was one. A warm-up set takes the place of a planned warm-up set
  /// only, and the first other set leaves out those that remain.
  ///
  /// - Returns: Whether the set was planned.
  fileprivate mutating func passPlannedSet(_ performed: PerformedSet) -> Bool {
    guard let plan else { return false }
    var index = position
    while plannedExercise(at: index) == performed.exercise {
      if plan.sets[index].isWarmUp == performed.set.isWarmUp {
        position = index + 1
        exercise = plannedExercise(at: position) ?? exercise
        return true
      }
      guard plan.sets[index].isWarmUp else { return false }
      index += 1
    }
    return false
  }

  /// The next set in words, for the end of the rest: `squat, 5 @ 100kg`.
  var nextText: String {
    guard let exercise else { return "" }
    return exercise + (target.map { ", \($0.text)" } ?? "")
  }
}
