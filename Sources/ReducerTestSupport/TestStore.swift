import Glibc
import ReducerRuntime

/// Drives a feature in a test, and insists that everything it does is asserted.
///
/// ```swift
/// let clock = TestClock()
/// let store = TestStore(initialState: WorkoutTimer.State()) { WorkoutTimer() } withDependencies: {
///   $0.continuousClock = clock
/// }
/// await store.send(.startButtonTapped) { $0.isRunning = true }
/// await clock.advance(by: .milliseconds(10))
/// await store.receive(\.timerTick) { $0.elapsedTime = .milliseconds(10) }
/// await store.send(.stopButtonTapped) { $0.isRunning = false }
/// ```
///
/// Fails the test at the caller's line when state changes otherwise than said, when an action that an effect sent is
/// not received, and when effects are still under way at the end.
///
/// Effects run on a queue of the store's own, which is emptied after each step: a step is over when nothing is left to
/// run, not when some time has passed.
@preconcurrency @MainActor
public final class TestStore<State: Equatable, Action> {
  /// The state as far as it has been asserted.
  public internal(set) var state: State
  /// How much must be asserted.
  public var exhaustivity: Exhaustivity = .on
  /// How long ``receive(_:timeout:assert:fileID:file:line:column:)-(Action,_,_,_,_,_,_)`` and its like wait for
  /// something from outside, in nanoseconds.
  public var timeout: UInt64 = 1_000_000_000

  let log: TestLog<State, Action>
  let store: Store<State, Action>
  let queue: EffectQueue
  let location: IssueLocation
  /// The main actor's.
  private let thread = pthread_self()
  var isFinished = false

  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The feature to be tested.
  ///   - prepareDependencies: Sets what the feature depends on; anything it uses that is not set fails the test.
  public init<R: Reducer>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where R.State == State, R.Action == Action {
    TestIssues.install()
    let log = TestLog<State, Action>()
    let queue = EffectQueue()
    let store = Store<State, Action>(
      initialState: initialState(),
      reducer: { TestReducer(base: reducer(), log: log) },
      withDependencies: {
        $0.context = .test
        $0.sharedChangeTracker = log.shared
        prepareDependencies(&$0)
        $0.dismiss = log.noting($0.dismiss)
      },
      effectExecutor: queue)
    // Shared values that the initial state sets are where the test begins.
    log.shared.settle()
    self.log = log
    self.queue = queue
    self.store = store
    state = store.withState { $0 }
    location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  // Not an `isolated` one: that would have forgotten which test it belongs to.
  deinit {
    guard pthread_self() != thread else {
      return MainActor.assumeIsolated { assertFinished(at: location) }
    }
    // Let go elsewhere, by a task that held it: what is left to say outlives the store.
    guard !isFinished, exhaustivity != .off else { return }
    Task { @MainActor [log, store, queue, location, exhaustivity] in
      queue.drain()
      log.assertEmpty(exhaustivity, at: location)
      withExtendedLifetime(store) {}
    }
  }
}

/// The test store of a feature.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
