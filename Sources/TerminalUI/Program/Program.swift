import ReducerRuntime

/// An app that a host runs: it receives events and renders frames. A host is a terminal, a test or a demo player.
@MainActor
public protocol Program: AnyObject {
  /// Sets the initial size of the terminal, before any other call. Later changes are events.
  func begin(in size: Size)

  /// Handles one event. Effects that it starts may continue after this returns.
  func handle(_ event: InputEvent)

  /// Whether the screen has changed since the last ``render(into:)``.
  ///
  /// The host reads it once per iteration of its event loop, so it must be cheap.
  var needsRender: Bool { get }

  /// Updates `frame`, which holds the previous frame, or redraws all of a different one.
  func render(into frame: inout Frame)

  /// The exit status and message once the program is to end; otherwise `nil`.
  var exit: Exit? { get }

  /// Saves what must not be lost before the process ends. The host exits when this returns, or after a few seconds.
  func terminate(_ reason: TerminationReason) async
}

extension Program {
  /// Does nothing. Programs that need no more than the size of a frame use this default.
  public func begin(in size: Size) {}
}

/// The exit status and message of a program.
public struct Exit: Hashable, Sendable {
  /// The exit status of the process.
  public var status: Int32
  /// A line for standard error, printed once the terminal is restored.
  public var message: String?

  public init(status: Int32 = 0, message: String? = nil) {
    self.status = status
    self.message = message
  }
}

/// The reason for which a program has to end.
public enum TerminationReason: Hashable, Sendable {
  /// A signal with its number: SIGTERM, SIGHUP, SIGINT or SIGQUIT.
  case signal(Int32)
  /// The terminal was closed.
  case terminalClosed
}

// MARK: - Programs of stores

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
