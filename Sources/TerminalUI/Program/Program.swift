import ReducerRuntime

/// An app that a host runs: it receives events and renders frames. A host is a terminal, a test or a demo player.
@MainActor
public protocol Program: AnyObject {
  /// Sets the initial size of the terminal, before any other call. Later changes are events.
  func begin(in size: Size)

  /// Handles one event. Effects that it starts may continue after the method returns.
  func handle(_ event: InputEvent)

  /// Whether the screen has changed since the last ``render(into:)``.
  ///
  /// The host reads it once per iteration of its event loop, so it must be cheap.
  var needsRender: Bool { get }

  /// Updates `frame` if it holds the previous frame of this program; otherwise, redraws all of it.
  func render(into frame: inout Frame)

  /// The exit status and message once the program has decided to exit; otherwise `nil`.
  var exit: Exit? { get }

  /// Saves unsaved data before the process ends. The host exits when the method returns, or after a few seconds.
  func terminate(_ reason: TerminationReason) async
}

extension Program {
  /// Does nothing. A program can also read the size from the frame that it renders.
  public func begin(in size: Size) {}
}

/// The exit status and message of a program.
public struct Exit: Hashable, Sendable {
  /// The exit status of the process.
  public var status: Int32
  /// A line for standard error, printed once the terminal is restored.
  public var message: String?

  /// Creates an exit, by default a successful one.
  public init(status: Int32 = 0, message: String? = nil) {
    self.status = status
    self.message = message
  }
}

/// The reason that a program has to end.
public enum TerminationReason: Hashable, Sendable {
  /// A signal with its number, such as SIGTERM.
  case signal(Int32)
  /// The terminal was closed.
  case terminalClosed
}

// MARK: - Programs of stores

/// A program that shows a view of a store and sends it the actions of a key table. A paste is typed into the active text
/// field.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// let program = StoreProgram(
///   CounterView(store: store), store: store, keys: Counter.keys, start: .started)
/// ```
///
/// Programs that also handle the mouse or the focus conform to ``Program`` themselves.
///
/// A debug build reports mistakes because of which a key has no effect: two active rows of one table with that key, an
/// alert without ``KeyMap/alert(state:action:)``, and a child without `ifLet` or `forEach`.
@MainActor
public final class StoreProgram<State, Action: Sendable>: Program {
  public private(set) var exit: Exit?
  private let renderer: ViewRenderer
  private let store: Store<State, Action>
  private let keys: KeyMap<State, Action>
  private let start: Action?
  private let quitKeys: Set<Key>
  private let location: IssueLocation
  #if DEBUG
  private let taps = TapMap()
  private var reported: Set<String> = []
  #endif

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - view: The view of the whole screen.
  ///   - store: The store that the view reads.
  ///   - keys: The keys and their actions.
  ///   - start: The first action, sent before the first frame, such as one that loads data; `nil` if there is none.
  ///   - quitKeys: The keys that end the program. An active row of `keys` takes precedence, and so does an alert, except
  ///     over Ctrl-C.
  ///   - environment: The colors and glyphs that the terminal supports.
  public init<V: RetainedView>(
    _ view: V, store: Store<State, Action>, keys: KeyMap<State, Action>, start: Action?,
    quitKeys: Set<Key> = ["q", .control("c")], environment: Environment = Environment(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    #if DEBUG
    var environment = environment
    environment.taps = taps
    #endif
    renderer = ViewRenderer(view, environment)
    self.store = store
    self.keys = keys
    self.start = start
    self.quitKeys = quitKeys
  }

  public func begin(in size: Size) {
    if let start { store.send(start) }
  }

  public func handle(_ event: InputEvent) {
    switch event {
    case .key(let key), .repeated(let key): press(key)
    case .paste(let text): paste(text)
    case .released, .mouse, .resize, .focus, .suspended, .resumed: break
    }
  }

  /// Types a text until a character is not text, so that a paste is never a command.
  private func paste(_ text: String) {
    for key in Key.typing(text) {
      guard store.withState({ keys.textUse(of: key, in: $0) }) != nil else { return }
      press(key)
    }
  }

  private func press(_ key: Key) {
    if let action = store.withState({ action(for: key, in: $0) }) {
      store.send(action)
      #if DEBUG
      store.dependencies.handledActions?.reportUnhandled(action, at: location)
      #endif
    } else if quitKeys.contains(key),
      key == .control("c") || !store.withState({ keys.isModal(in: $0) })
    {
      exit = Exit()
    }
  }

  private func action(for key: Key, in state: State) -> Action? {
    #if DEBUG
    let action = keys.action(for: key, in: state) { [self] row, other in
      report(
        "The key \(key.name) is '\(row.label)', so the row '\(other.label)', which is active too, never gets it. "
          + "Give one of the rows another key or a 'when:'.", .warning)
    }
    if action == nil, taps.hasButton(for: key) {
      report(
        "The key \(key.name) of the alert on the screen has no effect. "
          + "Add '.alert(state:action:)' to the program's keys.", .error)
    }
    return action
    #else
    return keys.action(for: key, in: state)
    #endif
  }

  #if DEBUG
  /// Reports a mistake at the line that created this program, once.
  private func report(_ message: String, _ severity: IssueSeverity) {
    if reported.insert(message).inserted { location.report(message, severity: severity) }
  }
  #endif

  // After a change of the size, a host renders without reading this property.
  public var needsRender: Bool { renderer.isStale }

  public func render(into frame: inout Frame) { renderer.draw(into: &frame) }

  /// Does nothing: there is nothing to save, and the store cancels its effects when it is released.
  public func terminate(_ reason: TerminationReason) async {}
}

// MARK: - Test backend

/// A host for tests that sends keys to a ``Program`` and renders its frames as text, without a terminal.
///
/// ```swift
/// let backend = TestBackend(program, size: Size(80, 24))
/// backend.press(.enter, "s")
/// #expect(backend.text.contains("COUNT 0"))
/// ```
@MainActor
public final class TestBackend<P: Program> {
  /// The program.
  public let program: P
  /// The size of the frames.
  public private(set) var size: Size
  private var currentFrame: Frame
  /// The number of rendered frames.
  public private(set) var frameCount = 0

  /// Creates a host, begins the program and renders the first frame.
  public init(_ program: P, size: Size = Size(80, 24)) {
    self.program = program
    self.size = size
    currentFrame = Frame(size)
    program.begin(in: size)
    paint()
  }

  /// Sends one event, then renders if needed.
  public func send(_ event: InputEvent) {
    program.handle(event)
    render()
  }

  /// Presses keys one after another, and renders after each one, like a terminal host.
  public func press(_ keys: Key...) { press(keys) }

  /// Presses keys one after another, and renders after each one.
  public func press(_ keys: [Key]) {
    for key in keys { send(.key(key)) }
  }

  /// Presses the key of each character.
  public func type(_ text: String) { press(text.map { Key($0) }) }

  /// Changes the size and renders.
  public func resize(to newSize: Size) {
    size = newSize
    program.handle(.resize(newSize))
    currentFrame.resize(to: newSize)
    paint()
  }

  /// Renders if needed, like each read of the frame.
  ///
  /// - Returns: Whether a frame was rendered.
  @discardableResult
  public func render() -> Bool {
    guard program.needsRender else { return false }
    paint()
    return true
  }

  private func paint() {
    program.render(into: &currentFrame)
    frameCount += 1
  }

  /// The current frame, rendered first if an effect or a clock has changed the state.
  public var frame: Buffer {
    render()
    return currentFrame.buffer
  }

  /// The screen as rows of text without trailing spaces.
  public var lines: [String] { frame.lines }

  /// The screen as text.
  public var text: String { lines.joined(separator: "\n") }

  /// The screen in the format of a golden.
  public var golden: String { frame.golden }
}
