/// The core of a store: a locator of its state, and a closure that sends its actions.
///
/// Actions are sent through closures rather than methods of a class, because closures are specialized where a store
/// is created and the types are known.
@MainActor
@usableFromInline
struct StoreCore<State, Action> {
  @usableFromInline let locator: StateLocator
  /// Returns the state if ``locator`` finds no address, because the state is not stored or was removed.
  @usableFromInline let compute: @MainActor () -> State
  /// Sends an action. Returns its active effects, or `nil` if there are none.
  @usableFromInline let send: @MainActor (Action) -> EffectTasks?
  /// The root of the tree of stores.
  @usableFromInline let root: StoreRoot
  @usableFromInline let accesses: StateAccesses
  /// The state when the store was last requested, to show after the removal of a child that is not stored separately.
  @usableFromInline let last: LastState<State>?

  @inlinable
  init(
    locator: StateLocator, compute: @escaping @MainActor () -> State,
    send: @escaping @MainActor (Action) -> EffectTasks?, root: StoreRoot,
    last: LastState<State>? = nil
  ) {
    self.locator = locator
    self.compute = compute
    self.send = send
    self.root = root
    accesses = root.accesses
    self.last = last
  }

  /// The address of the state, valid until the next action; `nil` if it is not stored or was removed.
  @inlinable
  @inline(__always)
  var stateAddress: UnsafePointer<State>? { locator.locate()?.assumingMemoryBound(to: State.self) }

  /// A copy of the state.
  @inlinable
  var state: State {
    accesses.beginReading()
    defer { accesses.endReading() }
    return stateAddress?.pointee ?? compute()
  }

  /// Reads one property, without copying the state if possible.
  @inlinable
  @inline(__always)
  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    accesses.beginReading()
    defer { accesses.endReading() }
    if let stateAddress { return Self.borrow(stateAddress) { $0[keyPath: keyPath] } }
    return compute()[keyPath: keyPath]
  }

  /// Runs `body` on the state in place.
  ///
  /// Without `inout`, the compiler would copy the whole state for a getter, because it has to assume that a call
  /// can change the memory behind the pointer.
  @inlinable
  @inline(never)
  static func borrow<Result>(
    _ stateAddress: UnsafePointer<State>, _ body: (inout State) -> Result
  ) -> Result {
    body(&UnsafeMutablePointer(mutating: stateAddress).pointee)
  }
}

extension StoreCore {
  /// Creates the core of a root store.
  @inlinable
  init(_ root: RootCore<State, Action>) {
    self.init(
      locator: .root(root), compute: { root.locate().pointee },
      send: { root.send($0, tasks: nil) }, root: root)
  }

  /// Creates the core of a child that is always present.
  @inlinable
  init<ParentState, ParentAction>(
    parent: StoreCore<ParentState, ParentAction>, state toState: KeyPath<ParentState, State>,
    action embed: @escaping (Action) -> ParentAction
  ) {
    let send = parent.send
    self.init(
      locator: .child(toState, in: parent.locator) ?? .nowhere,
      compute: { parent.read(toState) }, send: { send(embed($0)) }, root: parent.root)
  }

  /// Creates the core of a child that can be removed.
  ///
  /// - Parameters:
  ///   - last: The current state of the child.
  ///   - find: Returns the child, or `nil` if it was removed.
  @inlinable
  init<ParentState, ParentAction>(
    parent: StoreCore<ParentState, ParentAction>, locator: StateLocator, last: State,
    action embed: @escaping (Action) -> ParentAction, find: @escaping @MainActor () -> State?
  ) {
    let send = parent.send
    let last = LastState(last)
    self.init(
      locator: locator, compute: { find() ?? last.state }, send: { send(embed($0)) },
      root: parent.root, last: last)
  }
}

/// The last known state of a child, copied when the child's store is requested.
@MainActor
@usableFromInline
final class LastState<State> {
  @exclusivity(unchecked) @usableFromInline var state: State

  @usableFromInline
  init(_ state: State) { self.state = state }
}

/// The root of a tree of stores, with its types erased: the accesses to its state, its dependencies and effects.
@MainActor
@usableFromInline
class StoreRoot {
  /// The number of accesses in progress, valid while the root exists.
  @usableFromInline final let accesses = StateAccesses()

  // Accesses never overlap, so dynamic exclusivity checks are disabled.
  @exclusivity(unchecked) @usableFromInline final var dependencies: DependencyValues {
    // A reducer does not retain the dependencies for each action, so replaced dependencies are kept until the action
    // has been reduced.
    willSet { retiredDependencies = accesses.isSending ? retiredDependencies + [dependencies] : [] }
  }
  private final var retiredDependencies: [DependencyValues] = []

  /// All tasks of this store, which are cancelled with it.
  final let tasks = EffectTasks()

  @usableFromInline
  init(dependencies: DependencyValues) {
    self.dependencies = dependencies
  }

  /// Whether no effect is active.
  final var isIdle: Bool { tasks.isIdle }

  isolated deinit { accesses.deallocate() }
}

/// The number of accesses to a state that are in progress. Reads call getters on the state in place, and a send changes
/// it in place, so a send must not begin during a read.
///
/// It is a pointer, because reference counting would cost as much as a read.
@MainActor
@usableFromInline
struct StateAccesses {
  /// 1 for a send, and 2 for each read: one number, so that a send needs one comparison.
  // Safe: accessed on the main actor only.
  @usableFromInline nonisolated(unsafe) let count: UnsafeMutablePointer<Int>

  @usableFromInline
  nonisolated init() {
    count = .allocate(capacity: 1)
    count.initialize(to: 0)
  }

  func deallocate() { count.deallocate() }

  @inlinable var isEmpty: Bool { count.pointee == 0 }
  @inlinable var isSending: Bool { count.pointee & 1 == 1 }

  /// Begins a read. Must be balanced by ``endReading()``.
  @inlinable
  @inline(__always)
  func beginReading() { count.pointee &+= 2 }

  @inlinable
  @inline(__always)
  func endReading() { count.pointee &-= 2 }

  @inlinable
  @inline(__always)
  func beginSending() { count.pointee &+= 1 }

  @inlinable
  @inline(__always)
  func endSending() { count.pointee &-= 1 }
}
