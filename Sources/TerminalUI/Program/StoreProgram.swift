import ReducerRuntime

/// A program that shows a view of a store and sends it the actions of a key table.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// let program = StoreProgram(CounterView(store: store), store: store, keys: Counter.keys)
/// ```
///
/// Programs that also handle pastes, the mouse or the focus conform to ``Program`` themselves.
@MainActor
public final class StoreProgram<State, Action: Sendable>: Program {
  public private(set) var exit: Exit?
  private let renderer: ViewRenderer
  private let store: Store<State, Action>
  private let keys: KeyMap<State, Action>
  private let quitKeys: Set<Key>

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - view: The view of the whole screen.
  ///   - store: The store that the view reads.
  ///   - keys: The keys and their actions.
  ///   - quitKeys: The keys that end the program. An active row of `keys` takes precedence.
  ///   - environment: The colors and glyphs that the terminal supports.
  public init<V: RetainedView>(
    _ view: V, store: Store<State, Action>, keys: KeyMap<State, Action>,
    quitKeys: Set<Key> = ["q", .control("c")], environment: Environment = Environment()
  ) {
    renderer = ViewRenderer(view, environment)
    self.store = store
    self.keys = keys
    self.quitKeys = quitKeys
  }

  public func handle(_ event: InputEvent) {
    switch event {
    case .key(let key), .repeated(let key): press(key)
    case .released, .mouse, .resize, .focus, .suspended, .resumed, .paste: break
    }
  }

  private func press(_ key: Key) {
    if let action = store.withState({ keys.action(for: key, in: $0) }) {
      store.send(action)
    } else if quitKeys.contains(key) {
      exit = Exit()
    }
  }

  // After a change of its size, a host renders without asking.
  public var needsRender: Bool { renderer.isStale }

  public func render(into frame: inout Frame) { renderer.draw(into: &frame) }

  /// Does nothing: there is nothing to save, and the store cancels its effects when it is released.
  public func terminate(_ reason: TerminationReason) async {}
}
