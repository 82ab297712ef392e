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
@preconcurrency @MainActor
@dynamicMemberLookup
public final class Store<State, Action> {
  @usableFromInline let core: StoreCore<State, Action>
  // Asked and added to at once, never held open; so the bookkeeping of accesses is left out.
  @exclusivity(unchecked) @usableFromInline var children = ChildStores()

  /// A store of its own.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The feature; resolved once, here.
  ///   - prepareDependencies: Sets dependencies for the feature and all below it.
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

  /// As above.
  ///
  /// - Parameter effectExecutor: Where effects run in place of the main actor's executor.
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

  /// The state as it is now.
  @inlinable
  public var state: State { core.state }

  /// One property of the state.
  ///
  /// - Complexity: What the property costs; the state is not copied where it is stored.
  // Inlined, so that a key path which is written out becomes a call of its getter.
  @inlinable
  @inline(__always)
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    core.read(keyPath)
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
  @inlinable
  public func send(_ action: Action) -> StoreTask {
    StoreTask(tasks: core.send(action))
  }

  /// Whether no effect is under way.
  package var isAtRest: Bool { core.root.isAtRest }
}

/// The store of a feature.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension Store: Identifiable, Equatable, Hashable {
  public nonisolated var id: ObjectIdentifier { ObjectIdentifier(self) }

  public nonisolated static func == (lhs: Store, rhs: Store) -> Bool { lhs === rhs }

  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
