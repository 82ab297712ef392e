import ReducerRuntime
import ReducerTestSupport
import Testing

/// Examples of tasks outside stores, and of identifiers of several types.
@Suite(.checksForLeaks)
struct TaskExamples {
  @Test func `reps are counted in the order in which tasks report them`() async {
    uncheckedUseMainSerialExecutor = true
    defer { uncheckedUseMainSerialExecutor = false }
    let reps = LockIsolated<[Int]>([])
    await withTaskGroup { group in
      for rep in 1...20 { group.addTask { reps.withValue { $0.append(rep) } } }
    }
    #expect(reps.value == Array(1...20))
  }

  @Test func `a task starts while its creator yields`() async {
    await withMainSerialExecutor {
      let hasStarted = LockIsolated(false)
      Task { hasStarted.setValue(true) }
      await Task.megaYield(count: 2)
      #expect(hasStarted.value)
    }
  }

  @Test func `a selection holds rows of several kinds`() {
    var selection: Set<AnyHashableSendable> = [AnyHashableSendable(WorkoutID(1)), "rest day"]
    selection.insert(AnyHashableSendable(WorkoutID(1)))
    #expect(selection.count == 2)
  }
}

private struct WorkoutID: Hashable {
  var number: Int
  init(_ number: Int) { self.number = number }
}
