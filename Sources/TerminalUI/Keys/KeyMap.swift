/// A table of keys and their actions, used by the key handler, the hint bar, the `?` overlay and the documentation.
///
/// ```swift
/// static let keys: KeyMap<State, Action> = [
///   .init([.space], "rep", .repButtonTapped, when: \.isRunning),
///   .init(["s"], "start", .startButtonTapped, when: \.isIdle),
///   .init(["s"], "stop", .stopButtonTapped, when: \.isRunning),
/// ]
/// ```
public struct KeyMap<State, Action: Sendable>: Sendable {
  /// All rows, whether active or not, for the documentation and the settings.
  ///
  /// Actions and conditions are stored separately, so that a search for a key doesn't access generic values.
  public private(set) var rows: [KeyRow]
  let actions: [@Sendable (Key) -> Action?]
  let conditions: KeyConditions<State>
  var observers: [Observer] = []

  public init(_ bindings: [Binding] = []) {
    self.init(
      bindings.map(\.row), bindings.map(\.action), KeyConditions(bindings.map(\.isActive)))
  }

  init(
    _ rows: [KeyRow], _ actions: [@Sendable (Key) -> Action?], _ conditions: KeyConditions<State>
  ) {
    self.rows = rows
    self.actions = actions
    self.conditions = conditions
  }

  /// Returns the action for `key` in `state`, from the first active row that has one; otherwise `nil`.
  ///
  /// - Complexity: O(rows).
  public func action(for key: Key, in state: State) -> Action? {
    match(key, in: state)?.action
  }

  /// Returns the use of `key` as text in `state`; `nil` if the key is a command in that state or has no action.
  ///
  /// - Complexity: O(rows).
  public func textUse(of key: Key, in state: State) -> KeyRow.TextUse? {
    match(key, in: state)?.row.textUse
  }

  private func match(_ key: Key, in state: State) -> (row: KeyRow, action: Action)? {
    match(
      rows.indices(where: { $0.wildcard != nil || $0.keys.contains(key) }), for: key, in: state)
  }

  /// Returns the action of the first active row named `name`; otherwise `nil`.
  ///
  /// - Complexity: O(rows).
  public func action(named name: String, in state: State) -> Action? {
    match(rows.indices(where: { $0.name == name }), for: nil, in: state)?.action
  }

  /// Returns the first active candidate with an action for `key` or, if `key` is `nil`, for its own first key.
  private func match(
    _ candidates: [Int], for key: Key?, in state: State
  ) -> (row: KeyRow, action: Action)? {
    var match: (row: KeyRow, action: Action)?
    conditions.search(candidates, in: state) { index in
      if let key = key ?? rows[index].keys.first, let action = actions[index](key) {
        match = (rows[index], action)
      }
      return match == nil
    }
    return match
  }

  /// Returns the rows that are active in `state`, without keys that an earlier row handles.
  ///
  /// - Complexity: O(rows² × keys).
  public func rows(in state: State) -> [KeyRow] {
    var inForce: [(row: KeyRow, index: Int)] = []
    conditions.search(Array(rows.indices), in: state) { index in
      var row = rows[index]
      row.keys.removeAll { key in
        inForce.contains {
          $0.row.keys.contains(key) || ($0.row.wildcard != nil && actions[$0.index](key) != nil)
        }
      }
      if !row.keys.isEmpty || row.wildcard != nil { inForce.append((row, index)) }
      return true
    }
    return inForce.map(\.row)
  }

  /// Returns the hints for the rows that are active in `state`, for a ``HintBar``.
  public func hints(in state: State, _ glyphs: GlyphSet = .unicode) -> [Hint] {
    var (hints, last): ([Hint], [Hint]) = ([], [])
    var rows = rows(in: state).filter(\.isHinted)[...]
    while let row = rows.popFirst() {
      let hint = row.hint(glyphs)
      guard let pair = row.pair, let partner = rows.first, partner.pair == pair else {
        hints.append(hint)
        continue
      }
      rows.removeFirst()
      let joined = Hint(joining: hint, partner.hint(glyphs), pair.label)
      if pair.isLast { last.append(joined) } else { hints.append(joined) }
    }
    return hints + last
  }

  /// Returns this map with each row modified by `change`.
  func changed(_ change: (inout KeyRow) -> Void) -> KeyMap {
    var map = self
    for index in map.rows.indices { change(&map.rows[index]) }
    return map
  }
}

extension KeyRow {
  fileprivate func hint(_ glyphs: GlyphSet) -> Hint {
    let keys = wildcard ?? keys.map { $0.hint(glyphs) }.joined(separator: "/")
    return Hint(keys, label, short: shortLabel, name: name)
  }
}

extension [KeyRow] {
  /// Returns the indices of matching rows.
  fileprivate func indices(where isIncluded: (KeyRow) -> Bool) -> [Int] {
    indices.filter { isIncluded(self[$0]) }
  }
}

extension KeyMap: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Binding...) { self.init(elements) }
}

// MARK: - Rows

/// The screen that a row belongs to. Rows of two different screens are never active together.
public enum KeyScreen: Hashable, Sendable {
  case named(String)
  /// The screen of a state's type, as an identifier, because getting a type's name takes as long as drawing a frame.
  case of(ObjectIdentifier)
}

/// A hint shared by two rows that move in opposite directions: `↑/↓ move`.
public struct KeyPair: Hashable, Sendable {
  let label: String
  /// Whether the hint comes after all others, because people try these keys without being told.
  let isLast: Bool

  public init(_ label: String, isLast: Bool = false) {
    self.label = label
    self.isLast = isLast
  }

  /// The keys that move the selection of a list.
  public static let move = KeyPair("move", isLast: true)
}

/// A row of a ``KeyMap`` without its action and its condition, for lists of keys and for remapping.
public struct KeyRow: Hashable, Sendable {
  /// The keys. Hints show the first one first.
  public internal(set) var keys: [Key]
  /// A word or two for the action.
  public let label: String
  /// The label for a narrow hint bar; `nil` if it is the same as `label`.
  var shortLabel: String?
  /// The name in settings, as in `key.rep = Space`; empty if the keys can't be changed.
  public let name: String
  /// The hint that the row shares with the next row of the same pair.
  var pair: KeyPair?
  /// Whether hint bars show the row. The help always shows it.
  package let isHinted: Bool
  /// The text that stands for the keys, such as "any key" or "a-z"; `nil` for a row that lists its keys.
  var wildcard: String?
  /// The use of the characters that the row handles, if they are text instead of commands.
  var textUse: TextUse?
  var heading: String?
  /// The screen of the row; `nil` for all screens. Two rows of one screen can't be remapped to the same key.
  public internal(set) var screen: KeyScreen?

  /// The heading in lists of keys.
  public var section: String { heading ?? "Everywhere" }

  /// The names of the keys for display: "Up/k".
  public var keyNames: String { wildcard ?? keys.map(\.name).joined(separator: "/") }

  /// A use of typed text.
  public enum TextUse: Hashable, Sendable {
    /// The content of a field, such as a name or a note.
    case field
    /// A search in a list, where keys that don't type characters keep their meaning.
    case search
    /// Numbers with units, which reveal nothing about the person.
    case numbers
  }

  /// Whether both rows can be active at the same time.
  public func overlaps(_ other: KeyRow) -> Bool {
    screen == nil || other.screen == nil || screen == other.screen
  }
}

extension KeyMap {
  /// The rows by heading, in the order of their first rows. Rows with the same keys and label appear once.
  public var sections: [(title: String, rows: [KeyRow])] {
    var sections: [(title: String, rows: [KeyRow])] = []
    for row in rows {
      let index = sections.firstIndex { $0.title == row.section } ?? sections.endIndex
      if index == sections.endIndex { sections.append((row.section, [])) }
      let isKnown = sections[index].rows.contains {
        $0.keyNames == row.keyNames && $0.label == row.label
      }
      if !isKnown { sections[index].rows.append(row) }
    }
    return sections
  }

  // MARK: - Bindings

  /// A row of a ``KeyMap`` as it is declared: keys, a label, an action and a condition.
  public struct Binding: Sendable {
    let row: KeyRow
    let action: @Sendable (Key) -> Action?
    let isActive: @Sendable (State) -> Bool

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - keys: The keys. Hints show the first one first.
    ///   - label: A word or two for the action.
    ///   - short: The label for a narrow hint bar; by default `label`.
    ///   - name: The name in settings; by default the label with hyphens. Rows that turn something on and off share a
    ///     name, so that they always have the same key.
    ///   - pair: The hint that the row shares with the next row of the same pair, if both are active.
    ///   - hinted: Whether hint bars show the row. The `?` overlay always does.
    ///   - when: The condition under which the row is active.
    public init(
      _ keys: [Key], _ label: String, _ action: Action, short: String? = nil, name: String? = nil,
      pair: KeyPair? = nil, hinted: Bool = true,
      when isActive: @escaping @Sendable (State) -> Bool = { _ in true }
    ) {
      row = KeyRow(
        keys: keys, label: label, shortLabel: short, name: name ?? Hint.name(of: label),
        pair: pair, isHinted: hinted)
      self.action = { _ in action }
      self.isActive = isActive
    }

    /// Creates a row whose action depends on which of its keys was pressed.
    ///
    /// ```swift
    /// .init([.space, .enter], "rep", when: \.canCount) { .repKeyPressed($0) }
    /// ```
    public init(
      _ keys: [Key], _ label: String, short: String? = nil, name: String? = nil,
      hinted: Bool = true, when isActive: @escaping @Sendable (State) -> Bool = { _ in true },
      _ action: @escaping @Sendable (Key) -> Action
    ) {
      row = KeyRow(
        keys: keys, label: label, shortLabel: short, name: name ?? Hint.name(of: label),
        isHinted: hinted)
      self.action = { action($0) }
      self.isActive = isActive
    }

    private init(
      wildcard: String, label: String, short: String? = nil, hinted: Bool,
      textUse: KeyRow.TextUse? = nil, when isActive: @escaping @Sendable (State) -> Bool,
      _ action: @escaping @Sendable (Key) -> Action?
    ) {
      row = KeyRow(
        keys: [], label: label, shortLabel: short, name: "", isHinted: hinted, wildcard: wildcard,
        textUse: textUse)
      self.action = action
      self.isActive = isActive
    }

    /// Returns a row that handles every key that earlier rows don't handle.
    public static func anyKey(
      _ label: String, short: String? = nil, hinted: Bool = true,
      when isActive: @escaping @Sendable (State) -> Bool = { _ in true },
      _ action: @escaping @Sendable (Key) -> Action
    ) -> Binding {
      Binding(wildcard: "any key", label: label, short: short, hinted: hinted, when: isActive) {
        action($0)
      }
    }

    /// Returns a row that handles every printable character, including the space, that earlier rows don't handle.
    ///
    /// - Parameters:
    ///   - use: The use of the text.
    ///   - characters: The characters for display.
    ///   - isIncluded: Returns whether the row handles a character.
    public static func text(
      _ label: String, for use: KeyRow.TextUse, characters: String = "a-z",
      where isIncluded: @escaping @Sendable (Character) -> Bool = { _ in true },
      _ action: @escaping @Sendable (Character) -> Action,
      when isActive: @escaping @Sendable (State) -> Bool = { _ in true }
    ) -> Binding {
      Binding(
        wildcard: characters, label: label, hinted: false, textUse: use, when: isActive
      ) { key in
        switch key {
        case .character(let character) where isIncluded(character): action(character)
        case .space where isIncluded(" "): action(" ")
        default: nil
        }
      }
    }
  }

  // MARK: - Combinations

  /// Returns the rows of both maps. If both have a key, the first map takes precedence.
  public static func + (_ first: KeyMap, _ second: KeyMap) -> KeyMap {
    var map = KeyMap(
      first.rows + second.rows, first.actions + second.actions,
      first.conditions + second.conditions)
    map.observers = first.observers + second.observers
    return map
  }

  /// Returns a child's keys as keys of its parent.
  ///
  /// - Parameters:
  ///   - state: Returns the child's state; `nil` disables its keys.
  ///   - action: Embeds a child's action in the parent's.
  public func pullback<ParentState, ParentAction: Sendable>(
    state: @escaping @Sendable (ParentState) -> State?,
    action: @escaping @Sendable (Action) -> ParentAction
  ) -> KeyMap<ParentState, ParentAction> {
    let embedded = map(action).changed {
      // A child with its own type of state is its own screen.
      if $0.screen == nil { $0.screen = .of(ObjectIdentifier(State.self)) }
    }
    var map = KeyMap<ParentState, ParentAction>(
      embedded.rows, embedded.actions, embedded.conditions.pullback(state))
    map.observers = embedded.observers.map { observer in
      .init(
        isActive: { parent in state(parent).map(observer.isActive) ?? false },
        action: observer.action)
    }
    return map
  }

  /// Returns the same keys with each action embedded in an action of another type.
  public func map<NewAction: Sendable>(
    _ embed: @escaping @Sendable (Action) -> NewAction
  ) -> KeyMap<State, NewAction> {
    var map = KeyMap<State, NewAction>(
      rows, actions.map { action in { key in action(key).map(embed) } }, conditions)
    map.observers = observers.map { observer in
      .init(isActive: observer.isActive, action: { embed(observer.action($0, $1)) })
    }
    return map
  }

  /// Returns the same keys, active only while `condition` also holds.
  ///
  /// Observers stay active regardless, because a key whose release was missed would seem to be held down.
  public func when(_ condition: @escaping @Sendable (State) -> Bool) -> KeyMap {
    var map = KeyMap(rows, actions, conditions.when(condition))
    map.observers = observers
    return map
  }

  /// Returns the same keys under a heading for lists of keys. Rows that have a heading keep it.
  public func section(_ title: String) -> KeyMap {
    changed { if $0.heading == nil { $0.heading = title } }
  }

  /// Returns the same keys as a separate screen, such as a dialog or a phase.
  ///
  /// Keys of two screens are never active together, so both may use the same key.
  public func screen(_ name: String) -> KeyMap { changed { $0.screen = .named(name) } }

  /// Returns the same rows with the keys that a person has chosen.
  public func remapped(by remapping: KeyRemapping) -> KeyMap {
    changed { if let keys = remapping[$0.name] { $0.keys = keys } }
  }
}

// MARK: - Observers

/// A key event other than a press.
public enum KeyTransition: Hashable, Sendable {
  /// The key is held down, and the terminal reports it.
  case `repeat`
  /// The key is released.
  case release
}

extension KeyMap {
  /// An observer of every key that repeats or is released, independent of the action of a press.
  struct Observer: Sendable {
    var isActive: @Sendable (State) -> Bool
    var action: @Sendable (KeyTransition, Key) -> Action
  }

  /// Returns this map with actions for every key that repeats or is released.
  ///
  /// - Parameters:
  ///   - repeats: Returns the action for a key that is held down.
  ///   - releases: Returns the action for a key that is released.
  public func observing(
    repeats: @escaping @Sendable (Key) -> Action, releases: @escaping @Sendable (Key) -> Action
  ) -> KeyMap {
    var map = self
    map.observers.append(
      Observer(isActive: { _ in true }) { transition, key in
        switch transition {
        case .repeat: repeats(key)
        case .release: releases(key)
        }
      })
    return map
  }

  /// Returns the actions of all observers in `state`.
  ///
  /// - Complexity: O(observers).
  public func actions(for transition: KeyTransition, of key: Key, in state: State) -> [Action] {
    observers.filter { $0.isActive(state) }.map { $0.action(transition, key) }
  }
}
