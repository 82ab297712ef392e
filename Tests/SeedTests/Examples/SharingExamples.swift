import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of state shared between features: in the app's settings, by a custom key, and in parts.
@Suite(.checksForLeaks)
@MainActor
struct SharingExamples {
  @Test func `a weight is stored as a number`() async {
    let settings = SettingsFile()
    let store = withDependencies {
      $0.defaultAppStorage = settings
    } operation: {
      TestStore(initialState: Barbell.State()) { Barbell() }
    }
    await store.send(.plateAdded(Weight(kilograms: 5))) {
      $0.$weight.withLock { $0 = Weight(kilograms: 25) }
    }
    #expect(settings.value(forKey: "barbellWeight") == .integer(25))
  }

  @Test func `a read-only feature shows a stored weight`() {
    let settings = SettingsFile()
    settings.setValue(Weight(kilograms: 60).appStorageValue, forKey: "barbellWeight")
    withDependencies {
      $0.defaultAppStorage = settings
    } operation: {
      @SharedReader(.barbellWeight) var weight
      #expect(weight.kilograms == 60)
    }
  }

  @Test func `a custom key loads and saves a shared value`() {
    let board = WhiteBoard()
    @Shared(WhiteBoardKey(board: board, line: "Monday")) var exercise = "Rest"
    $exercise.withLock { $0 = "Squats" }
    #expect(board.lines.value == ["Monday": "Squats"])
  }

  @Test func `a model's change of a shared value is asserted without a store`() {
    @Shared(value: Weight(kilograms: 20)) var weight
    let tracker = SharedChangeTracker()
    tracker.track { $weight.kilograms.withLock { $0 += 5 } }
    tracker.assert {
      $weight.kilograms.withLock { $0 = 25 }
      #expect($weight == $weight)
    }
  }

  @Test func `an external change is loaded on request`() async throws {
    let board = WhiteBoard()
    @Shared(WhiteBoardKey(board: board, line: "Monday")) var exercise = "Rest"
    board.lines.setValue(["Monday": "Lunges"])
    #expect(exercise == "Rest")
    try await $exercise.load()
    #expect(exercise == "Lunges")
    board.lines.setValue([:])
    try await $exercise.save()
    #expect(board.lines.value == ["Monday": "Lunges"])
  }

  @Test func `what others write is seen at once`() {
    let board = WhiteBoard()
    @SharedReader(WhiteBoardKey(board: board, line: "Monday")) var exercise = "Rest"
    board.write("Lunges", to: "Monday")
    #expect(exercise == "Lunges")
  }

  @Test func `an error of storage is a property`() {
    let board = WhiteBoard()
    @Shared(WhiteBoardKey(board: board, line: "Monday")) var exercise = "Rest"
    $exercise.withLock { $0 = "Squats, push-ups and then squats again" }
    #expect($exercise.saveError is WhiteBoardKey.TooLong)
    #expect(board.lines.value.isEmpty)
  }

  @Test func `a required exercise must be on the board`() async throws {
    let board = WhiteBoard()
    let key = WhiteBoardKey(board: board, line: "Monday")
    await #expect(throws: MissingSharedValue.self) { try await Shared(require: key) }
    board.write("Lunges", to: "Monday")
    #expect(try await Shared(require: key).wrappedValue == "Lunges")
  }

  @Test func `a control changes a shared goal`() {
    @Shared(.inMemory("goal")) var goal = 10
    Binding($goal).wrappedValue += 5
    #expect(goal == 15)
  }

  @Test func `a second gym has its own session`() {
    @Shared(.inMemory("session")) var session = "Push day"
    let other = withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      Shared(wrappedValue: "Pull day", .inMemory("session"))
    }
    #expect(session == "Push day")
    #expect(other.wrappedValue == "Pull day")
  }

  @Test func `an optional goal is unwrapped and changed`() throws {
    @Shared(value: Int?.none) var goal
    #expect(Shared($goal) == nil)
    $goal.withLock { $0 = 10 }
    let setGoal = try #require(Shared($goal))
    setGoal.withLock { $0 += 5 }
    #expect(goal == 15)
  }

  @Test func `each row of a plan shares its exercise`() {
    let plan = Shared(
      value: [
        PlannedExercise(id: 1, name: "Push-ups", reps: 10),
        PlannedExercise(id: 2, name: "Squats", reps: 20),
      ] as IdentifiedArrayOf<PlannedExercise>)
    let rows = Array(plan)
    rows[1].reps.withLock { $0 = 25 }
    #expect(plan.wrappedValue.map(\.reps) == [10, 25])
    let name: SharedReader<String> = rows[1].name
    #expect(name.wrappedValue == "Squats")
  }
}

private struct PlannedExercise: Equatable, Identifiable, Sendable {
  let id: Int
  let name: String
  var reps: Int
}

private struct Weight: Equatable, AppStorageConvertible {
  var kilograms: Int

  init(kilograms: Int) {
    self.kilograms = kilograms
  }

  init?(appStorageValue: AppStorageValue) {
    guard case .integer(let kilograms) = appStorageValue else { return nil }
    self.kilograms = kilograms
  }

  var appStorageValue: AppStorageValue { .integer(kilograms) }
}

/// A stand-in for the app's settings file.
private struct SettingsFile: AppStorage {
  private let values = LockIsolated<[String: AppStorageValue]>([:])

  func value(forKey key: String) -> AppStorageValue? { values.value[key] }

  func setValue(_ value: AppStorageValue?, forKey key: String) {
    values.withValue { $0[key] = value }
  }
}

extension SharedReaderKey where Self == AppStorageKey<Weight>.Default {
  /// The weight of the barbell; at first the bar alone.
  fileprivate static var barbellWeight: Self {
    Self[.appStorage("barbellWeight"), default: Weight(kilograms: 20)]
  }
}

/// A stand-in for external storage.
private struct WhiteBoard: Sendable {
  let lines = LockIsolated<[String: String]>([:])
  let readers = LockIsolated<[String: SharedSubscriber<String>]>([:])

  /// Writes as another person would.
  func write(_ text: String, to line: String) {
    lines.withValue { $0[line] = text }
    readers.value[line]?.yield(text)
  }
}

private struct WhiteBoardKey: SharedKey {
  let board: WhiteBoard
  let line: String

  struct TooLong: Error {}

  var id: String { line }

  func load(context: LoadContext<String>, continuation: LoadContinuation<String>) {
    continuation.resume(with: .success(board.lines.value[line]))
  }

  func subscribe(
    context: LoadContext<String>, subscriber: SharedSubscriber<String>
  ) -> SharedSubscription {
    board.readers.withValue { $0[line] = subscriber }
    return SharedSubscription { [board, line] in board.readers.withValue { $0[line] = nil } }
  }

  func save(_ value: String, context: SaveContext, continuation: SaveContinuation) {
    guard value.count < 20 else { return continuation.resume(throwing: TooLong()) }
    board.lines.withValue { $0[line] = value }
    continuation.resume()
  }
}

@Reducer
private struct Barbell {
  @ObservableState
  struct State: Equatable {
    @Shared(.barbellWeight) var weight
  }

  enum Action { case plateAdded(Weight) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .plateAdded(let plate):
        state.$weight.withLock { $0.kilograms += plate.kilograms }
        return .none
      }
    }
  }
}
