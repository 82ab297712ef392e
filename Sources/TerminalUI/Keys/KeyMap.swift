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
  /// Returns the action for a key; `nil` if the row doesn't handle it.
  typealias RowAction = @Sendable (Key) -> Action?
  /// Returns the actions for a key that repeats or is released.
  typealias Observer = @Sendable (KeyTransition, Key, State) -> [Action]

  typealias Search =
    @Sendable (
      _ state: State, _ query: KeyQuery, _ visit: (inout KeyRow, @escaping RowAction) -> Bool
    ) -> Bool

  /// Calls `visit` with the rows that `query` selects and that are active in `state`, in order, until it returns false.
  /// Returns whether the search continues; it doesn't if an alert makes all later rows inactive.
  ///
  /// Maps are combined by combining their searches. So a start doesn't copy the rows of all screens, and a key press
  /// costs what the visible screen's rows cost.
  let search: Search
  /// Returns all rows, whether active or not.
  let allRows: @Sendable () -> [KeyRow]
  let observer: Observer?

  /// Creates a table of rows. If several active rows have a key, the first one takes precedence.
  public init(_ bindings: [Binding] = []) {
    self.init {
      bindings.map { $0.row }
    } search: { state, query, visit in
      for index in bindings.indices where query.selects(bindings[index].row) {
        guard bindings[index].isActive(state) else { continue }
        var row = bindings[index].row
        if let onConflict = query.onConflict, row.wildcard == nil,
          let other = bindings[(index + 1)...].first(where: {
            $0.row.wildcard == nil && query.selects($0.row) && $0.isActive(state)
          })
        {
          onConflict(row, other.row)
        }
        if let keys = query.remapping[row.name] { row.keys = keys }
        if !visit(&row, bindings[index].action) { return false }
      }
      return true
    }
  }

  /// Creates keys that are active while `condition` holds, from a map that isn't created before they are needed.
  ///
  /// So a start doesn't create the keys of screens that aren't shown.
  public init(
    when condition: @escaping @Sendable (State) -> Bool,
    _ keys: @autoclosure @escaping @Sendable () -> KeyMap
  ) {
    self.init(
      observer: { transition, key, state in
        condition(state) ? keys().actions(for: transition, of: key, in: state) : []
      }
    ) {
      keys().rows
    } search: { state, query, visit in
      condition(state) ? keys().search(state, query, visit) : true
    }
  }

  /// Creates keys of which `first` are active while `condition` holds, and `second` otherwise.
  ///
  /// A key press evaluates the condition once.
  public init(
    if condition: @escaping @Sendable (State) -> Bool, _ first: KeyMap, else second: KeyMap
  ) {
    self.init(observer: Self.both(first.observer, second.observer)) {
      first.rows + second.rows
    } search: { state, query, visit in
      (condition(state) ? first : second).search(state, query, visit)
    }
  }

  init(
    observer: Observer? = nil, rows: @escaping @Sendable () -> [KeyRow], search: @escaping Search
  ) {
    self.observer = observer
    allRows = rows
    self.search = search
  }

  /// All rows, whether active or not, for the documentation and the settings.
  ///
  /// - Complexity: O(rows).
  public var rows: [KeyRow] { allRows() }

  /// Returns the action for `key` in `state`, from the first active row that has one; otherwise `nil`.
  ///
  /// - Complexity: O(rows).
  public func action(for key: Key, in state: State) -> Action? {
    match(KeyQuery(key: key), in: state)?.action
  }

  /// Returns the action for `key` in `state`, like ``action(for:in:)``.
  ///
  /// - Parameter onConflict: Called if the row is followed by another active row of the same table that has the key.
  func action(
    for key: Key, in state: State, onConflict: @escaping (_ row: KeyRow, _ other: KeyRow) -> Void
  ) -> Action? {
    match(KeyQuery(key: key, onConflict: onConflict), in: state)?.action
  }

  /// Returns the use of `key` as text in `state`; `nil` if the key is a command in that state or has no action.
  ///
  /// - Complexity: O(rows).
  public func textUse(of key: Key, in state: State) -> KeyRow.TextUse? {
    match(KeyQuery(key: key), in: state)?.row.textUse
  }

  private func match(_ query: KeyQuery, in state: State) -> (row: KeyRow, action: Action)? {
    var match: (row: KeyRow, action: Action)?
    _ = search(state, query) { row, action in
      if let action = query.key.flatMap(action) { match = (row, action) }
      return match == nil
    }
    return match
  }

  /// Returns the action of the first active row named `name`; otherwise `nil`.
  ///
  /// - Complexity: O(rows).
  public func action(named name: String, in state: State) -> Action? {
    var match: Action?
    _ = search(state, KeyQuery(name: name)) { row, action in
      match = row.keys.first.flatMap(action)
      return match == nil
    }
    return match
  }

  /// Returns the rows that are active in `state`, without keys that an earlier row handles.
  ///
  /// - Complexity: O(rows × keys).
  public func rows(in state: State) -> [KeyRow] {
    var rows: [KeyRow] = []
    var keys: Set<Key> = []
    var wildcards: [RowAction] = []
    _ = search(state, KeyQuery()) { row, action in
      row.keys.removeAll { key in
        !keys.insert(key).inserted || wildcards.contains { $0(key) != nil }
      }
      if row.wildcard != nil { wildcards.append(action) }
      if !row.keys.isEmpty || row.wildcard != nil { rows.append(row) }
      return true
    }
    return rows
  }

  /// Returns the hints for the rows that are active in `state`, for a ``HintBar``.
  public func hints(in state: State, _ glyphs: GlyphSet = .unicode) -> [Hint] {
    var (hints, last): ([Hint], [Hint]) = ([], [])
    var rows = rows(in: state).filter { $0.isHinted }[...]
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
}

/// The rows to search for.
struct KeyQuery {
  /// The key that the rows handle; `nil` for all keys.
  var key: Key?
  /// The name of the rows; `nil` for all names.
  var name: String?
  /// The keys that a person has chosen.
  var remapping = KeyRemapping()
  /// Called with two active rows of one table that have the key: the second one never gets it.
  var onConflict: ((_ row: KeyRow, _ other: KeyRow) -> Void)?

  /// Returns whether `row` has the key and the name. A wildcard can have any key.
  func selects(_ row: KeyRow) -> Bool {
    if let name, row.name != name { return false }
    guard let key, row.wildcard == nil else { return true }
    return (remapping[row.name] ?? row.keys).contains(key)
  }
}

extension KeyMap: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Binding...) { self.init(elements) }
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

    /// Returns a row that handles every key that earlier rows don't handle, except combining marks and joiners.
    public static func anyKey(
      _ label: String, short: String? = nil, hinted: Bool = true,
      when isActive: @escaping @Sendable (State) -> Bool = { _ in true },
      _ action: @escaping @Sendable (Key) -> Action
    ) -> Binding {
      Binding(wildcard: "any key", label: label, short: short, hinted: hinted, when: isActive) {
        $0.isExtender ? nil : action($0)
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
    KeyMap(observer: both(first.observer, second.observer)) {
      first.rows + second.rows
    } search: { state, query, visit in
      first.search(state, query, visit) && second.search(state, query, visit)
    }
  }

  /// Returns a child's keys as keys of its parent.
  ///
  /// - Parameters:
  ///   - child: Returns the child's state; `nil` disables its keys.
  ///   - embed: Embeds a child's action in the parent's.
  public func pullback<ParentState, ParentAction: Sendable>(
    state child: @escaping @Sendable (ParentState) -> State?,
    action embed: @escaping @Sendable (Action) -> ParentAction
  ) -> KeyMap<ParentState, ParentAction> {
    // A child with its own type of state is its own screen.
    let keys = map(embed).changed {
      if $0.screen == nil { $0.screen = .of(ObjectIdentifier(State.self)) }
    }
    var observer: KeyMap<ParentState, ParentAction>.Observer?
    if let own = keys.observer {
      observer = { transition, key, parent in child(parent).map { own(transition, key, $0) } ?? [] }
    }
    return KeyMap<ParentState, ParentAction>(
      observer: observer, rows: keys.allRows
    ) { parent, query, visit in
      guard let state = child(parent) else { return true }
      return keys.search(state, query, visit)
    }
  }

  /// Returns the same keys with each action embedded in an action of another type.
  public func map<NewAction: Sendable>(
    _ embed: @escaping @Sendable (Action) -> NewAction
  ) -> KeyMap<State, NewAction> {
    var observer: KeyMap<State, NewAction>.Observer?
    if let own = self.observer { observer = { own($0, $1, $2).map(embed) } }
    return KeyMap<State, NewAction>(observer: observer, rows: allRows) { state, query, visit in
      search(state, query) { row, action in visit(&row) { action($0).map(embed) } }
    }
  }

  /// Returns the same keys, active only while `condition` also holds.
  ///
  /// The condition is evaluated at most once, at the first row that is active without it. Observers stay active regardless,
  /// because a key whose release was missed would seem to be held down.
  public func when(_ condition: @escaping @Sendable (State) -> Bool) -> KeyMap {
    KeyMap(observer: observer, rows: allRows) { state, query, visit in
      var holds: Bool?
      let continues = search(state, query) { row, action in
        if holds == nil { holds = condition(state) }
        return holds == true && visit(&row, action)
      }
      return continues || !(holds ?? condition(state))
    }
  }

  /// Returns the same keys under a heading for lists of keys. Rows that have a heading keep it.
  public func section(_ title: String) -> KeyMap {
    changed { if $0.heading == nil { $0.heading = title } }
  }

  /// Returns the same keys as a separate screen, such as a dialog or a phase.
  ///
  /// Keys of two screens are never active together, so both may use the same key.
  public func screen(_ name: String) -> KeyMap { changed { $0.screen = .named(name) } }

  private func changed(_ change: @escaping @Sendable (inout KeyRow) -> Void) -> KeyMap {
    KeyMap(observer: observer) {
      var rows = rows
      for index in rows.indices { change(&rows[index]) }
      return rows
    } search: { state, query, visit in
      search(state, query) { row, action in
        change(&row)
        return visit(&row, action)
      }
    }
  }

  /// Returns the same rows with the keys that a person has chosen.
  public func remapped(by remapping: KeyRemapping) -> KeyMap {
    let rows = changed { if let keys = remapping[$0.name] { $0.keys = keys } }.allRows
    return KeyMap(observer: observer, rows: rows) { state, query, visit in
      var query = query
      query.remapping = remapping
      return search(state, query, visit)
    }
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
  /// Returns this map with actions for every key that repeats or is released.
  ///
  /// - Parameters:
  ///   - repeats: Returns the action for a key that is held down.
  ///   - releases: Returns the action for a key that is released.
  public func observing(
    repeats: @escaping @Sendable (Key) -> Action, releases: @escaping @Sendable (Key) -> Action
  ) -> KeyMap {
    KeyMap(
      observer: Self.both(observer) { transition, key, _ in
        switch transition {
        case .repeat: [repeats(key)]
        case .release: [releases(key)]
        }
      }, rows: allRows, search: search)
  }

  /// Returns the actions of all observers in `state`.
  ///
  /// - Complexity: O(observers).
  public func actions(for transition: KeyTransition, of key: Key, in state: State) -> [Action] {
    observer?(transition, key, state) ?? []
  }

  /// Returns an observer that calls both.
  private static func both(_ first: Observer?, _ second: Observer?) -> Observer? {
    guard let first else { return second }
    guard let second else { return first }
    return { first($0, $1, $2) + second($0, $1, $2) }
  }
}
