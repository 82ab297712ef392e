/// What a store stands on: the way to its state, and the way of its actions.
///
/// Closures rather than a class: they are compiled where a store is made, which is where the types are known.
@MainActor
@usableFromInline
struct StoreCore<State, Action> {
  /// Where the state lies, until the next action; `nil` where it is stored nowhere, or has gone.
  @usableFromInline let locate: @MainActor () -> UnsafePointer<State>?
  /// The state where it is stored nowhere.
  @usableFromInline let compute: @MainActor () -> State
  /// Returns the effects under way because of the action, or `nil` when there are none.
  @usableFromInline let send: @MainActor (Action) -> EffectTasks?
  /// What the whole tree of stores stands on.
  @usableFromInline let root: any StoreRoot

  @inlinable
  init(
    locate: @escaping @MainActor () -> UnsafePointer<State>?,
    compute: @escaping @MainActor () -> State,
    send: @escaping @MainActor (Action) -> EffectTasks?,
    root: any StoreRoot
  ) {
    self.locate = locate
    self.compute = compute
    self.send = send
    self.root = root
  }

  /// A copy of the state.
  @inlinable
  var state: State { locate()?.pointee ?? compute() }

  /// Reads one property, where possible without copying the state.
  @inlinable
  @inline(__always)
  func read<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    if let place = locate() { return place.pointee[keyPath: keyPath] }
    return compute()[keyPath: keyPath]
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
      locate: { root.locate() }, compute: { root.locate().pointee },
      send: { root.send($0, tasks: nil, dependencies: nil) }, root: root)
  }

  /// The core of a child that is always there.
  @inlinable
  init<ParentState, ParentAction>(
    parent: StoreCore<ParentState, ParentAction>, state toState: KeyPath<ParentState, State>,
    action embed: @escaping (Action) -> ParentAction
  ) {
    let locate = parent.locate
    let send = parent.send
    if let stored = StoredPlace(of: toState, as: State.self) {
      self.init(
        locate: { locate().map { stored.of($0) } }, compute: { parent.compute()[keyPath: toState] },
        send: { send(embed($0)) }, root: parent.root)
    } else {
      self.init(
        locate: { nil }, compute: { parent.read(toState) }, send: { send(embed($0)) },
        root: parent.root)
    }
  }

  /// The core of a child that may be absent.
  ///
  /// - Parameter last: What is shown when the child has gone.
  @inlinable
  init<ParentState, ParentAction>(
    parent: StoreCore<ParentState, ParentAction>, state toState: KeyPath<ParentState, State?>,
    last: State, action embed: @escaping (Action) -> ParentAction
  ) {
    let locate = parent.locate
    let send = parent.send
    if let stored = StoredPlace(of: toState, as: PresentationState<State>.self) {
      self.init(
        locate: { locate().flatMap { stored.of($0).pointee.place } }, compute: { last },
        send: { send(embed($0)) }, root: parent.root)
    } else if let stored = StoredPlace(of: toState, as: State?.self) {
      self.init(
        locate: { locate().flatMap { stored.of($0).payload() } }, compute: { last },
        send: { send(embed($0)) }, root: parent.root)
    } else {
      self.init(
        locate: { nil }, compute: { parent.read(toState) ?? last }, send: { send(embed($0)) },
        root: parent.root)
    }
  }
}

extension UnsafePointer {
  /// Where the payload of an optional lies, which is where the optional does; `nil` where it has none.
  @inlinable
  func payload<Wrapped>() -> UnsafePointer<Wrapped>? where Pointee == Wrapped? {
    guard case .some = pointee else { return nil }
    return UnsafeRawPointer(self).assumingMemoryBound(to: Wrapped.self)
  }
}
