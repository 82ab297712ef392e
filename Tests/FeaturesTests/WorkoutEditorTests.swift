import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import Testing

@testable import HistoryFeatures

@Suite(.checksForLeaks)
@MainActor
struct WorkoutEditorTests {
  private func editor(_ workout: Workout, _ challenge: Challenge = .pushUps) -> TestStoreOf<
    WorkoutEditor
  > {
    let store = TestStore(initialState: WorkoutEditor.State(workout, of: challenge)) {
      WorkoutEditor()
    } withDependencies: {
      $0.uuid = .incrementing
      $0.date = .constant(.monday)
    }
    store.exhaustivity = .off
    return store
  }

  private func fill(
    _ store: TestStoreOf<WorkoutEditor>, line: Int, _ text: String
  ) async {
    await store.send(.view(.form(.fieldMoved(by: line - store.state.form.focus))))
    await store.send(.view(.form(.edited(.moved(.end)))))
    await store.send(.view(.form(.edited(.erased(.start)))))
    for character in text { await store.send(.view(.form(.edited(.typed(character))))) }
  }

  @Test func `reducing the number of reps removes the last reps`() async {
    let store = editor(.sample(7, reps: [1000, 2000, 2500]))
    await fill(store, line: 0, "2")
    await store.send(.view(.saveButtonTapped))
    await store.receive(\.delegate.saved, .sample(0, reps: [1000, 2000], isEdited: true))
  }

  @Test func `unchanged fields keep their exact values`() async {
    let odd = Workout.sample(
      7, at: .monday.addingTimeInterval(12.345), duration: .milliseconds(3001))
    let store = editor(odd)
    await fill(store, line: 0, "2")
    await store.send(.view(.saveButtonTapped))
    await store.receive(\.delegate.cancelled)
  }

  @Test func `a new time keeps the instants of the reps`() async {
    let store = editor(.sample(7))
    await fill(store, line: 1, "00:06")
    await store.send(.view(.saveButtonTapped))
    await store.receive(\.delegate.saved, .sample(0, duration: .seconds(6), isEdited: true))
  }

  @Test func `if the new end is before a rep, all reps lose their instants`() async throws {
    let store = editor(.sample(7, reps: [1000, 2000, 2500]))
    await fill(store, line: 1, "00:02.20")
    await store.send(.view(.saveButtonTapped))
    let corrected = Workout.sample(
      0, reps: [], duration: .milliseconds(2200), typedReps: 3, isEdited: true)
    await store.receive(\.delegate.saved, corrected)
  }

  @Test func `if reps are added, all reps lose their instants`() async throws {
    let store = editor(.sample(7))
    await fill(store, line: 0, "5")
    await store.send(.view(.saveButtonTapped))
    let corrected = Workout.sample(0, reps: [], typedReps: 5, isEdited: true)
    await store.receive(\.delegate.saved, corrected)
  }

  @Test func `a new time marks a hold as typed, and a new start does not count as an edit`() async {
    let old = Workout.sample(
      7, challenge: "plank", reps: [], pauses: [.init(at: .seconds(1), for: .seconds(9))])
    for (line, text, provenance) in [
      (0, "00:06", [.paused, .edited, .typed]), (1, "2026-01-05 06:30", .paused),
    ] as [(Int, String, Workout.Provenance)] {
      let store = editor(old, .plank)
      await fill(store, line: line, text)
      await store.send(.view(.saveButtonTapped))
      await store.receive { action in
        guard case .delegate(.saved(let new)) = action else { return false }
        return new.provenance == provenance
      }
    }
  }

  @Test func `the local day of a workout in another time zone changes only with its start`() async {
    var old = Workout.sample(7, at: .monday)
    old.utcOffset -= 8 * 3600
    let rated = editor(old)
    await fill(rated, line: 3, "8")
    await rated.send(.view(.saveButtonTapped))
    await rated.receive { action in
      guard case .delegate(.saved(let new)) = action else { return false }
      return new.localStart == old.localStart
    }
    let moved = editor(old)
    await fill(moved, line: 2, "2026-01-03 22:00")
    await moved.send(.view(.saveButtonTapped))
    await moved.receive { action in
      guard case .delegate(.saved(let new)) = action else { return false }
      return new.localStart.text == "2026-01-03 22:00" && new.utcOffset == old.utcOffset
    }
  }

  @Test(arguments: [
    (0, "many", "must be a whole number from 1 to 100000, not \"many\""),
    (0, "0", "must be a whole number from 1 to 100000, not \"0\""),
    (1, "5", "must be minutes and seconds, as in 04:30 or 04:30.25, not \"5\""),
    (1, "02:00.01", "\"02:00.01\" is more than the 2:00 of pushups-2min"),
    (1, "00:00.01", "2 reps in 00:00.01 is faster than humanly possible"),
    (2, "2025-13-01 07:00", "the start is on a day that does not exist"),
    (2, "2030-01-01 07:00", "the start must not be in the future"),
    (2, "0001-01-01 07:00", "the start must be in 1970 or later"),
  ])
  func `an invalid value is reported at its field`(line: Int, text: String, sentence: String) async
  {
    let store = editor(.sample())
    await fill(store, line: line, text)
    await store.send(.view(.form(.fieldMoved(by: 1))))
    await store.send(.view(.saveButtonTapped))
    #expect(store.state.form.problem?.sentence == sentence)
    #expect(store.state.form.focus == line)
    await store.send(.view(.cancelButtonTapped))
    await store.receive(\.delegate.cancelled)
  }

  @Test func `figures are added as typed, and do not count as an edit of the result`() async {
    let old = Workout.sample(7)
    let store = editor(old)
    await fill(store, line: 3, "8.5")
    await fill(store, line: 4, "82.50 KG")
    await store.send(.view(.saveButtonTapped))
    await store.receive { action in
      guard case .delegate(.saved(let new)) = action else { return false }
      return new.figures.line == "RPE 8.5  body weight 82.50kg" && new.provenance == []
        && new.log == old.log
    }
  }

  @Test(arguments: [
    (3, "11", "must be a number from 1 to 10 in steps of 0.5, as in 8 or 8.5, not \"11\""),
    (
      4, "82",
      "must be from 10 to 700 kg (22.1 to 1543.2 lb) with its unit, as in 82.5kg or 180lb, not \"82\""
    ),
  ])
  func `an invalid figure is reported at its field`(
    line: Int, text: String, sentence: String
  ) async {
    let store = editor(.sample())
    await fill(store, line: line, text)
    await store.send(.view(.saveButtonTapped))
    #expect(store.state.form.problem?.sentence == sentence)
    #expect(store.state.form.focus == line)
    await store.send(.view(.cancelButtonTapped))
    await store.receive(\.delegate.cancelled)
  }

  @Test func `the form of a hold has no reps`() {
    let form = WorkoutEditor.State(.sample(challenge: "plank"), of: .plank).form
    #expect(form.lines.map(\.field) == [.time, .start, .effort, .bodyWeight, .note])
  }

  @Test func `a note is written, changed and removed`() async {
    var noted = Workout.sample(7)
    noted.note = WorkoutNote("Slow")
    for (old, typed, note) in [
      (Workout.sample(7), " Felt  good ", "Felt good"), (noted, "Fast", "Fast"), (noted, "", nil),
    ] as [(Workout, String, String?)] {
      let store = editor(old)
      await fill(store, line: 5, typed)
      await store.send(.view(.saveButtonTapped))
      var new = Workout.sample(0)
      new.note = note.flatMap { WorkoutNote($0) }
      await store.receive(\.delegate.saved, new)
    }
  }

  @Test func `a form with only the note keeps all other values`() async {
    let old = Workout.sample(7, at: .monday.addingTimeInterval(0.5), reps: [10, 20])
    let state = WorkoutEditor.State(old, of: .pushUps, isNoteOnly: true)
    #expect(state.form.lines.map(\.field) == [.note, .effort, .bodyWeight])
    let store = TestStore(initialState: state) {
      WorkoutEditor()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    store.exhaustivity = .off
    await fill(store, line: 0, "x")
    await store.send(.view(.saveButtonTapped))
    var new = Workout.sample(0, at: .monday.addingTimeInterval(0.5), reps: [10, 20])
    new.note = WorkoutNote("x")
    await store.receive(\.delegate.saved, new)
  }

  @Test(
    arguments: [
      (0, "2", [1500, 2800]), (1, "00:02.60", [1500]), (5, "Slow", [1500, 2800]), (0, "9", []),
    ] as [(Int, String, [UInt32])])
  func `skips up to the end are kept if the reps keep their instants`(
    line: Int, text: String, skips: [UInt32]
  ) async throws {
    let old = Workout.sample(
      7, reps: [1000, 2000, 2500], duration: .seconds(4), skips: [1500, 2800])
    let store = editor(old)
    await fill(store, line: line, text)
    await store.send(.view(.saveButtonTapped))
    await store.receive { action in
      guard case .delegate(.saved(let new)) = action else { return false }
      return new.log.skips == skips
    }
  }

  @Test func `a note has at most 200 columns`() async {
    let store = editor(.sample())
    await fill(store, line: 5, String(repeating: "腕", count: 300))
    #expect(store.state.form[.note].count == 200)
    await store.send(.view(.saveButtonTapped))
    #expect(store.state.form.problem?.sentence == "a note is at most 200 columns wide")
    await fill(store, line: 5, String(repeating: "腕", count: 100))
    await store.send(.view(.saveButtonTapped))
    await store.skipReceivedActions()
    #expect(store.state.form.problem == nil)
  }

  /// Returns the form of a session with squats in kilograms and rows in pounds.
  private func sessionEditor(unit: Weight.Unit? = nil) throws -> TestStoreOf<WorkoutEditor> {
    @Shared(.settings) var settings
    $settings.withLock {
      $0 = Settings()
      $0.unit = unit
    }
    var workout = Workout.sample(7, reps: [])
    let sets = try ["80x8 easy", "80x8@9 hard"].map { text in
      try #require(PerformedSet("squat", SetEntry(text: text, unit: .kilograms), at: .seconds(2)))
    }
    workout.log = try #require(WorkoutLog(sets: sets, duration: workout.duration))
    let store = editor(workout)
    store.dependencies.strength.exercises = {
      [
        StrengthExercise(
          StrengthHistory(
            exercise: "Row",
            sessions: [.init(workout: UUID(9), day: 1, time: .monday, sets: [])], unit: .pounds,
            rule: nil))
      ].compactMap(\.self)
    }
    return store
  }

  @Test func `the sets of a session move with its start`() async throws {
    let store = try sessionEditor()
    let old = store.state.workout
    await fill(store, line: 2, "2026-01-03 22:00")
    await store.send(.view(.saveButtonTapped))
    await store.receive { action in
      guard case .delegate(.saved(let new)) = action else { return false }
      return new.startedAt < old.startedAt && new.sets.map(\.set) == old.sets.map(\.set)
        && new.sets.allSatisfy { new.time(of: $0) == new.startedAt.addingTimeInterval(2) }
    }
  }

  @Test func `a weight needs a unit if its exercise has none`() async throws {
    let store = try sessionEditor()
    #expect(store.state.form[.sets] == "squat 80kgx8 80kgx8@9")
    await fill(store, line: 0, "squat 80x9, row 135x8 140x8, squat 80kgx8@9")
    await store.send(.view(.saveButtonTapped))
    await store.receive(\._internal.exercisesResponse)
    // Rows have a unit from earlier sessions, and squats have none.
    #expect(
      store.state.form.problem?.sentence == "column 7: is 80 in kg or in lb? write 80kg or 80lb")
    await fill(store, line: 0, "squat 80kgx9 80x8@9, row 135x8 140x8")
    await store.send(.view(.saveButtonTapped))
    await store.receive(\.delegate.saved)
    await store.finish()
  }

  @Test(arguments: [
    (
      "squat 80kgx9 80x8@9, row 135x8 140x8",
      ["80kgx9 easy", "80kgx8@9 hard", "135lbx8", "140lbx8"]
    ),
    ("squat 80kgx8@9", ["80kgx8@9 hard"]),
    ("squat 80kgx8@9 100x5 102.5x5", ["80kgx8@9 hard", "100kgx5", "102.5kgx5"]),
  ])
  func `corrected sets have the unit of the previous set, or of the exercise`(
    text: String, sets: [String]
  ) async throws {
    let store = try sessionEditor()
    await fill(store, line: 0, text)
    await store.send(.view(.saveButtonTapped))
    if text.contains("row") { await store.receive(\._internal.exercisesResponse) }
    await store.receive(
      {
        if case .delegate(.saved(let workout)) = $0 {
          workout.sets.map(\.set.text) == sets
        } else {
          false
        }
      })
    await store.finish()
  }
}
