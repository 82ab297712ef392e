import Synchronization

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
  /// The stores of children that can be removed: optional ones, cases of enums, and elements of lists. Kept separately,
  /// because the same key paths lead to an optional and to the child in it, and their stores have different types.
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
  /// - Complexity: That of the property; a stored state is not copied.
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
  /// - Returns: The effects that `action` started. They run whether or not the caller waits for them.
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

extension Store {
  /// The dependencies of the whole tree of stores.
  package var dependencies: DependencyValues {
    get { core.root.dependencies }
    set { core.root.dependencies = newValue }
  }
}

extension DependencyValues {
  /// Returns the current dependencies, changed by `prepare`, with a stack element generator for a new store.
  @usableFromInline
  static func forStore(_ prepare: (inout DependencyValues) -> Void) -> DependencyValues {
    var dependencies = current
    dependencies.stackElementID = StackElementIDGenerator()
    #if DEBUG
    dependencies.handledActions = HandledActions()
    #endif
    dependencies.set(by: prepare)
    return dependencies
  }
}

// MARK: - Stores of children

extension Store {
  /// Returns the store of a child that is always present.
  ///
  /// ```swift
  /// ProfileView(store: store.scope(state: \.profile, action: \.profile))
  /// ```
  ///
  /// - Complexity: O(1); returns the same store each time.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>,
    action toChildAction: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>>
  ) -> Store<ChildState, ChildAction> where Action: CasePathable {
    scope(state: toChildState, by: toChildAction) { Action.allCasePaths[keyPath: toChildAction] }
  }

  /// Returns the store of a child that is always present, for a nested action: `\.profile.settings`.
  @_disfavoredOverload
  @inlinable
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state: toChildState, by: toChildAction) { AnyCasePath(toChildAction) }
  }

  /// Returns the store of an optional child, or `nil` while it is absent.
  ///
  /// ```swift
  /// if let timer = store.scope(state: \.timer, action: \.timer.presented) { WorkoutTimerView(store: timer) }
  /// ```
  ///
  /// A store that is retained after its child was removed shows the child's state of the last request for the store. For
  /// a presented child that the store has read in place, it shows the state at the removal, unless a copy of the parent's
  /// state exists. The store of a removable parent keeps such a copy.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>>
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scope(state: toChildState, by: toChildAction) { Action.allCasePaths[keyPath: toChildAction] }
  }

  /// Returns the store of an optional child, or `nil` while it is absent, for a nested action: `\.destination.timer`.
  @_disfavoredOverload
  @inlinable
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    scope(state: toChildState, by: toChildAction) { AnyCasePath(toChildAction) }
  }

  // MARK: - By any key path to the action

  /// Returns the store of a child that is always present.
  ///
  /// - Parameters:
  ///   - toChildAction: The key path that identifies the child's actions; with `toChildState`, it identifies the
  ///     store.
  ///   - path: Returns the path to the child's actions. Called only when the store is created.
  @inlinable
  @inline(__always)
  func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>, by toChildAction: AnyKeyPath,
    path: () -> AnyCasePath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let known: RecentStore<ChildState, ChildAction> = children.recent(
      toChildState, toChildAction)
    {
      return known.store
    }
    let child = children.store(
      ChildStores.ID(place: ChildStores.Place(state: toChildState, action: toChildAction))
    ) {
      Store<ChildState, ChildAction>(
        core: StoreCore(parent: core, state: toChildState, action: path().embedding))
    }
    children.remember(child, toChildState, toChildAction, 0)
    return child
  }

  /// Returns the store of an optional child, or `nil` while it is absent.
  ///
  /// - Parameters:
  ///   - toChildAction: The key path that identifies the child's actions; with `toChildState`, it identifies the
  ///     store.
  ///   - path: Returns the path to the child's actions. Called only when the store is created.
  @inlinable
  @inline(__always)
  func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>, by toChildAction: AnyKeyPath,
    path: () -> AnyCasePath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    // A presented child is read in place.
    if let known: RecentStore<ChildState, ChildAction> = removableChildren.recent(
      toChildState, toChildAction),
      known.store.core.locator.presentedChild()?.location == known.identity
    {
      return known.store
    }
    guard let child = core.read(toChildState) else {
      forgetChild(toChildState, toChildAction)
      return nil
    }
    return store(of: child, toChildState, toChildAction) {
      StoreCore(
        parent: core, locator: .child(toChildState, in: core.locator) ?? .nowhere, last: child,
        action: path().embedding, find: { [core] in core.read(toChildState) })
    }
  }

  /// Returns the store of the optional child `child`.
  ///
  /// - Parameter makeCore: Creates the core of a new store.
  @inlinable
  func store<ChildState, ChildAction>(
    of child: ChildState, _ toChildState: AnyKeyPath, _ toChildAction: AnyKeyPath,
    core makeCore: () -> StoreCore<ChildState, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    let identity = ObservableStateID._$id(for: child).location
    if let known: RecentStore<ChildState, ChildAction> = removableChildren.recent(
      toChildState, toChildAction), known.identity == identity
    {
      known.store.core.last?.state = child
      return known.store
    }
    let place = ChildStores.Place(state: toChildState, action: toChildAction)
    removableChildren.forget(at: place, except: identity)
    let store = removableChildren.store(ChildStores.ID(place: place, identity: identity)) {
      Store<ChildState, ChildAction>(core: makeCore())
    }
    removableChildren.remember(store, toChildState, toChildAction, identity)
    return store
  }

  @usableFromInline
  func forgetChild(_ toChildState: AnyKeyPath, _ toChildAction: AnyKeyPath) {
    guard !removableChildren.isEmpty else { return }
    removableChildren.forget(
      at: ChildStores.Place(state: toChildState, action: toChildAction), except: nil)
  }
}

// MARK: - Leak checks

/// A record of the stores that a test creates, so that test support can detect leaked stores.
///
/// The tasks of the test inherit it, so an active task keeps it alive after the test.
package final class StoreTracker: Sendable {
  /// The tracker of the current task; `nil` outside tests.
  @TaskLocal package static var current: StoreTracker?

  private struct Record: Sendable {
    let state: Any.Type
    let action: Any.Type
    weak let root: (any AnyObject & Sendable)?
    weak let effects: EffectQueue?
  }

  private let records = Mutex<[Record]>([])

  package init() {}

  /// Records a store.
  ///
  /// - Parameters:
  ///   - root: The root of the tree of stores.
  ///   - effects: The executor of its effects, if there is one.
  func record<State, Action>(_ root: RootCore<State, Action>, _ effects: (any TaskExecutor)?) {
    let record = Record(
      state: State.self, action: Action.self, root: root, effects: effects as? EffectQueue)
    self.records.withLock { $0.append(record) }
  }

  /// The names of the stores that are still alive: `Store<Feature.State, Feature.Action>`.
  package var remainingStores: [String] {
    records.withLock { $0.filter { $0.root != nil } }
      .map { "Store<\(typeName($0.state)), \(typeName($0.action))>" }
  }

  /// Runs the jobs of cancelled effects to their end, because nothing else drains their queues.
  @MainActor
  package func drain() {
    let queues = records.withLock { $0.compactMap(\.effects) }
    for queue in queues { queue.drain() }
  }
}
