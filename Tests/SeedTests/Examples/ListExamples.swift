import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of a list of features, with a reducer and a store for each row.
@Suite(.checksForLeaks)
@MainActor
struct ListExamples {
  private let exercises: IdentifiedArrayOf<Exercise.State> = [
    Exercise.State(id: 1, name: "Push-ups"), Exercise.State(id: 2, name: "Squats"),
  ]

  @Test func `a rep is counted in its row`() async {
    let store = TestStore(initialState: ExerciseList.State(exercises: exercises)) { ExerciseList() }
    await store.send(\.exercises[id: 2].repButtonTapped) { $0.exercises[id: 2]?.reps = 1 }
  }

  @Test func `a row asks its list to remove it`() async {
    let store = TestStore(initialState: ExerciseList.State(exercises: exercises)) { ExerciseList() }
    await store.send(.exercises(.element(id: 1, action: .removeButtonTapped))) {
      $0.exercises.remove(id: 1)
    }
  }

  @Test func `an exercise replaces its older version or is inserted first`() async {
    let store = TestStore(initialState: ExerciseList.State(exercises: exercises)) { ExerciseList() }
    let lunges = Exercise.State(id: 2, name: "Lunges")
    await store.send(.exerciseDownloaded(lunges)) { $0.exercises[1] = lunges }
    let plank = Exercise.State(id: 3, name: "Plank")
    await store.send(.exerciseDownloaded(plank)) { $0.exercises.insert(plank, at: 0) }
  }

  @Test func `exercises are moved and removed by their offsets`() {
    var list = exercises
    list.append(Exercise.State(id: 3, name: "Plank"))
    list.move(fromOffsets: [2], toOffset: 0)
    #expect(list.ids == [3, 1, 2])
    list.remove(atOffsets: [0, 2])
    #expect(list.ids == [1])
  }

  @Test func `exercises that are not in a plan are found by their ids`() {
    let plan: IdentifiedIDs = [2, 3]
    #expect(exercises.ids.subtracting(plan) == [1])
    #expect(exercises.ids.contains(2))
  }

  @Test func `two versions of an exercise are combined into the one with more reps`() {
    let downloaded = [
      Exercise.State(id: 1, name: "Push-ups", reps: 10),
      Exercise.State(id: 1, name: "Push-ups", reps: 12),
    ]
    let list = IdentifiedArray(downloaded, uniquingIDsWith: { $0.reps > $1.reps ? $0 : $1 })
    #expect(list.map(\.reps) == [12])
  }

  @Test func `notes without an id of their own are listed by day`() {
    var notes: IdentifiedArrayOf<Identified<Int, String>> = [Identified("Slept badly", id: 1)]
    note("Ran before", on: 2, in: &notes)
    note("Slept well", on: 1, in: &notes)
    #expect(days(of: notes) == [1, 2])
    #expect(notes[id: 1]?.value == "Slept well")
  }

  private func note(
    _ text: String, on day: Int,
    in notes: inout some MutableIdentifiedCollection<Int, Identified<Int, String>>
  ) {
    notes[id: day] = Identified(text, id: day)
  }

  private func days<Notes: IdentifiedCollection>(of notes: Notes) -> [Notes.ID] { Array(notes.ids) }

  @Test func `each row's view has its own store`() {
    let view = ExerciseListView(
      store: Store(initialState: ExerciseList.State(exercises: exercises)) { ExerciseList() })
    #expect(view.rows.map(\.name) == ["Push-ups", "Squats"])
    view.rows[0].send(.repButtonTapped)
    #expect(view.rows.map(\.reps) == [1, 0])
  }
}

@Reducer
private struct Exercise {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var name: String
    var reps = 0
  }

  enum Action { case removeButtonTapped, repButtonTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .repButtonTapped = action { state.reps += 1 }
      return .none
    }
  }
}

@Reducer
private struct ExerciseList {
  @ObservableState
  struct State: Equatable {
    var exercises: IdentifiedArrayOf<Exercise.State> = []
  }

  enum Action {
    case exerciseDownloaded(Exercise.State)
    case exercises(IdentifiedActionOf<Exercise>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .exerciseDownloaded(let exercise):
        state.exercises.updateOrInsert(exercise, at: 0)
        return .none
      case .exercises(.element(id: let id, action: .removeButtonTapped)):
        state.exercises.remove(id: id)
        return .none
      case .exercises:
        return .none
      }
    }
    .forEach(\.exercises, action: \.exercises) { Exercise() }
  }
}

@MainActor
private struct ExerciseListView {
  let store: StoreOf<ExerciseList>

  typealias Rows = StoreCollection<
    IdentifiedArrayOf<Exercise.State>, IdentifiedAction<Int, Exercise.Action>, Exercise.Action
  >

  var rows: Rows { store.scope(state: \.exercises, action: \.exercises) }
}
