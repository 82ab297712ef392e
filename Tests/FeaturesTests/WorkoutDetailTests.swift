import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import HistoryFeatures
@testable import SharedFeatures

@Suite(.checksForLeaks)
@MainActor
struct WorkoutDetailTests {
  let memory = MemoryStore()

  private func page(
    _ state: WorkoutDetail.State, _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<WorkoutDetail> {
    TestStore(initialState: state) {
      WorkoutDetail()
    } withDependencies: {
      $0.workouts = memory.workouts
      $0.leaderboard = memory.leaderboard
      $0.uuid = .incrementing
      $0.date = .constant(.monday)
      prepare(&$0)
    }
  }

  private let standing = Standing(
    id: 1, rank: 2, name: "Bob", score: Score(reps: 2, duration: .seconds(3), rankKey: -2),
    achievedAt: .monday, isYou: false, workout: UUID(7))

  private var line: WorkoutDetail.State {
    WorkoutDetail.State(
      standing, in: Challenge.pushUps.id,
      place: .rank(2, of: 9, filter: .allTime, isBest: false), catalogue: .sample)
  }

  @Test func `the page of a circuit has the reps and the time of each exercise`() throws {
    let circuit = Challenge(
      id: "circuit", name: "Circuit", kind: .fullBody, scoring: .time(forReps: 4), summary: "",
      instructions: [], routine: try Routine(text: "2x(squat 1, plank 5s, lunge 1)"))
    let workout = Workout.sample(
      challenge: "circuit", reps: [2000, 9000, 12_000, 19_000], duration: .seconds(19))
    let app = VirtualApp(catalogue: Catalogue([circuit]))
    app.memory.storage.withLock { $0.finished = [workout] }
    app.press("h", .enter)
    #expect(app.shows("squat 2 in 0:05  plank 0:10  lunge 2 in 0:04"))
  }

  @Test func `the page of your workout shows its place, or your better workout`() async {
    memory.storage.withLock {
      $0.finished = [.sample(1), .sample(2, reps: [500, 1000, 1700])]
    }
    for (number, place) in [
      (
        1, WorkoutPlace.behindBest(Challenge.pushUps.scoring.score(reps: 3, duration: .seconds(3))!)
      ),
      (2, .rank(1, of: 1, filter: .allTime, isBest: true)),
    ] {
      let workout = memory.storage.withLock { $0.finished[number - 1] }
      let store = page(.init(workout, isYours: true, catalogue: .sample))
      await store.send(.command(.appear))
      await store.receive(\._internal.raceResponse.success)
      await store.receive(\._internal.placeResponse.success) { $0.place = place }
    }
  }

  @Test func `another person's workout can be replayed and raced, but not edited`() async {
    let store = page(line) { $0.leaderboard.workout = { _ in .sample(7) } }
    #expect(!store.state.canReplay && !store.state.canRace && store.state.repetition != nil)
    await store.send(.command(.appear))
    await store.receive(\._internal.workoutResponse.success) { $0.workout = .sample(7) }
    #expect(store.state.canReplay && store.state.canRace && !store.state.canEdit)
    await store.send(.view(.editButtonTapped))
    await store.send(.view(.raceButtonTapped))
    await store.receive(\.delegate.startRequested)
    await store.send(.view(.repeatButtonTapped))
    await store.receive(\.delegate.startRequested)
  }

  @Test func `the deletion of another person's workout is reported on its page`() async {
    let found = LockIsolated<Workout?>(.sample(7))
    let store = page(line) { $0.leaderboard.workout = { _ in found.value } }
    store.exhaustivity = .off
    await store.send(.command(.appear))
    await store.receive(\._internal.workoutResponse.success)
    await store.send(.command(.reload))
    await store.receive(\._internal.workoutResponse.success)
    #expect(store.state.notice == nil)
    found.setValue(nil)
    await store.send(.command(.reload))
    await store.receive(\._internal.workoutResponse.success)
    #expect(store.state.notice == "This workout was deleted or changed; go back to the list.")
  }

  @Test func `entered reps can be neither replayed nor raced`() async {
    let typed = Workout(
      id: UUID(1), challenge: Challenge.pushUps.id, user: "Ann", startedAt: .monday,
      log: WorkoutLog(typedReps: 7)!.ended(at: .seconds(10)))
    let store = page(.init(typed, isYours: true, catalogue: .sample))
    #expect(!store.state.canReplay && !store.state.canRace && store.state.canEdit)
    await store.send(.view(.replayButtonTapped))
    await store.send(.view(.raceButtonTapped))
  }

  @Test func `a deleted challenge can't be started`() {
    let gone = SharedReader(value: Catalogue([.plank], deleted: [.pushUps]))
    let state = WorkoutDetail.State(.sample(), isYours: true, catalogue: gone)
    #expect(state.canReplay && state.repetition == nil && !state.canRace)
  }

  @Test func `a workout that no longer exists is reported`() async {
    let store = page(line) { $0.leaderboard.workout = { _ in nil } }
    await store.send(.command(.appear))
    await store.receive(\._internal.workoutResponse.success) {
      let failure = Failure(
        summary: "this workout no longer exists", remedy: "go back and refresh the list",
        details: "no workout with the ID of a standing")
      $0.failure = failure
      $0.destination = .errorSheet(
        ErrorHandling.State(failure, dataStatus: "All workouts are unchanged.", canRetry: false))
    }
  }

  @Test func `a failure to read the workout is explained and can be retried`() async {
    let isBroken = LockIsolated(true)
    let store = page(line) {
      $0.leaderboard.workout = { _ in
        if isBroken.value { throw SampleError() }
        return .sample(7)
      }
    }
    await store.send(.command(.appear))
    await store.receive(\._internal.workoutResponse.failure) {
      $0.failure = Failure(SampleError())
      $0.destination = .errorSheet(
        ErrorHandling.State(
          Failure(SampleError()), dataStatus: "All workouts are unchanged.", canRetry: true))
    }
    isBroken.setValue(false)
    await store.send(._internal(.destination(.presented(.errorSheet(.view(.retryButtonTapped))))))
    await store.receive(\._internal.destination.errorSheet.delegate.retryRequested) {
      $0.failure = nil
      $0.destination = nil
    }
    await store.receive(\._internal.workoutResponse.success) { $0.workout = .sample(7) }
  }

  @Test(arguments: [
    ([1000, 2000], nil), ([1000, 2000, 6200], "4.20 s, after rep 2"),
    ([9000, 9500, 9900], "0.50 s, after rep 1"),
  ])
  func `the longest gap is shown if there are at least three reps`(
    reps: [UInt32], text: String?
  ) {
    #expect(Workout.sample(reps: reps, duration: .seconds(10)).longestGapText == text)
  }

  @Test func `a correction is shown at once and can be undone`() async {
    let old = Workout.sample(1)
    let new = Workout.sample(9, reps: [400])
    memory.storage.withLock { $0.finished = [old] }
    let store = page(.init(old, isYours: true, catalogue: .sample))
    store.exhaustivity = .off
    await store.send(.view(.editButtonTapped))
    await store.send(._internal(.destination(.presented(.editor(.delegate(.saved(new)))))))
    await store.receive(\.delegate.changed, .corrected(old, to: new))
    #expect(store.state.workout == new && store.state.id == new.id && store.state.canUndo)
    #expect(store.state.canEdit)
    await store.send(.view(.undoButtonTapped))
    #expect(!store.state.canEdit, "a correction during the undo would change the wrong workout")
    await store.receive(\.delegate.changed)
    #expect(store.state.workout == old && store.state.id == old.id && !store.state.canUndo)
    await store.skipReceivedActions()
  }

  @Test func `a correction that another program has replaced is not undone`() async {
    let (old, new, theirs) = (Workout.sample(1), Workout.sample(2, reps: [400]), Workout.sample(3))
    memory.storage.withLock { $0.finished = [old] }
    let store = page(.init(old, isYours: true, catalogue: .sample))
    store.exhaustivity = .off
    await store.send(.view(.editButtonTapped))
    await store.send(._internal(.destination(.presented(.editor(.delegate(.saved(new)))))))
    await store.receive(\.delegate.changed)
    memory.storage.withLock { storage in
      storage.changes.append(UndoneChange(workout: new, replaced: theirs.id))
      storage.finished = [theirs]
    }
    await store.send(.view(.undoButtonTapped))
    await store.receive(\._internal.changeResponse.success)
    #expect(store.state.notice == "Not undone: another program has changed the workout since.")
    #expect(!store.state.canUndo)
    await store.skipReceivedActions(strict: false)
  }

  @Test func `another program's changes to the workout are shown`() async {
    let old = Workout.sample(1)
    var theirs = Workout.sample(9)
    theirs.note = WorkoutNote("theirs")
    memory.storage.withLock { $0.finished = [old] }
    let store = page(.init(old, isYours: true, catalogue: .sample))
    store.exhaustivity = .off
    func reload() async {
      await store.send(.command(.reload))
      await store.receive(\._internal.workoutResponse.success)
      await store.skipReceivedActions(strict: false)
    }
    memory.storage.withLock { storage in
      storage.changes = [UndoneChange(workout: old)]
      storage.finished = []
    }
    await reload()
    #expect(store.state.notice == "Another program has deleted this workout.")
    #expect(!store.state.canEdit)
    memory.storage.withLock { storage in
      storage.changes = []
      storage.finished = [old]
    }
    await reload()
    #expect(store.state.notice == nil && store.state.canEdit)
    memory.storage.withLock { [theirs] storage in
      storage.changes = [UndoneChange(workout: old, replaced: theirs.id)]
      storage.finished = [theirs]
    }
    await reload()
    #expect(store.state.workout == theirs && store.state.id == theirs.id)
  }

  @Test func `a failed correction can be retried`() async {
    let isBroken = LockIsolated(true)
    let (old, new) = (Workout.sample(1), Workout.sample(9, reps: [400]))
    let store = page(.init(old, isYours: true, catalogue: .sample)) {
      $0.workouts.correct = { _, _, _ in if isBroken.value { throw SampleError() } }
    }
    store.exhaustivity = .off
    await store.send(.view(.editButtonTapped))
    await store.send(._internal(.destination(.presented(.editor(.delegate(.saved(new)))))))
    await store.receive(\._internal.changeResponse.failure)
    #expect(store.state.destination?.errorSheet != nil && store.state.workout == old)
    isBroken.setValue(false)
    await store.send(._internal(.destination(.presented(.errorSheet(.view(.retryButtonTapped))))))
    await store.receive(\.delegate.changed)
    #expect(store.state.workout == new)
    await store.skipReceivedActions()
  }

  @Test func `places are English ordinals`() {
    let texts = [1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(\.ordinalText)
    #expect(
      texts == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th"])
  }

  @Test func `by keys: a failure is explained on a sheet, and Esc closes it, then the page`() {
    let app = VirtualApp { $0.leaderboard.workout = { _ in throw SampleError() } }
    app.memory.storage.withLock { $0.finished = [.sample()] }
    app.press("2", .enter)
    #expect(app.shows("Something went wrong"))
    app.press(.escape)
    #expect(app.shows("the disk is full") && !app.shows("Something went wrong"))
    app.press(.escape)
    #expect(app.shows("You're 1st"))
  }

  @Test func `by keys: a correction on a page also changes the list behind it`() {
    for list in ["h", "2", "3"] as [Key] {
      let app = VirtualApp()
      app.memory.storage.withLock { $0.finished = [.sample()] }
      app.press(list, .enter, "e", .backspace, "1", .enter)
      #expect(app.shows("1 rep in 00:03.00") && app.shows("Corrected (u undoes it)"), "\(list)")
      app.press(.escape)
      #expect(app.shows("1 rep") || app.shows("  1  "), "\(list): \(app.text)")
      app.press(.enter)
      #expect(app.shows("1 rep in 00:03.00"), "\(list)")
    }
  }

  @Test func `by keys: a running workout prevents the start of another`() {
    for list in ["2", "3"] as [Key] {
      let app = VirtualApp()
      app.memory.storage.withLock { $0.finished = [.sample()] }
      app.press(.enter, "s", "s", .space, list, .enter, "s")
      #expect(app.shows("Finish your current workout first."), "\(list): \(app.text)")
      app.press("1")
      #expect(app.shows("REPS 1"))
    }
  }
}
