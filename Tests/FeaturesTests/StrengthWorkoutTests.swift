import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import HistoryFeatures
@testable import SharedFeatures
@testable import TimerFeatures

/// Tests of a strength session: the entered and offered sets, the plan, the rest, and the end.
@Suite(.checksForLeaks)
@MainActor
struct StrengthWorkoutTests {
  let clock = TestClock()
  let memory = MemoryStore()

  /// The history of squats: an earlier session with 97.5 kg in three sets.
  private static let history: StrengthHistory = history("97.5x5 97.5x5 97.5x4@9 heavy")

  private static func history(_ sets: String, rule: ProgressionRule? = nil) -> StrengthHistory {
    StrengthHistory(
      exercise: "squat",
      sessions: [
        .init(
          workout: UUID(90), day: 20_500, time: .monday,
          sets: sets.split(separator: " ").compactMap {
            try? SetEntry(text: String($0), unit: .kilograms)
          })
      ], unit: .kilograms, rule: rule)
  }

  private func session(
    _ start: StrengthStart, history: StrengthHistory = Self.history, rest: Int = 90,
    unit: Weight.Unit? = .kilograms, _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<WorkoutTimer> {
    @Shared(.settings) var settings
    $settings.withLock {
      $0 = Settings()
      $0.rest = rest
      $0.unit = unit
    }
    let store = TestStore(initialState: WorkoutTimer.State(start)) {
      WorkoutTimer()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(.monday)
      $0.uuid = .incrementing
      $0.workouts = memory.workouts
      $0.strength.exercises = { [] }
      $0.strength.history = { name in
        name == "squat"
          ? history
          : StrengthHistory(exercise: name, sessions: [], unit: nil, rule: nil)
      }
      prepare(&$0)
    }
    store.exhaustivity = .off
    return store
  }

  private func plan(_ text: String) throws -> StrengthStart {
    .plan(try #require(StrengthPlan(try Routine(text: text))))
  }

  private func type(_ text: String, in store: TestStoreOf<WorkoutTimer>) async {
    for character in text { await store.send(.view(.lifting(.entryEdited(.typed(character))))) }
    await store.send(.view(.lifting(.saveSetButtonTapped)))
  }

  private var storedSets: [String] {
    memory.storage.withLock { storage in
      storage.unfinished.values.flatMap { $0.log.sets.map { "\($0.exercise) \($0.set.text)" } }
    }
  }

  @Test func `a typed set is stored at once, and a rest begins`() async {
    let store = session(.exercise("squat"))
    await store.send(.command(.start))
    await store.receive(\._internal.historyResponse)
    await clock.advance(by: .seconds(40))
    await type("100x5@8", in: store)
    #expect(store.state.rest?.next == "squat" && store.state.rest?.remaining == 90)
    #expect(storedSets == ["squat 100kgx5@8"])
    #expect(store.state.lifting!.entry.isEmpty)
    #expect(store.state.elapsedTime == .seconds(40))
    #expect(store.state.isUnderWay)
    await store.skipInFlightEffects()
  }

  @Test func `sets can be entered if earlier sessions cannot be read`() async {
    let store = session(.exercise("squat"), rest: 0) {
      $0.strength.history = { _ in throw SampleError() }
    }
    await store.send(.command(.start))
    await store.receive(\._internal.historyResponse)
    #expect(store.state.lifting?.readFailure != nil && store.state.failure == nil)
    await type("100x5", in: store)
    #expect(storedSets == ["squat 100kgx5"])
  }

  @Test func `Enter adds the corresponding set of the last session`() async {
    let store = session(.exercise("squat"), rest: 0)
    await store.send(.command(.start))
    await store.receive(\._internal.historyResponse)
    for _ in 0..<4 { await store.send(.view(.lifting(.saveSetButtonTapped))) }
    // The added sets have no effort and no note. After the last set, Enter adds that set again.
    #expect(
      storedSets == [
        "squat 97.5kgx5", "squat 97.5kgx5", "squat 97.5kgx4", "squat 97.5kgx4",
      ])
    await store.finish()
  }

  @Test func `invalid text stays in the input line, with the column of the error`() async {
    let store = session(.exercise("squat"), rest: 0)
    await store.send(.command(.start))
    await type("1005", in: store)
    #expect(
      store.state.lifting!.problem?.sentence
        == "column 5: x and the reps are expected after the weight, as in 100x5")
    #expect(store.state.lifting!.entry == "1005" && store.state.lifting!.sets.isEmpty)
    await store.send(.view(.lifting(.entryEdited(.erased(.left)))))
    #expect(store.state.lifting!.problem == nil && store.state.lifting!.entry == "100")
    await store.send(.view(.lifting(.entryCleared)))
    #expect(store.state.lifting!.entry.isEmpty)
    await store.finish()
  }

  @Test func `if no set is offered, Enter explains the input`() async {
    let store = session(.exercise("row"), rest: 0)
    await store.send(.command(.start))
    await store.receive(\._internal.historyResponse)
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    #expect(store.state.lifting!.problem?.sentence.contains("100x5") == true)
    #expect(storedSets == [])
    await store.finish()
  }

  @Test func `sets from the plan, rule, last session and previous set are offered`() async throws {
    let step = try #require(DecimalText("2.5"))
    let store = session(
      try plan("squat 3x5 @ 105kg"),
      history: Self.history(
        "97.5x5 97.5x5 97.5x5", rule: .linear(sets: 3, reps: 5, step: step)), rest: 0)
    await store.send(.command(.start))
    await store.receive(\._internal.historyResponse)
    func offers() -> [String] {
      store.state.lifting!.offers.map { "\($0.kind.title) \($0.set.text(in: .kilograms))" }
    }
    #expect(offers() == ["Planned 105x5", "Suggested 100x5", "Last time 97.5x5"])
    await type("102.5x4", in: store)
    #expect(
      offers() == ["Planned 105x5", "Suggested 100x5", "Last time 97.5x5", "Once more 102.5x4"])
    // The selected kind stays selected.
    await store.send(.view(.lifting(.selectionMoved(by: 2))))
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    #expect(storedSets == ["squat 102.5kgx4", "squat 97.5kgx5", "squat 97.5kgx5"])
    await store.send(.view(.lifting(.selectionMoved(by: .max))))
    #expect(store.state.lifting!.selectedOffer?.kind == store.state.lifting!.offers.last?.kind)
    await store.finish()
  }

  @Test(
    arguments: [
      // A session without a plan, a session that repeats the last one, and a session whose plan has no weight.
      nil, "w60kgx5 100kgx5 100kgx5", "squat 2x5",
    ] as [String?])
  func `Enter adds the set that the rule suggests`(plan: String?) async throws {
    let step = try #require(DecimalText("2.5"))
    let start: StrengthStart =
      switch plan {
      case nil: .exercise("squat")
      case let plan? where plan.hasPrefix("squat"): try self.plan(plan)
      case let sets?:
        .repeating(
          sets.split(separator: " ").compactMap {
            (try? SetEntry(text: String($0), unit: .kilograms)).flatMap {
              PerformedSet("squat", $0, at: .zero)
            }
          })
      }
    let store = session(
      start,
      history: Self.history(
        "120x1 100x5 100x5 80x10", rule: .linear(sets: 2, reps: 5, step: step)), rest: 0)
    await store.send(.command(.start))
    await store.receive(\._internal.historyResponse)
    // A warm-up set does not affect the suggestion.
    await type("w60x5", in: store)
    #expect(store.state.lifting!.selectedOffer?.set.text == "102.5kgx5")
    #expect(store.state.lifting!.offers.contains { $0.kind == .last || $0.kind == .planned })
    for _ in 0..<2 { await store.send(.view(.lifting(.saveSetButtonTapped))) }
    #expect(storedSets == ["squat w60kgx5", "squat 102.5kgx5", "squat 102.5kgx5"])
    await store.finish()
  }

  @Test func `another spelling refers to the same exercise of the session`() async throws {
    let store = session(try plan("squat 2x5 @ 100kg, row 5 @ 60kg"), rest: 0)
    await store.send(.command(.start))
    await store.receive(\._internal.historyResponse)
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    await store.send(.view(.lifting(.exerciseButtonTapped)))
    await store.send(
      ._internal(.destination(.presented(.exercisePicker(.delegate(.chosen("Rows")))))))
    #expect(store.state.lifting!.exercise == "row")
    #expect(store.state.lifting!.target?.text == "5 @ 60kg")
    await store.finish()
  }

  @Test(arguments: [
    ("", ["squat", "bench press"]), ("SQUATS", ["squat", "front squat"]),
    ("elevation", ["Élévation"]), ("benchp", ["bench press", "benchp"]),
    ("Row", ["row", "barbell row", "dumbbell row"]),
    ("sqaut", ["squat", "sqaut"]), ("Pull Ups", ["pull-up"]), ("xyz", ["xyz"]),
  ])
  func `the list finds other spellings and probable matches`(query: String, names: [String])
    throws
  {
    let exercises = try ["squat", "Élévation", "row"].map { name in
      try #require(
        StrengthExercise(
          StrengthHistory(
            exercise: name, sessions: Self.history.sessions, unit: .kilograms, rule: nil)))
    }
    var picker = Picker.State(exercises)
    picker.input = TextField(query)
    #expect(picker.names.filter { query.isEmpty ? names.contains($0) : true } == names)
    let guesses = picker.names.filter {
      exercises.remark(on: $0, matching: query) == "did you mean this?"
    }
    #expect(guesses == (query == "sqaut" ? ["squat"] : []))
  }

  @Test func `a superset alternates exercises, and rests only where planned`() async throws {
    let store = session(try plan("2x(squat 5 @ 100kg, row 8 @ 60kg, rest 2:00)"))
    await store.send(.command(.start))
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    #expect(store.state.lifting!.exercise == "row")
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    #expect(store.state.rest?.next == "squat, 5 @ 100kg" && store.state.rest?.remaining == 120)
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    #expect(
      storedSets == ["squat 100kgx5", "row 60kgx8", "squat 100kgx5", "row 60kgx8"])
    #expect(store.state.lifting!.target == nil)
    // A set after the last planned set is an additional set of the current exercise.
    await type("50x10", in: store)
    #expect(storedSets.last == "row 50kgx10")
    await store.finish()
  }

  @Test func `a restarted rest has the duration in the plan`() async throws {
    let store = session(try plan("squat 2x5 @ 100kg rest 3:00, row 8 @ 60kg"), rest: 90)
    await store.send(.command(.start))
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    #expect(store.state.rest?.next == "squat, 5 @ 100kg" && store.state.rest?.remaining == 180)
    await store.send(.view(.restButtonTapped))
    #expect(store.state.rest == nil)
    await store.send(.view(.restButtonTapped))
    #expect(store.state.rest?.next == "squat, 5 @ 100kg" && store.state.rest?.remaining == 180)
    await type("60x5 80x5", in: store)
    // The second of these sets isn't planned.
    await store.send(.view(.restButtonTapped))
    #expect(store.state.rest?.next == "row, 8 @ 60kg" && store.state.rest?.remaining == 90)
    await store.skipInFlightEffects()
  }

  @Test func `a typed weight has the unit of the last weight, or of the plan`() async throws {
    let store = session(try plan("row 2x8 @ 135lb, squat 5 @ 225lb"), rest: 0)
    await store.send(.command(.start))
    await type("140x8", in: store)
    await type("60kgx8", in: store)
    #expect(store.state.lifting!.exercise == "squat")
    // The earlier sessions with squats are in kilograms.
    await type("100x5", in: store)
    #expect(storedSets == ["row 140lbx8", "row 60kgx8", "squat 100kgx5"])
    await store.finish()
  }

  @Test func `several sets can be typed together, and undone one by one`() async throws {
    let store = session(try plan("squat 2x5 @ 100kg, row 8 @ 60kg"), rest: 0)
    await store.send(.command(.start))
    await type("225lbx5 235x5,4 easy", in: store)
    #expect(storedSets == ["squat 225lbx5", "squat 235lbx5", "squat 235lbx4 easy"])
    #expect(store.state.lifting!.exercise == "row" && store.state.lifting!.position == 2)
    // The note is restored, too.
    await store.send(.view(.lifting(.undoButtonTapped)))
    #expect(
      store.state.lifting!.entry.text == "235x4 easy" && store.state.lifting!.exercise == "squat")
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    #expect(storedSets.last == "squat 235lbx4 easy")
    await store.finish()
  }

  @Test func `a text that could mean several sets or a weight with reps is refused`() async {
    let store = session(.exercise("squat"), rest: 0)
    await store.send(.command(.start))
    await type("100x5 3x5", in: store)
    #expect(
      store.state.lifting!.problem?.sentence.hasPrefix(
        "column 7: this can be 3 sets of 5 or 3 kg x 5")
        == true)
    #expect(store.state.lifting!.sets.isEmpty)
    await store.finish()
  }

  @Test func `warm-up sets do not count as planned work sets`() async throws {
    let store = session(try plan("squat 3x5 @ 100kg"), rest: 0)
    await store.send(.command(.start))
    await type("w60x5 w80x5", in: store)
    #expect(store.state.lifting!.position == 0 && store.state.lifting!.setCount == 0)
    for _ in 0..<3 { await store.send(.view(.lifting(.saveSetButtonTapped))) }
    #expect(store.state.lifting!.isPlanDone)
    #expect(store.state.lifting!.sets.reps == 15)
    let restored = session(try plan("squat 3x5 @ 100kg"), rest: 0)
    await restored.send(.command(.restore(try #require(store.state.draft), .paused)))
    #expect(restored.state.lifting!.position == 3 && restored.state.lifting!.isPlanDone)
    await store.finish()
    await restored.finish()
  }

  @Test func `sets that are not in the plan are not counted as planned sets`() async throws {
    let store = session(try plan("squat 2x5 @ 100kg, row 5 @ 60kg"), rest: 0)
    await store.send(.command(.start))
    await type("w60x5 100x5 100x5", in: store)
    #expect(
      store.state.lifting!.plannedCount == 2
        && store.state.lifting!.progressText == "2 of 3 sets, 1000 kg")
    await store.send(.view(.lifting(.undoButtonTapped)))
    #expect(store.state.lifting!.plannedCount == 1)
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    await type("60x5 60x5 60x5", in: store)
    #expect(store.state.lifting!.plannedCount == 3)
    #expect(store.state.lifting!.progressText == "3 of 3 sets, 2 more, 1900 kg")
    await store.finish()
  }

  @Test func `planned warm-up sets are offered as such, and a work set skips them`()
    async throws
  {
    let store = session(try plan("squat 2xw5 @ 60kg, squat w3 @ 80kg, squat 2x5 @ 100kg"), rest: 0)
    await store.send(.command(.start))
    await store.receive(\._internal.historyResponse)
    #expect(store.state.lifting!.selectedOffer?.set.text == "w60kgx5")
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    #expect(store.state.lifting!.position == 1)
    await type("100x5", in: store)
    #expect(store.state.lifting!.position == 4)
    #expect(storedSets == ["squat w60kgx5", "squat 100kgx5"])
    await store.finish()
  }

  @Test func `after the last planned set there is no rest, and Enter ends the session`()
    async throws
  {
    let store = session(try plan("squat 2x5 @ 100kg"))
    await store.send(.command(.start))
    await store.receive(\._internal.historyResponse)
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    #expect(store.state.rest?.next == "squat, 5 @ 100kg" && store.state.rest?.remaining == 90)
    store.exhaustivity = .on
    await store.send(.view(.lifting(.saveSetButtonTapped))) {
      $0.rest = nil
      var lifting = $0.lifting!
      lifting.position = 2
      lifting.log.append(.set("squat", lifting.sets[0].set, planned: "5 @ 100kg"), at: .zero)
      lifting.previousStates.append(
        .init(position: 1, exercise: "squat", duration: .zero, plannedIndex: 1))
      $0.lifting = lifting
    }
    store.exhaustivity = .off
    #expect(store.state.lifting!.isPlanDone && store.state.lifting!.offers.isEmpty)
    #expect(WorkoutTimer.liftingKeys.hints(in: store.state).first == Hint("Enter", "done"))
    // A further set can be typed.
    await type("80x8", in: store)
    #expect(storedSets.last == "squat 80kgx8" && store.state.lifting!.isPlanDone)
    await store.send(.view(.saveButtonTapped))
    await store.receive(\.delegate.saved)
    await store.finish()
  }

  @Test func `the first weight without a unit opens a question, and the answer is stored`() async {
    let saved = LockIsolated<Weight.Unit?>(nil)
    let store = session(.exercise("row"), rest: 0, unit: nil) {
      $0.settings.save = { settings in
        saved.setValue(settings.unit)
        return settings
      }
    }
    await store.send(.command(.start))
    await store.receive(\._internal.historyResponse)
    await type("100x5 105x5", in: store)
    #expect(store.state.lifting!.isAskingForUnit && store.state.lifting!.sets.isEmpty)
    await store.send(.view(.lifting(.unitQuestionClosed)))
    #expect(store.state.lifting!.entry == "100x5 105x5")
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    await store.send(.view(.lifting(.unitChosen(.pounds))))
    #expect(storedSets == ["row 100lbx5", "row 105lbx5"])
    #expect(!store.state.lifting!.isAskingForUnit && store.state.lifting!.entry.isEmpty)
    await store.finish()
    #expect(saved.value == .pounds)
    @Shared(.settings) var settings
    #expect(settings.unit == .pounds)
  }

  @Test func `one set in another unit doesn't change the unit of the exercise`() async {
    let store = session(.exercise("squat"), rest: 0, unit: .pounds)
    await store.send(.command(.start))
    await store.receive(\._internal.historyResponse)
    await type("225lbx5", in: store)
    #expect(store.state.lifting!.unit == .pounds && store.state.lifting!.exerciseUnit == .kilograms)
    await store.finish()
  }

  @Test func `the next-exercise key skips the planned sets before that exercise`() async throws {
    let store = session(try plan("3x(squat 5 @ 100kg), row 2x8 @ 60kg"), rest: 0)
    await store.send(.command(.start))
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    await store.send(.view(.lifting(.nextButtonTapped)))
    #expect(store.state.lifting!.exercise == "row" && store.state.lifting!.position == 3)
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    #expect(storedSets == ["squat 100kgx5", "row 60kgx8", "row 60kgx8"])
    #expect(store.state.lifting!.isPlanDone && store.state.lifting!.skippedCount == 2)
    // There is no other exercise after the last one.
    await store.send(.view(.lifting(.nextButtonTapped)))
    #expect(store.state.lifting!.exercise == "row")
    await store.finish()
  }

  @Test func `without a plan, the next-exercise key cycles through the exercises`() async {
    let store = session(.exercise("squat"), rest: 0)
    await store.send(.command(.start))
    await type("100x5", in: store)
    await store.send(.view(.lifting(.nextButtonTapped)))
    #expect(store.state.lifting!.exercise == "squat")
    await store.send(.view(.lifting(.exerciseButtonTapped)))
    for character in "row" {
      await store.send(
        ._internal(.destination(.presented(.exercisePicker(.view(.edited(.typed(character))))))))
    }
    await store.send(
      ._internal(.destination(.presented(.exercisePicker(.view(.selectionMoved(by: .max)))))))
    await store.send(
      ._internal(.destination(.presented(.exercisePicker(.view(.chooseButtonTapped))))))
    await store.receive(\._internal.destination)
    #expect(store.state.lifting!.exercise == "row" && store.state.destination == nil)
    await type("60x8", in: store)
    await store.send(.view(.lifting(.nextButtonTapped)))
    #expect(store.state.lifting!.exercise == "squat")
    await store.send(.view(.lifting(.nextButtonTapped)))
    #expect(store.state.lifting!.exercise == "row")
    await store.finish()
  }

  @Test func `undoing a set deletes it from the disk and restores the input line`() async throws {
    let store = session(try plan("squat 5 @ 100kg, row 8 @ 60kg"), rest: 0)
    await store.send(.command(.start))
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    await type("60x7@9", in: store)
    await store.send(.view(.lifting(.undoButtonTapped)))
    #expect(storedSets == ["squat 100kgx5"])
    #expect(store.state.lifting!.entry.text == "60x7@9" && store.state.lifting!.exercise == "row")
    #expect(store.state.lifting!.target?.exercise == "row")
    await store.send(.view(.lifting(.entryCleared)))
    await store.send(.view(.lifting(.undoButtonTapped)))
    await store.send(.view(.lifting(.undoButtonTapped)))
    #expect(store.state.lifting!.sets.isEmpty && store.state.lifting!.position == 0)
    await store.finish()
    #expect(memory.storage.withLock { $0.unfinished.isEmpty })
  }

  @Test func `finishing saves the session with its sets`() async {
    let store = session(.exercise("squat"), rest: 0)
    await store.send(.command(.start))
    // Nothing to save yet.
    await store.send(.view(.saveButtonTapped))
    #expect(store.state.phase == .running)
    await clock.advance(by: .seconds(60))
    await type("100x5", in: store)
    await store.send(.view(.saveButtonTapped))
    #expect(store.state.phase == .saving)
    await store.receive(\._internal.finishResponse)
    await store.receive(\.delegate.saved)
    let workout = memory.storage.withLock { $0.finished.first }
    #expect(workout?.challenge == .strength && workout?.reps == 5)
    #expect(workout?.sets.map(\.set.text) == ["100kgx5"])
    #expect(workout?.duration == .seconds(60) && workout?.provenance == [])
    await store.finish()
  }

  @Test func `Esc leaves an empty session, and asks before it ends a session with sets`() async {
    let store = session(.exercise("squat"), rest: 0)
    await store.send(.command(.start))
    await store.send(.view(.leaveButtonTapped))
    await store.receive(\.delegate.closed)
    await type("100x5", in: store)
    await store.send(.view(.leaveButtonTapped))
    #expect(store.state.isAskingToLeave)
    await store.send(.view(.stayButtonTapped))
    #expect(!store.state.isAskingToLeave)
    await store.send(.view(.leaveButtonTapped))
    await store.send(.view(.discardButtonTapped))
    await store.receive(\.delegate.discarded)
    #expect(memory.storage.withLock { $0.unfinished.isEmpty && $0.finished.isEmpty })
    await store.finish()
  }

  @Test func `a session that cannot be saved stays in a file until it is saved`() async {
    let isFull = LockIsolated(true)
    let store = session(.exercise("squat"), rest: 0) { [memory] in
      $0.workouts.finish = { draft in
        if isFull.value { throw SampleError() }
        return try await memory.workouts.finish(draft: draft)
      }
    }
    await store.send(.command(.start))
    await type("100x5", in: store)
    await store.send(.view(.saveButtonTapped))
    await store.receive(\._internal.finishResponse.failure)
    #expect(store.state.isNotSaved && store.state.errorSheet != nil)
    #expect(memory.storage.withLock { $0.rescued.values.first?.log.sets.count } == 1)
    isFull.setValue(false)
    await clock.advance(by: UnsavedWorkout.retryInterval)
    await store.receive(\.delegate.saved)
    await store.finish()
  }

  @Test func `a planned set without a weight has that of the previous set`() async throws {
    let store = session(try plan("row 3x5, squat 5 @ 100kg"), rest: 0)
    await store.send(.command(.start))
    await type("w40x5", in: store)
    #expect(store.state.lifting!.selectedOffer?.set.text == "x5")
    await type("60x5", in: store)
    #expect(store.state.lifting!.selectedOffer?.set.text == "60kgx5")
    await store.finish()
  }

  @Test func `a variation replaces the planned exercise`() async throws {
    let store = session(try plan("2x(push-up 8, squat 5 @ 100kg)"), rest: 0)
    await store.send(.command(.start))
    await store.receive(\._internal.historyResponse)
    await store.send(.view(.lifting(.variationMoved(by: -1))))
    #expect(store.state.lifting!.exercise == "knee push-up")
    // The reps come from the plan, and the load is the body weight.
    #expect(store.state.lifting!.selectedOffer?.set.text == "x8")
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    #expect(store.state.lifting!.focus == .body)
    // The body weight stays unknown.
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    #expect(store.state.lifting!.exercise == "squat")
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    #expect(store.state.lifting!.exercise == "knee push-up")
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    #expect(storedSets == ["knee push-up x8", "squat 100kgx5", "knee push-up x8"])
    // A restored session derives the variation from its sets.
    let draft = try #require(store.state.draft)
    let restored = session(try plan("2x(push-up 8, squat 5 @ 100kg)"), rest: 0)
    await restored.send(.command(.restore(draft, .paused)))
    #expect(restored.state.lifting!.position == 3 && restored.state.lifting!.exercise == "squat")
    await store.finish()
    await restored.finish()
  }

  @Test func `selecting a variation stops at both ends of the scale`() async {
    let store = session(.exercise("wall push-up"), rest: 0)
    await store.send(.command(.start))
    await store.send(.view(.lifting(.variationMoved(by: -1))))
    #expect(store.state.lifting!.exercise == "wall push-up")
    for _ in 0..<20 { await store.send(.view(.lifting(.variationMoved(by: 1)))) }
    #expect(store.state.lifting!.exercise == "one-arm push-up")
    await store.finish()
  }

  @Test func `a restored session continues after the sets that were done`() async throws {
    let start = try plan("2x(squat 5 @ 100kg, row 8 @ 60kg)")
    let sets = try [("squat", "100x5"), ("row", "60x8"), ("squat", "100x5")].map { name, text in
      try #require(PerformedSet(name, SetEntry(text: text, unit: .kilograms), at: .zero))
    }
    let draft = WorkoutDraft(
      id: UUID(5), challenge: .strength, startedAt: .monday, duration: .seconds(300),
      log: try #require(WorkoutLog(sets: sets)))
    let store = session(start, rest: 0)
    await store.send(.command(.restore(draft, .running)))
    #expect(store.state.lifting!.position == 3 && store.state.lifting!.exercise == "row")
    await clock.advance(by: .seconds(20))
    await store.send(.view(.lifting(.saveSetButtonTapped)))
    #expect(store.state.elapsedTime == .seconds(320))
    #expect(storedSets.count == 4)
    await store.finish()
  }

  @Test func `the rest in which the program was killed continues until its end`() async throws {
    let set = try #require(
      PerformedSet("squat", SetEntry(text: "100x5", unit: .kilograms), at: .zero))
    var draft = WorkoutDraft(
      id: UUID(5), challenge: .strength, startedAt: .monday, duration: .seconds(300),
      log: try #require(WorkoutLog(sets: [set])))
    draft.restEnd = Date.monday.addingTimeInterval(40.5)
    let store = session(.empty) {
      $0.cues = memory.cues
      $0.notifications = .demo
    }
    await store.send(.command(.restore(draft, .running)))
    #expect(store.state.rest?.remaining == 41 && store.state.rest?.next == "squat")
    await clock.advance(by: .seconds(40))
    #expect(store.state.isResting)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions()
    #expect(store.state.rest?.isResting == false)
    await store.skipInFlightEffects()
    for end in [-1, 100_000] as [Double] {
      draft.restEnd = Date.monday.addingTimeInterval(end)
      let store = session(.empty)
      await store.send(.command(.restore(draft, .running)))
      #expect(store.state.rest == nil)
      await store.finish()
    }
  }

  @Test func `a restored session can be saved or discarded without being opened`() async throws {
    let set = try #require(
      PerformedSet("squat", SetEntry(text: "100x5", unit: .kilograms), at: .zero))
    let draft = WorkoutDraft(
      id: UUID(5), challenge: .strength, startedAt: .monday, duration: .seconds(300),
      log: try #require(WorkoutLog(sets: [set])))
    let saving = session(.empty)
    await saving.send(.command(.restore(draft, .saved)))
    await saving.receive(\.delegate.saved)
    #expect(memory.storage.withLock { $0.finished.map(\.sets) } == [[set]])
    let discarding = session(.empty)
    await discarding.send(.command(.restore(draft, .discarded)))
    await discarding.receive(\.delegate.discarded)
    await saving.finish()
    await discarding.finish()
  }
}
