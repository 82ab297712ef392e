import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of enum state and case paths.
@Suite(.checksForLeaks)
@MainActor
struct EnumExamples {
  @Test func `reps are counted during a set, and a rest follows it`() async {
    let store = TestStore(initialState: Training.State.set(ExerciseSet.State())) { Training() }
    await store.send(.set(.repButtonTapped)) { $0.modify(\.set) { $0.reps = 1 } }
    await store.send(.set(.doneButtonTapped)) { $0 = .rest(reps: 1) }
  }

  @Test func `a rep during the rest is reported`() async {
    let store = Store(initialState: Training.State.rest(reps: 12)) { Training() }
    withExpectedIssue { store.send(.set(.repButtonTapped)) }
    #expect(store.state == .rest(reps: 12))
  }

  @Test func `a case is tested, read and modified by its case path`() {
    var result = Score.reps(12)
    #expect(result.is(\.reps))
    #expect(result[case: \.reps] == 12)
    #expect(result[case: \.seconds] == nil)
    result.modify(\.reps) { $0 += 1 }
    #expect(result == .reps(13))
    let seconds: CaseKeyPath<Score, Int> = \Score.Cases.seconds
    #expect(seconds(90) == Score.seconds(90))
  }

  @Test func `a case path is appended to a nested enum`() {
    let result = AnyCasePath(\Attempt.Cases.finished).appending(AnyCasePath(\Score.Cases.reps))
    #expect(result.embed(12) == .finished(.reps(12)))
    #expect(result.extract(from: .finished(.seconds(90))) == nil)
    #expect(result.extract(from: .finished(.reps(12))) == 12)
  }

  @Test func `a picker lists the cases of an enum and marks the selected one`() {
    let picker = Picker(choice: Score.seconds(90))
    #expect(picker.rows == [\.reps, \.seconds, \.none])
    #expect(picker.markedRow == \.seconds)
  }
}

/// A control for any enum with iterable cases.
private struct Picker<Choice: CasePathIterable>
where Choice.AllCasePaths: CasePathReflectable<Choice> {
  let choice: Choice

  var rows: [PartialCaseKeyPath<Choice>] { Array(Choice.allCasePaths) }
  var markedRow: PartialCaseKeyPath<Choice> { choice.case }
}

@CasePathable
private enum Score: Equatable {
  case reps(Int)
  case seconds(Int)
  case none
}

@CasePathable
private enum Attempt: Equatable {
  case finished(Score)
  case givenUp
}

@Reducer
private struct ExerciseSet {
  @ObservableState
  struct State: Equatable { var reps = 0 }

  enum Action { case doneButtonTapped, repButtonTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .repButtonTapped = action { state.reps += 1 }
      return .none
    }
  }
}

@Reducer
private struct Training {
  @ObservableState
  enum State: Equatable {
    case rest(reps: Int)
    case set(ExerciseSet.State)
  }

  enum Action { case set(ExerciseSet.Action) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .set(.doneButtonTapped) = action, let set = state[case: \.set] {
        state = .rest(reps: set.reps)
      }
      return .none
    }
    .ifCaseLet(\.set, action: \.set) { ExerciseSet() }
  }
}
