import FoundationEssentials
import HistoryFeatures
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// The sets of a strength session, its plan, and the line in which a set is typed.
public struct Lifting: Equatable, Sendable {
  /// The planned sets, if the session has a plan.
  public let plan: StrengthPlan?
  /// The number of planned sets that are done or skipped.
  public internal(set) var position = 0
  /// The variations that replace planned exercises, by the names of the planned exercises.
  var substitutes: [String: String] = [:]
  /// The exercise of the next set; `nil` until one is chosen.
  public internal(set) var exercise: String?
  /// The sets so far, including undone ones. Their instants are wall-clock times since the start.
  public internal(set) var log = WorkoutLog()
  /// The state before each set, so that it can be undone.
  var previousStates: [PreviousState] = []
  /// The whole minutes since the start.
  public internal(set) var minutes = 0
  /// The person's body weight today, once it is known or typed.
  public internal(set) var body: Weight?
  /// Whether the person was asked for the body weight in this session.
  var wasAskedForBody = false
  /// The text whose sets are saved after the question about the body weight; `nil` if the person opened it.
  var interruptedEntry: TextField?
  /// The set to which the keys apply.
  public internal(set) var focus = Focus.nextSet
  /// The text that is typed for the next set, or for the set that is edited.
  public internal(set) var entry: TextField = ""
  /// The problem with the typed set, if it cannot be read or is probably mistyped.
  public internal(set) var problem: EntryProblem?
  /// The typed text that is probably mistyped. Saving it again confirms it.
  var questionedText: String?
  /// Whether the question about the unit of the typed weight is open.
  public internal(set) var isAskingForUnit = false
  /// Whether warm-up sets are offered before the first work set of an exercise.
  public internal(set) var offersWarmUp = false
  /// The kind of set that the person selected last, which stays selected for the next set.
  var preferredOffer: SetOffer.Kind?
  /// The earlier sessions with each exercise of this session, by the key of the exercise's name.
  public internal(set) var histories: [String: StrengthHistory] = [:]
  /// The exercises of earlier sessions, the latest first.
  public internal(set) var knownExercises: [StrengthExercise] = []
  /// The failure of the last attempt to read earlier sessions.
  public internal(set) var readFailure: Failure?
  @SharedReader(.settings) var settings

  init(_ start: StrengthStart) {
    switch start {
    case .plan(let plan):
      self.plan = plan
      exercise = plan.sets.first?.exercise
    case .exercise(let name):
      plan = nil
      exercise = name
    case .empty:
      plan = nil
    }
  }

  /// The state before a set.
  struct PreviousState: Equatable, Sendable {
    let position: Int
    let exercise: String?
    let duration: Duration
    /// The index of the planned set that the set fulfills, if any.
    var plannedIndex: Int?
  }

  /// A set to which keys apply.
  public enum Focus: Equatable, Sendable {
    case nextSet
    /// A set of the session, by its index.
    case set(Int)
    /// A set of the session whose text is edited, by its index.
    case editor(Int)
    /// The body weight.
    case body
  }

  public var sets: [PerformedSet] { log.sets }

  // MARK: - Typed sets

  /// Edits the text. In the list of sets, this begins the next set.
  mutating func edit(_ edit: TextEdit) {
    if case .set = focus { focus = .nextSet }
    let text = entry.text
    entry.edit(edit, maxLength: SetEntry.maxLength)
    if entry.text != text { problem = nil }
  }

  /// Adds the typed sets, or the selected one if nothing is typed.
  ///
  /// - Parameters:
  ///   - instant: The time since the start by the wall clock.
  ///   - duration: The time from the start to the previous set.
  /// - Returns: The rest after the sets in whole seconds; `nil` if a problem or a question prevents adding them.
  mutating func saveSets(at instant: Duration, duration: Duration) -> Int? {
    guard let exercise, let entries = enteredSets(), !asksForBody(before: entries) else {
      return nil
    }
    let before = (log, previousStates, position)
    var rest = 0
    for var set in entries {
      set.body = set.body ?? body
      previousStates.append(.init(position: position, exercise: exercise, duration: duration))
      rest = restSeconds
      let plannedIndex = passPlannedSet(set, of: exercise)
      let planned = plannedIndex.flatMap { plan?.sets[$0].text }
      guard log.append(.set(exercise, set, planned: planned), at: max(.zero, instant)) else {
        (log, previousStates, position) = before
        self.exercise = exercise
        problem = "a session has at most \(PerformedSet.maxCount) sets; finish it first"
        return nil
      }
      previousStates[previousStates.count - 1].plannedIndex = plannedIndex
    }
    entry = ""
    problem = nil
    return isPlanDone ? 0 : rest
  }

  /// Returns the sets that Enter records; `nil` if a problem or a question prevents it.
  mutating func enteredSets() -> [SetEntry]? {
    do throws(TextError) {
      let entries = try nextSets
      if entries.isEmpty {
        problem = "type a set: a weight and reps, such as 100x5, or x12 without a weight"
      }
      return entries.isEmpty || asksForConfirmation(of: entries) ? nil : entries
    } catch {
      isAskingForUnit = error.isUnitMissing
      guard !error.isUnitMissing else { return nil }
      problem = EntryProblem(error)
      entry.moveCursor(toColumn: error.column)
      return nil
    }
  }

  /// Asks whether typed sets are right if their weight or reps are far beyond the person's sets so far.
  private mutating func asksForConfirmation(of entries: [SetEntry]) -> Bool {
    guard !entry.isEmpty, questionedText != entry.text else { return false }
    let name = selectedSet.map { sets[$0].exercise } ?? exercise ?? ""
    let known = (histories[name.nameKey]?.sessions ?? []).flatMap(\.sets) + sets.entries(of: name)
    guard let doubt = entries.lazy.compactMap({ $0.doubt(after: known) }).first else {
      return false
    }
    questionedText = entry.text
    let count = entries.count > 1 ? "\(entries.count) sets: " : ""
    problem = "\(count)\(doubt); save it again if it is right"
    return true
  }

  // MARK: - Exercises

  /// Moves to another exercise. In a plan, the sets before that exercise's next planned set are skipped.
  mutating func move(to other: String) {
    let exercise = spelling(of: other)
    problem = nil
    self.exercise = exercise
    if let plan, position < plan.sets.count {
      position =
        plan.sets.indices[position...].first { plannedExercise(at: $0) == exercise }
        ?? position
    }
  }

  /// The exercises of the plan, and the current one.
  var plannedExercises: [String] {
    let planned = plan?.routine.exercises ?? []
    guard let exercise, !planned.contains(exercise) else { return planned }
    return planned + [exercise]
  }

  /// The next planned set; `nil` without a plan, after the plan's end, or if the set has another exercise.
  public var target: StrengthPlan.Target? {
    guard let plan, position < plan.sets.count, plannedExercise(at: position) == exercise else {
      return nil
    }
    return plan.sets[position]
  }

  /// Returns the exercise of a planned set, or the variation that replaces it.
  func plannedExercise(at index: Int) -> String? {
    guard let plan, plan.sets.indices.contains(index) else { return nil }
    let exercise = plan.sets[index].exercise
    return substitutes[exercise] ?? exercise
  }

  /// Returns the easier or harder variation of the current exercise; `nil` beyond an end of its scale.
  func variation(by offset: Int) -> String? {
    guard variationPosition != nil else { return nil }
    return exercise.flatMap { settings.variationScales.neighbor(of: $0, by: offset) }
  }

  /// The position of the exercise among its variations, if it has any and isn't done with a bar or on a machine.
  public var variationPosition: VariationPosition? {
    let load = selectedOffer?.set.load ?? exercise.flatMap { sets.entries(of: $0).last?.load }
    guard load?.includesBody ?? !needsWeight else { return nil }
    return exercise.flatMap { settings.variationScales.position(of: $0) }
  }

  /// Returns the name of an exercise in the spelling that the session uses.
  func spelling(of exercise: String) -> String {
    let names = (plan?.routine.exercises ?? []) + substitutes.values + sets.exercises
    let key = exercise.nameKey
    return names.first { $0.nameKey == key } ?? exercise
  }

  /// The number of sets of the current exercise in this session, without warm-up sets.
  public var setCount: Int { sets.work.count { $0.exercise == exercise } }

  /// The earlier sessions with the current exercise, once they are loaded.
  public var history: StrengthHistory? { exercise.flatMap { histories[$0.nameKey] } }

  /// The unit of a weight that is typed without one: the unit of the exercise's last weight in the session, or else the
  /// unit of the exercise; `nil` if it is unknown.
  public var unit: Weight.Unit? {
    if focus == .body { return body?.unit ?? knownUnit }
    if case .editor(let index) = focus, let unit = sets[index].set.load.weight?.unit { return unit }
    let last = sets.last { $0.exercise == exercise && $0.set.load.weight != nil }
    return last?.set.load.weight?.unit ?? knownUnit
  }

  /// Returns the bar of the exercise for a weight in a unit.
  func bar(in unit: Weight.Unit) -> Bar { settings.bar(of: history?.settings, in: unit) }

  /// The unit of the exercise; kilograms if it is unknown.
  var exerciseUnit: Weight.Unit { knownUnit ?? .kilograms }

  /// The unit of the exercise; for a new exercise, the unit of its planned weight or of the settings.
  private var knownUnit: Weight.Unit? { history?.settings.unit ?? target?.unit ?? settings.unit }

  /// Whether all sets of the plan are done, and the last exercise of the plan is still the current one.
  public var isPlanDone: Bool {
    guard let plan, position == plan.sets.count, !sets.isEmpty else { return false }
    return exercise == plannedExercise(at: position - 1)
  }

  /// The next planned exercise after the current one; without a plan, the session's next exercise, wrapping around.
  var nextExercise: String? {
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

  /// The rest after the next set in whole seconds, from the plan if it has rests, otherwise from the settings.
  var restSeconds: Int {
    guard let plan, plan.hasRests else { return settings.rest }
    return Int((target?.rest ?? .zero).components.seconds)
  }

  /// The planned rest after the last set, in whole seconds; `nil` if there is none.
  var lastPlannedRest: Int? {
    guard let plan, let index = previousStates.last?.plannedIndex else { return nil }
    return plan.sets[index].rest.map { Int($0.components.seconds) }
  }

  /// The number of skipped planned sets, without warm-up sets.
  var skippedCount: Int {
    (plan?.sets[..<position].count { !$0.isWarmUp } ?? 0) - plannedCount
  }

  /// The number of planned sets that are done, without warm-up sets.
  var plannedCount: Int {
    zip(previousStates, sets).count { $0.plannedIndex != nil && !$1.set.isWarmUp }
  }

  /// Moves past the set that was just done, if it was planned. A warm-up set matches only a planned warm-up set, and
  /// the first work set skips the remaining warm-up sets.
  ///
  /// - Returns: The index of the planned set, if the set was planned.
  private mutating func passPlannedSet(_ set: SetEntry, of performed: String) -> Int? {
    guard let plan else { return nil }
    var index = position
    while plannedExercise(at: index) == performed {
      if plan.sets[index].isWarmUp == set.isWarmUp {
        position = index + 1
        exercise = plannedExercise(at: position) ?? exercise
        return index
      }
      guard plan.sets[index].isWarmUp else { return nil }
      index += 1
    }
    return nil
  }

  /// The next set in words, for the end of the rest: `squat, 5 @ 100kg`.
  var nextText: String {
    guard let exercise else { return "" }
    return exercise + (target.map { ", \($0.text)" } ?? "")
  }

  // MARK: - Restored sets

  /// Adds the sets of a restored session.
  mutating func restore(_ draft: WorkoutDraft) {
    log = draft.log
    for performed in sets { replay(performed, duration: draft.duration) }
  }

  /// Records the state before a restored set, and moves past its place in the plan.
  mutating func replay(_ performed: PerformedSet, duration: Duration) {
    exercise = performed.exercise
    previousStates.append(.init(position: position, exercise: exercise, duration: duration))
    guard let plan, position < plan.sets.count,
      let index = plan.sets.indices[position...].first(where: { isPlanned(performed, at: $0) })
    else { return }
    let planned = plan.sets[index].exercise
    if planned != performed.exercise { substitutes[planned] = performed.exercise }
    position = index + 1
    previousStates[previousStates.count - 1].plannedIndex = index
    exercise = plannedExercise(at: position) ?? exercise
  }

  /// Returns whether a set matches a planned set: its exercise is the planned exercise or a variation of it.
  private func isPlanned(_ performed: PerformedSet, at index: Int) -> Bool {
    guard let planned = plannedExercise(at: index) else { return false }
    guard plan?.sets[index].isWarmUp == performed.set.isWarmUp else { return false }
    if planned == performed.exercise { return true }
    let scale = settings.variationScales.position(of: planned)?.scale
    return scale != nil && scale == settings.variationScales.position(of: performed.exercise)?.scale
  }
}

extension Challenge {
  /// The challenge of all strength sessions. It is in no catalogue, and only its ID is stored.
  static let strength = Challenge(
    id: .strength, name: "Strength", kind: .fullBody, scoring: .mostReps, summary: "",
    instructions: [])
}
