import ReducerRuntime

/// The events that a test store recorded and the test has not asserted yet.
@MainActor
final class TestLog<State, Action> {
  struct Entry {
    var action: Action
    var state: State
    /// The number of the first element that the action pushed on a stack, or of the next element if it pushed none.
    var stackElement: Int
    /// The position after the action in the order of changes to shared values.
    var moment: SharedChangeTracker.Moment
  }

  /// The shared values that changed and were not asserted.
  let shared = SharedChangeTracker(reportUnassertedChanges: false)
  /// Whether the test is sending an action; any other action comes from an effect.
  var isSending = false
  /// The actions that effects sent, each with the resulting state.
  ///
  /// It is a slice, so that removing the first action is O(1): a timer may have sent many actions.
  var received: ArraySlice<Entry> = []
  /// The action that the test sent, and the resulting state.
  var sent: Entry?
  /// Whether the feature has dismissed itself.
  var isDismissed = false
  /// The active effects and the actions that started them.
  var activeEffects: [ActiveEffect] = []

  struct ActiveEffect {
    var action: Action
    var task: StoreTask
    /// The location of the step that sent the action, if the test sent it.
    var location: IssueLocation?
  }

  /// Whether no effect is active.
  var isIdle: Bool { activeEffects.allSatisfy(\.task.isFinished) }

  /// Returns a dismiss effect that also records the dismissal.
  ///
  /// Effects that are active at that time are ignored: their actions could not be received after the dismissal.
  func recording(_ dismiss: DismissEffect) -> DismissEffect {
    dismiss.preceded { [weak self] in
      self?.activeEffects = []
      self?.isDismissed = true
    }
  }
}

/// A feature's reducer that records every action and the resulting state.
struct TestReducer<Base: Reducer>: Reducer {
  let base: Base
  let log: TestLog<Base.State, Base.Action>
  let location: IssueLocation
  @Dependency(\.stackElementID) private var stackElementID
  @Dependency(\.handledActions) private var handledActions

  init(base: Base, log: TestLog<Base.State, Base.Action>, at location: IssueLocation) {
    self.base = base
    self.log = log
    self.location = location
  }

  var body: some Reducer<Base.State, Base.Action> {
    let resolved = base._resolve()
    Reduce { state, action in
      let isSent = log.isSending
      log.isSending = false
      let (effect, stackElement) = stackElementID.recordingFirst { resolved(&state, action) }
      handledActions?.reportUnhandled(action, at: TestStep.current?.location ?? location)
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
