/// An object that holds a feature's state, reduces the actions sent to it, and runs the resulting effects.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.incrementButtonTapped)
/// store.count  // 1
/// ```
///
/// Actions that are sent during a reduction are queued in order. Deallocating a store cancels its effects.
@preconcurrency @MainActor
@dynamicMemberLookup
public final class Store<State, Action> {
  @usableFromInline let core: StoreCore<State, Action>
  // Accesses never overlap, so dynamic exclusivity checks are disabled.

  /// The stores of children that are always present.
  @exclusivity(unchecked) @usableFromInline var children = ChildStores()
  /// The stores of children that can be removed: optional ones, cases of enums, and elements of lists. Separate,
  /// because the same key paths lead to an optional and to the child in it, which have stores of different types.
  @exclusivity(unchecked) @usableFromInline var removableChildren = ChildStores()

  /// Creates a root store.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - reducer: The feature's reducer; resolved once, here.
  ///   - prepareDependencies: Sets dependencies for the feature and its children.
  @inlinable
  public convenience init<R: Reducer>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) where R.State == State, R.Action == Action {
    self.init(
      initialState: initialState(), reducer: reducer,
      withDependencies: { prepareDependencies?(&$0) }, effectExecutor: nil)
  }

  /// Creates a store with an executor for its effects.
  ///
  /// - Parameter effectExecutor: The executor for effects in place of the main actor's.
  @inlinable
  package convenience init<R: Reducer>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void,
    effectExecutor: (any TaskExecutor)?
  ) where R.State == State, R.Action == Action {
    let dependencies = DependencyValues.forStore(prepareDependencies)
    let root = ReducerRuntime.withDependencies {
      $0 = dependencies
    } operation: {
      RootCore(
        initialState: initialState(), reduce: reducer()._resolve(), dependencies: dependencies,
        effectExecutor: effectExecutor)
    }
    self.init(core: StoreCore(root))
  }

  @usableFromInline
  init(core: StoreCore<State, Action>) {
    self.core = core
  }

  /// A copy of the current state.
  @inlinable
  public var state: State { core.state }

  /// A property of the state.
  ///
  /// - Complexity: That of the property; the state is not copied if it is stored.
  // Inlined, so that a key path literal becomes a call of its getter.
  @inlinable
  @inline(__always)
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    core.read(keyPath)
  }

  /// Reads the state without observing it.
  public func withState<Result>(_ body: (_ state: State) -> Result) -> Result {
    ObservationScope.untracked { body(core.state) }
  }

  /// Reduces `action`, and all actions that follow from it synchronously.
  ///
  /// - Returns: The effects that it started. They run whether or not the caller waits for them.
  /// - Complexity: That of the reducers; no allocation if they return `.none`.
  @discardableResult
  @inlinable
  public func send(_ action: Action) -> StoreTask {
    StoreTask(tasks: core.send(action))
  }

  /// Whether no effect is active.
  package var isIdle: Bool { core.root.isIdle }
}

/// The store of a feature.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension Store: Identifiable, Equatable, Hashable {
  public nonisolated var id: ObjectIdentifier { ObjectIdentifier(self) }

  public nonisolated static func == (lhs: Store, rhs: Store) -> Bool { lhs === rhs }

  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
