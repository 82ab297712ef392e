import Models
import ReducerRuntime
import TerminalUI

/// The app as something a terminal, a test or a demo can drive: events in, frames out.
@MainActor
public final class AppProgram: Program {
  public let store: StoreOf<AppTab>
  /// The screen; there is one as soon as it is asked for.
  private(set) var renderer: ViewRenderer?
  private var isRenderRequired = true
  /// Whether the app is quitting. The host asks for ``exit`` on each turn of its loop, a hundred times a second while a
  /// workout runs, and must not read the whole state for it.
  private var isQuitting = false

  private let environment: Environment
  private let hasThemeOverride: Bool
  /// The app's keys as the person has them.
  private let keys: KeyMap<AppTab.State, AppTab.Action>
  private lazy var settingsObservation = ObservedOperation { [weak self] in self?.renderer = nil }

  /// - Parameters:
  ///   - store: The app, in whichever world it is to live.
  ///   - environment: Its colours, glyphs and keys, as far as the terminal and the command line allow them.
  ///   - hasThemeOverride: Whether the theme is one that was asked for at the start, whatever the settings say.
  public init(
    store: StoreOf<AppTab>, environment: Environment = Environment(), hasThemeOverride: Bool = false
  ) {
    self.store = store
    self.environment = environment
    self.hasThemeOverride = hasThemeOverride
    keys = environment.keys.isEmpty ? AppTab.keys : AppTab.keys.remapped(by: environment.keys)
    store.send(.view(.appeared))
  }

  public func begin(in size: Size) { store.send(.view(.sizeChanged(size))) }

  public func handle(_ event: InputEvent) {
    switch event {
    case .key(let key):
      press(key)
    case .repeated(let key):
      sendTransition(.repeat, of: key)
      press(key)
    case .released(let key):
      sendTransition(.release, of: key)
    case .mouse(let event):
      tap(event)
    case .resize(let size):
      isRenderRequired = true
      store.send(.view(.windowResized))
      store.send(.view(.sizeChanged(size)))
    case .focus(let isFocused):
      store.send(.view(.scenePhaseChanged(isFocused ? .active : .inactive)))
    case .suspended:
      store.send(.view(.scenePhaseChanged(.background)))
    case .resumed:
      store.send(.view(.scenePhaseChanged(.active)))
      isRenderRequired = true
    case .paste(let text):
      paste(text)
    }
  }

  public var needsRender: Bool { isRenderRequired || renderer?.isStale ?? true }

  public func render(into frame: inout Frame) {
    isRenderRequired = false
    let renderer = renderer ?? makeRenderer()
    self.renderer = renderer
    renderer.draw(into: &frame)
  }

  /// The screen drawn with nothing kept from before: what any frame must be the same as.
  func fullFrame(of size: Size) -> Buffer {
    var buffer = Buffer(size)
    var environment = environment.applying(
      store.withState(\.settings.settings), keepingTheme: hasThemeOverride)
    environment.taps = nil
    buffer.clear(environment.theme.text)
    buffer.draw(AppTabView(store: store, glyphs: environment.glyphs), environment)
    return buffer
  }

  /// Other settings may look different everywhere.
  private func makeRenderer() -> ViewRenderer {
    let baseEnvironment = environment
    let environment = settingsObservation {
      baseEnvironment.applying(store.settings.settings, keepingTheme: hasThemeOverride)
    }
    return ViewRenderer(AppTabView(store: store, glyphs: environment.glyphs), environment)
  }

  /// Set once the program is to end and what ran is saved.
  public var exit: Exit? {
    guard isQuitting else { return nil }
    return store.withState { $0.canExit ? $0.exit : nil }
  }

  public func terminate(_ reason: TerminationReason) async {
    store.send(.view(.terminationRequested))
    isQuitting = true
    await waitUntilSaved()
  }

  /// Returns when no feature is saving anything any more.
  private func waitUntilSaved() async {
    var waiting: CheckedContinuation<Void, Never>?
    let token = observe { [store] in
      guard store.state.canExit else { return }
      waiting?.resume()
      waiting = nil
    }
    if exit == nil { await withCheckedContinuation { waiting = $0 } }
    token.cancel()
  }

  /// Puts text into the field that takes it; elsewhere a paste must do nothing, and never count reps.
  func paste(_ text: String) {
    guard store.withState(\.isTyping), !isQuitting else { return }
    for character in text.typeable(maxLength: String.maxPastedLength) {
      press(character == " " ? .space : .character(character))
    }
  }

  private func press(_ key: Key) {
    perform { [keys] in keys.action(for: key, in: $0) }
  }

  /// Tells those who observe keys of one that is held or goes up.
  private func sendTransition(_ transition: KeyTransition, of key: Key) {
    guard !isQuitting else { return }
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
  func rowName(for text: String) -> String? {
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
    guard !isQuitting, let action = store.withState(action) else { return }
    store.send(action)
    // A closure and not a key path, for which the whole state would be copied.
    isQuitting = store.withState { $0.isQuitting }
  }
}

extension AppTab.State {
  /// The status and the message that the program ends with: it names each workout that could not be saved.
  fileprivate var exit: Exit {
    var unsaved = unsavedWorkouts
    if case .notSaved(let last) = workouts.detail?.activeWorkout?.phase { unsaved.append(last) }
    guard !unsaved.isEmpty else { return Exit() }
    return Exit(status: 1, message: unsaved.map(\.sentence).joined(separator: "; "))
  }
}
