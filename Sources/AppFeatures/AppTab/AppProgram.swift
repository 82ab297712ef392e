import Models
import ReducerRuntime
import TerminalUI

/// A program that runs the app in a terminal, a test or a demo: it accepts events and renders frames.
@MainActor
public final class AppProgram: Program {
  public let store: StoreOf<AppTab>
  /// The renderer of the screen, created with the first frame.
  private(set) var renderer: ViewRenderer?
  private var isRenderRequired = true
  /// Whether the app is quitting. The host reads it on each turn of its loop, so it depends on only one property.
  private var isQuitting: Bool { store.isQuitting }

  private let environment: Environment
  private let hasThemeOverride: Bool
  /// The app's keys, remapped as the person has chosen.
  private let keys: KeyMap<AppTab.State, AppTab.Action>
  private lazy var settingsObservation = ObservedOperation { [weak self] in self?.renderer = nil }

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - store: The app's store, with live or scripted dependencies.
  ///   - environment: The colors, glyphs and keys that the terminal and the command line allow.
  ///   - hasThemeOverride: Whether the environment's theme overrides the one in the settings.
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

  /// Returns the screen drawn from scratch, which every incremental frame must equal.
  func fullFrame(of size: Size) -> Buffer {
    var buffer = Buffer(size)
    var environment = environment.applying(
      store.withState(\.settings.settings), keepingTheme: hasThemeOverride)
    environment.taps = nil
    buffer.clear(environment.theme.text)
    buffer.draw(AppTabView(store: store, glyphs: environment.glyphs), environment)
    return buffer
  }

  /// Returns a new renderer. A change of the settings can affect every cell, so it invalidates the renderer.
  private func makeRenderer() -> ViewRenderer {
    let baseEnvironment = environment
    let environment = settingsObservation {
      baseEnvironment.applying(store.settings.settings, keepingTheme: hasThemeOverride)
    }
    return ViewRenderer(AppTabView(store: store, glyphs: environment.glyphs), environment)
  }

  /// The exit status, set as soon as the program can exit because everything is saved.
  public var exit: Exit? {
    guard isQuitting else { return nil }
    return store.withState { $0.canExit ? $0.exit : nil }
  }

  public func terminate(_ reason: TerminationReason) async {
    store.send(.view(.terminationRequested))
    await waitUntilSaved()
  }

  /// Waits until no feature is saving.
  private func waitUntilSaved() async {
    var continuation: CheckedContinuation<Void, Never>?
    let token = observe { [store] in
      guard store.state.canExit else { return }
      continuation?.resume()
      continuation = nil
    }
    if exit == nil { await withCheckedContinuation { continuation = $0 } }
    token.cancel()
  }

  /// Returns the use of a key as text in the current state; `nil` if it is a command, or has no action.
  package func textUse(of key: Key) -> KeyRow.TextUse? {
    store.withState { keys.textUse(of: key, in: $0) }
  }

  /// Returns whether a text can be typed, which depends on its first character.
  package func canPaste(_ text: String) -> Bool {
    Key.typing(text).first.map { textUse(of: $0) != nil } ?? false
  }

  /// Types text into the focused field. Without a focused field, it does nothing, so that a paste never counts reps.
  func paste(_ text: String) {
    guard canPaste(text), !isQuitting else { return }
    for key in Key.typing(text).prefix(Self.maxPastedLength) { press(key) }
  }

  /// The maximum number of characters in a paste: the length limit of the longest field.
  private static let maxPastedLength = Routine.maxLength

  private func press(_ key: Key) {
    perform { [keys] in keys.action(for: key, in: $0) }
  }

  /// Sends the actions that observe a held or released key.
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

  /// The number of rows for one notch of the wheel, as in most programs.
  private static let wheelStep = 3

  /// Returns whether a key has an action in the current state.
  package func canPress(_ key: Key) -> Bool {
    store.withState { keys.action(for: key, in: $0) != nil }
  }

  /// Returns whether a row of the current state lists the key. Rows that accept any character don't count.
  package func isCommand(_ key: Key) -> Bool {
    store.withState { state in keys.rows(in: state).contains { $0.keys.contains(key) } }
  }

  /// Returns the name of the current row with this name or label.
  func rowName(for text: String) -> String? {
    // Rows that can't be remapped have no name.
    guard !text.isEmpty else { return nil }
    let word = text.lowercased()
    return store.withState { state in
      keys.rows(in: state).first { $0.name == word || $0.label == word }?.name
    }
  }

  func perform(row name: String, times: Int) {
    for _ in 0..<times { perform { [keys] in keys.action(named: name, in: $0) } }
  }

  private func perform(_ action: (AppTab.State) -> AppTab.Action?) {
    // While the last workout is being saved, no screen is left to handle an action.
    guard !isQuitting else { return }
    if let action = store.withState(action) { store.send(action) }
    store.send(.view(.keyPressed))
  }
}

extension AppTab.State {
  /// The exit status, and a message that names each workout that could not be saved.
  fileprivate var exit: Exit {
    var unsaved = unsavedWorkouts
    if let last = workouts.session?.unsaved { unsaved.append(last) }
    guard !unsaved.isEmpty else { return Exit() }
    return Exit(status: 1, message: unsaved.map(\.sentence).joined(separator: "; "))
  }
}

// MARK: - Plain output

extension AppProgram: PlainProgram {
  /// Executes a line: a key's name, or an action's label or name, optionally followed by a repeat count.
  ///
  /// An empty line is Enter. While a text field has the focus, any other line is typed into it. In a strength session,
  /// any other line that begins like a set is typed as a set.
  ///
  /// - Returns: An error message if the line has no meaning in the current state.
  public func execute(_ line: String) -> String? {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    var command = words.joined(separator: " ")
    var times = 1
    if let last = words.last, words.count > 1, let number = Int(last), (1...1000).contains(number) {
      command = words.dropLast().joined(separator: " ")
      times = number
    }
    if canPaste(line), !isCommand(command) {
      paste(line)
      return nil
    }
    return execute(command, times: times)
  }

  /// Whether the leaderboard is being loaded.
  public var isLoading: Bool {
    store.withState { $0.selectedTab == .leaderboard && $0.leaderboard.isLoading }
  }

  /// Returns whether `text` names a key or an action. A single letter doesn't: it is text to be typed.
  private func isCommand(_ text: String) -> Bool {
    if text.count > 1, let key = Key(name: text), canPress(key) { return true }
    return rowName(for: text) != nil
  }

  private func execute(_ text: String, times: Int) -> String? {
    let key = text.isEmpty ? Key.enter : Key(name: text)
    for _ in 0..<times {
      if let key, canPress(key) {
        handle(.key(key))
      } else if let name = rowName(for: text) {
        perform(row: name, times: 1)
      } else {
        let word = text.isEmpty ? "Enter" : TextSanitizer.sanitize(text, atMost: 40)
        return "\"\(word)\" does nothing here; ? lists the keys"
      }
    }
    return nil
  }
}
