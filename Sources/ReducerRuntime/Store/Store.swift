/// Keeps a feature's state, reduces the actions sent to it, and carries out the effects that come of them.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.incrementButtonTapped)
/// store.count  // 1
/// ```
///
/// Actions sent while another is being reduced wait their turn, first in first out. A store that is let go cancels its
/// effects.
@MainActor
@dynamicMemberLookup
public final class Store<State, Action> {
  let core: any StoreCore<State, Action>
  private var children: [ScopeID: AnyObject] = [:]

  /// A store of its own.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The feature; resolved once, here.
  ///   - prepareDependencies: Sets dependencies for the feature and all below it.
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) where R.State == State, R.Action == Action {
    self.init(
      initialState: initialState(), reducer: reducer,
      withDependencies: { prepareDependencies?(&$0) }, effectExecutor: nil)
  }

  /// As above.
  ///
  /// - Parameter effectExecutor: Where effects run in place of the main actor's executor.
  package init<R: Reducer>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void,
    effectExecutor: (any TaskExecutor)?
  ) where R.State == State, R.Action == Action {
    var dependencies = DependencyValues.current
    dependencies.stackElementID = StackElementIDGenerator()
    dependencies.set(by: prepareDependencies)
    let state = ReducerRuntime.withDependencies {
      $0 = dependencies
    } operation: {
      initialState()
    }
    core = RootCore(
      initialState: state, reducer: reducer, dependencies: dependencies,
      effectExecutor: effectExecutor)
  }

  init(core: any StoreCore<State, Action>) {
    self.core = core
  }

  /// The state as it is now.
  public var state: State { core.state }

  /// One property of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    core.state[keyPath: keyPath]
  }

  /// Reads the state without observing it.
  public func withState<Result>(_ body: (_ state: State) -> Result) -> Result {
    ObservationScope.untracked { body(core.state) }
  }

  /// Reduces `action`, and all that follows from it at once.
  ///
  /// - Returns: The effects it set going. They go on whether or not anybody waits.
  /// - Complexity: What the reducers cost; no allocation where they return `.none`.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    StoreTask(tasks: core.send(action))
  }

  /// Whether no effect is under way.
  package var isAtRest: Bool { core.isAtRest }

  /// The store of a child, made once for each child.
  func scoped<ChildState, ChildAction>(
    _ id: ScopeID, make: () -> any StoreCore<ChildState, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let child = children[id] as? Store<ChildState, ChildAction> { return child }
    let child = Store<ChildState, ChildAction>(core: make())
    children[id] = child
    return child
  }

  func hasChild(_ id: ScopeID) -> Bool { children[id] != nil }

  /// Forgets the stores of elements that are not there any more, when there are more stores than `limit`.
  func forgetElements(ifMoreThan limit: Int, unless isPresent: (AnyHashable) -> Bool) {
    guard children.count > limit else { return }
    children = children.filter {
      $0.key.place != .elements || $0.key.identity.map(isPresent) == true
    }
  }

  /// Forgets the stores of children scoped at `place`, but for the one known as `current`.
  func forgetChildren(at place: ScopePlace, except current: AnyHashable?) {
    children = children.filter { $0.key.place != place || $0.key.identity == current }
  }
}

/// The store of a feature.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension Store: Identifiable, Equatable, Hashable {
  public nonisolated var id: ObjectIdentifier { ObjectIdentifier(self) }

  public nonisolated static func == (lhs: Store, rhs: Store) -> Bool { lhs === rhs }

  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
