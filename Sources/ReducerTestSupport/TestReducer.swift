import ReducerRuntime

/// What a test store saw happen and the test has not asserted yet.
@MainActor
final class TestLog<State, Action> {
  struct Entry {
    var action: Action
    var state: State
    /// The number that the first element pushed on a stack had, or would have had.
    var stackElement: Int
    /// The moment after the action, in the order of changes of shared values.
    var moment: SharedChangeTracker.Moment
  }

  /// The shared values that changed and were not asserted.
  let shared = SharedChangeTracker()
  /// The action the test is sending; any other comes from an effect.
  var isSending = false
  /// What effects sent, each with the state it left.
  ///
  /// A slice, so that the first is taken off in constant time: a timer's ticks may be many.
  var received: ArraySlice<Entry> = []
  /// The action the test sent, and the state it left.
  var sent: Entry?
  /// Whether the feature asked to be dismissed.
  var isDismissed = false
  /// Where the effects that are under way were begun.
  var underWay: [UnderWay] = []

  struct UnderWay {
    var action: Action
    var task: StoreTask
    /// The step of the test that sent the action, where it was one.
    var location: IssueLocation?
  }

  /// Whether nothing is under way any more.
  var isAtRest: Bool { underWay.allSatisfy(\.task.isFinished) }

  /// Dismisses as `dismiss` does, and notes that the feature asked for it.
  ///
  /// What is under way is left to itself from then on: nobody would hear of it once the feature is gone.
  func noting(_ dismiss: DismissEffect) -> DismissEffect {
    dismiss.preceded { [weak self] in
      self?.underWay = []
      self?.isDismissed = true
    }
  }
}

/// A feature's reducer with every action and the state after it written down.
struct TestReducer<Base: Reducer>: Reducer {
  let base: Base
  let log: TestLog<Base.State, Base.Action>
  @Dependency(\.stackElementID) private var stackElementID

  init(base: Base, log: TestLog<Base.State, Base.Action>) {
    self.base = base
    self.log = log
  }

  var body: some Reducer<Base.State, Base.Action> {
    let resolved = base._resolve()
    Reduce { state, action in
      let isSent = log.isSending
      log.isSending = false
      let (effect, stackElement) = stackElementID.watching { resolved(&state, action) }
      let entry = TestLog.Entry(
        action: action, state: state, stackElement: stackElement, moment: log.shared.now)
      if isSent {
        log.sent = entry
      } else {
        log.received.append(entry)
      }
      return effect
    }
  }
}
