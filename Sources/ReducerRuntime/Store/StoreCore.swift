/// What a store stands on: the way to its state, and the way of its actions.
///
/// The ways of actions are closures rather than methods of a class: they are compiled where a store is made, which is
/// where the types are known.
@MainActor
@usableFromInline
struct StoreCore<State, Action> {
  @usableFromInline let locator: StateLocator
  /// The state where it is stored nowhere, or has gone.
  @usableFromInline let compute: @MainActor () -> State
  /// Returns the effects under way because of the action, or `nil` when there are none.
  @usableFromInline let send: @MainActor (Action) -> EffectTasks?
  /// What the whole tree of stores stands on.
  @usableFromInline let root: any StoreRoot

  @inlinable
  init(
    locator: StateLocator, compute: @escaping @MainActor () -> State,
    send: @escaping @MainActor (Action) -> EffectTasks?, root: any StoreRoot
  ) {
    self.locator = locator
    self.compute = compute
    self.send = send
    self.root = root
  }

  /// Where the state lies, until the next action; `nil` where it is stored nowhere, or has gone.
  @inlinable
  @inline(__always)
  var place: UnsafePointer<State>? { locator.locate()?.assumingMemoryBound(to: State.self) }

  /// A copy of the state.
  @inlinable
  var state: State { place?.pointee ?? compute() }

  /// Reads one property, where possible without copying the state.
  @inlinable
  @inline(__always)
  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    if let place { return Self.borrow(place) { $0[keyPath: keyPath] } }
    return compute()[keyPath: keyPath]
  }

  /// Runs `body` on the state where it lies.
  ///
  /// What a pointer leads to might be changed by anything that is called, for all the compiler knows: it would copy the
  /// whole state for a getter. What is `inout` can not.
  @inlinable
  @inline(never)
  static func borrow<Result>(
    _ place: UnsafePointer<State>, _ body: (inout State) -> Result
  ) -> Result {
    body(&UnsafeMutablePointer(mutating: place).pointee)
  }
}

/// What a tree of stores stands on, whatever its types.
@MainActor
@usableFromInline
protocol StoreRoot: AnyObject {
  var dependencies: DependencyValues { get set }
  /// Whether no effect is under way.
  var isAtRest: Bool { get }
}

extension StoreCore {
  /// The core of a whole tree.
  @inlinable
  init(_ root: RootCore<State, Action>) {
    self.init(
      locator: .root(root), compute: { root.locate().pointee },
      send: { root.send($0, tasks: nil, dependencies: nil) }, root: root)
  }

  /// The core of a child that is always there.
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

  /// The core of a child that may be absent.
  ///
  /// - Parameter last: What is shown when the child has gone.
  @inlinable
  init<ParentState, ParentAction>(
    parent: StoreCore<ParentState, ParentAction>, state toState: KeyPath<ParentState, State?>,
    last: State, action embed: @escaping (Action) -> ParentAction
  ) {
    let send = parent.send
    self.init(
      locator: .child(toState, in: parent.locator) ?? .nowhere,
      compute: { parent.read(toState) ?? last }, send: { send(embed($0)) }, root: parent.root)
  }

  /// The core of the feature in a case of an enum.
  ///
  /// - Parameter last: What is shown when the child has gone.
  @inlinable
  init<ParentState, ParentAction>(
    parent: StoreCore<ParentState, ParentAction>, _ path: AnyCasePath<ParentState, State>,
    case index: Int, last: State, action embed: @escaping (Action) -> ParentAction
  ) {
    let send = parent.send
    self.init(
      locator: parent.locator.payload(as: State.self, case: index),
      compute: { path.extract(from: parent.state) ?? last }, send: { send(embed($0)) },
      root: parent.root)
  }
}
