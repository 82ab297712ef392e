import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of printing values and their differences.
@Suite(.checksForLeaks)
@MainActor
struct PrintingExamples {
  private let workout = Workout(exercise: "Squats", reps: [12, 10])

  @Test func `a workout is printed property by property`() {
    var text = ""
    customDump(workout, to: &text)
    #expect(
      text == """
        Workout(
          exercise: "Squats",
          reps: [
            [0]: 12,
            [1]: 10
          ]
        )
        """)
    #expect(String(customDumping: workout) == text)
  }

  @Test func `two workouts are compared line by line`() throws {
    var longer = workout
    longer.reps.append(8)
    let difference = try #require(diff(workout, longer))
    #expect(difference.contains("+     [2]: 8"))
    #expect(diff(workout, workout) == nil)
  }

  @Test func `a rep counter prints what each action changed`() {
    let log = Log()
    let store = Store(initialState: RepCounter.State()) {
      RepCounter()._printChanges(
        _ReducerPrinter { action, old, new in
          log.lines.append("\(action): \(old.reps) to \(new.reps)")
        })
    }
    store.send(.repButtonTapped)
    #expect(log.lines == ["repButtonTapped: 0 to 1"])
  }

  @Test func `printing the actions of a feature can be turned off`() {
    let printer = _ReducerPrinter<RepCounter.State, RepCounter.Action>.actionLabels
    let isPrinting = false
    let store = Store(initialState: RepCounter.State()) {
      RepCounter()._printChanges(isPrinting ? printer : nil)
    }
    store.send(.repButtonTapped)
    #expect(store.reps == 1)
  }

  @Test func `a test asserts the difference of two values`() {
    var reps = workout.reps
    expectDifference(reps) {
      reps[0] += 1
    } changes: {
      $0 = [13, 10]
    }
    expectNoDifference(reps, [13, 10])
  }
}

private struct Workout {
  var exercise: String
  var reps: [Int]
}

@MainActor
private final class Log {
  var lines: [String] = []
}

@Reducer
private struct RepCounter {
  @ObservableState
  struct State: Equatable { var reps = 0 }

  enum Action { case repButtonTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.reps += 1
      return .none
    }
  }
}
