import ReducerRuntime

/// What a test store saw happen and the test has not asserted yet.
@MainActor
final class TestLog<State, Action> {
  struct Entry {
    var action: Action
    var state: State
  }

  /// The action the test is sending; any other comes from an effect.
  var isSending = false
  /// What effects sent, each with the state it left.
  ///
  /// A slice, so that the first is taken off in constant time: a timer's ticks may be many.
  var received: ArraySlice<Entry> = []
  /// The state after the action the test sent.
  var stateAfterSend: State?
  /// Where the effects that are under way were begun.
  var underWay: [(action: Action, task: StoreTask)] = []
}

/// A feature's reducer with every action and the state after it written down.
struct TestReducer<Base: Reducer>: Reducer {
  let base: Base
  let log: TestLog<Base.State, Base.Action>

  var body: some Reducer<Base.State, Base.Action> {
    let resolved = base._resolve()
    Reduce { state, action in
      let isSent = log.isSending
      log.isSending = false
      let effect = resolved(&state, action)
      if isSent {
        log.stateAfterSend = state
      } else {
        log.received.append(TestLog.Entry(action: action, state: state))
      }
      return effect
    }
  }
}
