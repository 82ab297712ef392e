import Models
import ReducerRuntime
import TerminalUI

/// The app as something a terminal, a test or a demo can drive: events in, frames out.
@MainActor
public final class AppProgram: Program {
  public let store: StoreOf<AppTab>
  /// The screen; there is one as soon as it is asked for.
  private(set) var drawing: ViewRenderer?
  private var mustRender = true
  /// Whether the app is quitting. The host asks for ``exit`` on each turn of its loop, a hundred times a second while a
  /// workout runs, and must not read the whole state for it.
  private var isLeaving = false

  private let environment: Environment
  private let hasGivenTheme: Bool
  /// The app's keys as the person has them.
  private let keys: KeyMap<AppTab.State, AppTab.Action>
  private lazy var looks = ObservedOperation { [weak self] in self?.drawing = nil }

  /// - Parameters:
  ///   - store: The app, in whichever world it is to live.
  ///   - environment: Its colours, glyphs and keys, as far as the terminal and the command line allow them.
  ///   - hasGivenTheme: Whether the theme is one that was asked for at the start, whatever the settings say.
  public init(
    store: StoreOf<AppTab>, environment: Environment = Environment(), hasGivenTheme: Bool = false
  ) {
    self.store = store
    self.environment = environment
    self.hasGivenTheme = hasGivenTheme
    keys = environment.keys.isEmpty ? AppTab.keys : AppTab.keys.remapped(by: environment.keys)
    store.send(.view(.appeared))
  }

  public func begin(in size: Size) { store.send(.view(.sizeChanged(size))) }

  public func handle(_ event: InputEvent) {
    switch event {
    case .key(let key):
      press(key)
    case .repeated(let key):
      note(.repeat, of: key)
      press(key)
    case .released(let key):
      note(.release, of: key)
    case .mouse(let event):
      tap(event)
    case .resize(let size):
      mustRender = true
      store.send(.view(.windowResized))
      store.send(.view(.sizeChanged(size)))
    case .focus(let isFocused):
      store.send(.view(.scenePhaseChanged(isFocused ? .active : .inactive)))
    case .suspended:
      store.send(.view(.scenePhaseChanged(.background)))
    case .resumed:
      store.send(.view(.scenePhaseChanged(.active)))
      mustRender = true
    case .paste(let text):
      paste(text)
    }
  }

  public var needsRender: Bool { mustRender || drawing?.isStale ?? true }

  public func render(into frame: inout Frame) {
    mustRender = false
    let drawing = drawing ?? makeRenderer()
    self.drawing = drawing
    drawing.draw(into: &frame)
  }

  /// The screen drawn with nothing kept from before: what any frame must be the same as.
  func wholeFrame(of size: Size) -> Buffer {
    var buffer = Buffer(size)
    var environment = environment.chosen(
      by: store.withState(\.settings.settings), keepingTheme: hasGivenTheme)
    environment.taps = nil
    buffer.clear(environment.theme.text)
    buffer.draw(AppTabView(store: store, glyphs: environment.glyphs), environment)
    return buffer
  }

  /// Other settings may look different everywhere.
  private func makeRenderer() -> ViewRenderer {
    let given = environment
    let environment = looks {
      given.chosen(by: store.settings.settings, keepingTheme: hasGivenTheme)
    }
    return ViewRenderer(AppTabView(store: store, glyphs: environment.glyphs), environment)
  }

  /// Set once the program is to end and what ran is saved.
  public var exit: Exit? {
    guard isLeaving else { return nil }
    return store.withState { $0.mayLeave ? $0.exit : nil }
  }

  public func terminate(_ reason: TerminationReason) async {
    store.send(.view(.terminationRequested))
    isLeaving = true
    await saved()
  }

  /// Returns when no feature is saving anything any more.
  private func saved() async {
    var waiting: CheckedContinuation<Void, Never>?
    let token = observe { [store] in
      guard store.state.mayLeave else { return }
      waiting?.resume()
      waiting = nil
    }
    if exit == nil { await withCheckedContinuation { waiting = $0 } }
    token.cancel()
  }

  /// Puts text into the field that takes it; elsewhere a paste must do nothing, and never count reps.
  func paste(_ text: String) {
    guard store.withState(\.isTyping), !isLeaving else { return }
    for character in text.typeable(atMost: String.longestPasted) {
      press(character == " " ? .space : .character(character))
    }
  }

  private func press(_ key: Key) {
    perform { [keys] in keys.action(for: key, in: $0) }
  }

  /// Tells those who observe keys of one that is held or goes up.
  private func note(_ transition: KeyTransition, of key: Key) {
    guard !isLeaving else { return }
    for action in store.withState({ keys.actions(for: transition, of: key, in: $0) }) {
      store.send(action)
    }
  }

  private func tap(_ event: MouseEvent) {
    switch event.kind {
    case .wheelUp: perform(row: "up", times: Self.wheelStep)
    case .wheelDown: perform(row: "down", times: Self.wheelStep)
    case .press:
      switch environment.taps?.target(at: event.position) {
      case .row(let name, let times): perform(row: name, times: times)
      case .key(let key): press(key)
      case .blocked, nil: break
      }
    }
  }

  /// How many rows a wheel's notch is, as in most programs.
  private static let wheelStep = 3

  /// Whether a key does something now.
  package func canPress(_ key: Key) -> Bool {
    store.withState { keys.action(for: key, in: $0) != nil }
  }

  /// Whether a key is one of those of an action that is in force now, and not any key that is taken as well.
  package func isCommand(_ key: Key) -> Bool {
    store.withState { state in keys.rows(in: state).contains { $0.keys.contains(key) } }
  }

  /// The name of the row in force that is called or labelled so.
  func name(of text: String) -> String? {
    let word = text.lowercased()
    return store.withState { state in
      keys.rows(in: state).first { $0.name == word || $0.label == word }?.name
    }
  }

  func perform(row name: String, times: Int) {
    for _ in 0..<times { perform { [keys] in keys.action(named: name, in: $0) } }
  }

  private func perform(_ action: (AppTab.State) -> AppTab.Action?) {
    // What is asked for while the last workout is being saved has nowhere to go.
    guard !isLeaving, let action = store.withState(action) else { return }
    store.send(action)
    // A closure and not a key path, for which the whole state would be copied.
    isLeaving = store.withState { $0.isQuitting }
  }
}

extension AppTab.State {
  /// The status and the message that the program ends with: it names each workout that could not be saved.
  fileprivate var exit: Exit {
    var unsaved = leftUnsaved
    if case .notSaved(let last) = workouts.detail?.activeWorkout?.phase { unsaved.append(last) }
    guard !unsaved.isEmpty else { return Exit() }
    return Exit(status: 1, message: unsaved.map(\.sentence).joined(separator: "; "))
  }
}
