import Dispatch
import ReducerRuntime

/// A store for tests of a feature. A test must assert all of the feature's state changes and effects.
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
/// It fails the test at the caller's line if the state does not change as expected, if an action that an effect sent is
/// not received, or if effects are still active at the end.
///
/// Effects run on the store's own queue, which is drained after each step: a step ends when no work is left,
/// independently of elapsed time. While the test awaits something else, effects run when the main actor is free.
@preconcurrency @MainActor
public final class TestStore<State: Equatable, Action> {
  /// The state as asserted so far.
  public internal(set) var state: State
  /// The exhaustivity of assertions.
  public var exhaustivity: Exhaustivity = .on
  /// The maximum time that a step waits for external events.
  public var timeout = Duration.seconds(1)

  let log: TestLog<State, Action>
  let store: Store<State, Action>
  let queue: EffectQueue
  let location: IssueLocation
  /// Reports to the test that created the store; `nil` to report to the running test.
  private let reporter = TestIssues.reporterForCurrentTest
  var isFinished = false

  /// Creates a test store.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - reducer: The feature to test.
  ///   - prepareDependencies: Sets the feature's dependencies; using one that is not set fails the test.
  public init<R: Reducer>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where R.State == State, R.Action == Action {
    TestIssues.install()
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let log = TestLog<State, Action>()
    let queue = EffectQueue(drainsBetweenSteps: true)
    let store = Store<State, Action>(
      initialState: initialState(),
      reducer: { TestReducer(base: reducer(), log: log, at: location) },
      withDependencies: {
        $0.context = .test
        prepareDependencies(&$0)
        $0.sharedChangeTracker = log.shared
        $0.dismiss = log.recording($0.dismiss)
      },
      effectExecutor: queue)
    // Changes of shared values by the initial state need no assertion.
    log.shared.settle()
    self.log = log
    self.queue = queue
    self.store = store
    state = store.withState { $0 }
    self.location = location
    TestIssues.atEndOfCurrentTest { [weak self] in self?.checkEnd() }
  }

  // Not an `isolated` deinit, which would lose the task local of the running test and could run after the test's end.
  deinit {
    if !isFinished { Self.checkEnd(log, store, queue, exhaustivity, location, reporter) }
  }

  /// Fails the test if an assertion is missing. For a store that outlives its test.
  private func checkEnd() {
    if !isFinished { Self.checkEnd(log, store, queue, exhaustivity, location, reporter) }
    isFinished = true
  }

  private nonisolated static func checkEnd(
    _ log: TestLog<State, Action>, _ store: Store<State, Action>, _ queue: EffectQueue,
    _ exhaustivity: Exhaustivity, _ location: IssueLocation, _ reporter: IssueReporting.Reporter?
  ) {
    if exhaustivity == .off { return }
    func check() {
      runOnMainActor {
        queue.drain()
        log.assertEmpty(exhaustivity, at: location)
        withExtendedLifetime(store) {}
      }
    }
    // The reporter has no severity: it would turn the notes of a store without exhaustivity into failures.
    if exhaustivity == .on, IssueReporting.current == nil, let reporter {
      IssueReporting.withReporter(reporter) { check() }
    } else {
      check()
    }
  }
}

/// Runs `operation` on the main actor before returning.
///
/// A test that isn't on the main actor releases its store on another thread. If that thread didn't wait, the test could
/// end before the store's check, which could then fail no test.
private func runOnMainActor(_ operation: @escaping @MainActor () -> Void) {
  let hasEnded = DispatchSemaphore(value: 0)
  Task.immediate { @MainActor in
    operation()
    hasEnded.signal()
  }
  // On the main thread it has ended by now. There is no limit on the time: whether a store is checked must not depend on
  // the speed of the machine.
  hasEnded.wait()
}

/// The test store of a feature.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable

extension TestStore {
  /// Creates a test store whose initial state has the reducer's state type: `TestStore(initialState: .init()) { … }`.
  ///
  /// It takes a state with a leading dot: with the other initializer, the compiler looks up `.init()` in `Equatable`
  /// and fails. The other one takes literals such as `[]`, whose type the compiler cannot infer here.
  /// Only the last parameter distinguishes the two.
  @_disfavoredOverload
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> R.State,
    @ReducerBuilder<R.State, R.Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ inferred: Void = ()
  ) where R.State == State, R.Action == Action {
    self.init(
      initialState: initialState(), reducer: reducer, withDependencies: prepareDependencies,
      fileID: fileID, file: filePath, line: line, column: column)
  }
}

extension TestStore {
  /// The feature's dependencies from the next action on: `store.dependencies.continuousClock = clock`.
  public var dependencies: DependencyValues {
    get { store.dependencies }
    set { store.dependencies = newValue }
  }
}

extension TestStore {
  /// Whether the feature has dismissed itself with `\.dismiss`. The feature of a test store has no parent that would
  /// remove it.
  ///
  /// ```swift
  /// await store.send(.closeButtonTapped)
  /// #expect(store.isDismissed)
  /// ```
  public var isDismissed: Bool { log.isDismissed }
}

/// The level of exhaustivity of a test store.
public enum Exhaustivity: Equatable, Sendable {
  /// Every change of state, every action received and every effect must be asserted.
  case on
  /// Only explicit assertions must hold.
  ///
  /// - Parameter showSkippedAssertions: Whether missing assertions are reported as notes, which do not fail the test.
  case off(showSkippedAssertions: Bool)

  /// Only explicit assertions must hold, and missing ones are not reported.
  public static let off = Exhaustivity.off(showSkippedAssertions: false)
}

extension Exhaustivity {
  /// Reports a missing assertion as a failure or a note, or ignores it.
  func report(_ message: @autoclosure () -> String, at location: IssueLocation) {
    switch self {
    case .on: location.report(message())
    case .off(showSkippedAssertions: true): location.report(message(), severity: .warning)
    case .off(showSkippedAssertions: false): break
    }
  }
}
