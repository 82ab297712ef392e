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
}

private struct WhiteBoardKey: SharedKey {
  let board: WhiteBoard
  let line: String

  var id: String { line }

  func load() -> String? { board.lines.value[line] }
  func save(_ value: String) { board.lines.withValue { $0[line] = value } }
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
