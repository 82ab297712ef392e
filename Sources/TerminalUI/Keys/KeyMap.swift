/// What keys do, as data: the one table behind the handler, the hint bar, the `?` overlay and the
/// README.
///
/// ```swift
/// static let keys: KeyMap<State, Action> = [
///   .init([.space], "rep", .incrementRepTapped, when: \.isRunning),
///   .init(["s"], "start", .startButtonTapped, when: \.isIdle),
///   .init(["s"], "stop", .stopButtonTapped, when: \.isRunning),
/// ]
/// ```
public struct KeyMap<State, Action: Sendable>: Sendable {
  /// Every row, whatever the state: for the README, the man page and the settings.
  ///
  /// Beside their actions and conditions, not with them: a search for a key looks at all rows, and at nothing generic.
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

  /// What `key` does in `state`; nil when nothing. The first row that fits wins.
  ///
  /// - Complexity: O(rows).
  public func action(for key: Key, in state: State) -> Action? {
    action(
      of: rows.indices(where: { $0.wildcard != nil || $0.keys.contains(key) }), for: key, in: state)
  }

  /// What the row called `name` does in `state`; nil when it is not in force. The first that is counts.
  ///
  /// - Complexity: O(rows).
  public func action(named name: String, in state: State) -> Action? {
    action(of: rows.indices(where: { $0.name == name }), for: nil, in: state)
  }

  /// The action of the first of some rows that is in force and has one for the key, its own first key where none is given.
  private func action(of candidates: [Int], for key: Key?, in state: State) -> Action? {
    var action: Action?
    conditions.search(candidates, in: state) { index in
      if let key = key ?? rows[index].keys.first { action = actions[index](key) }
      return action == nil
    }
    return action
  }

  /// The rows in force in `state`, each with the keys that mean it: those that a row before it has are that row's.
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

  /// The rows in force in `state`, ready for a ``HintBar``: a row that comes first is the more important one.
  public func hints(in state: State, _ glyphs: GlyphSet = .unicode) -> [Hint] {
    rows(in: state).filter(\.isHinted).map { row in
      let keys = row.wildcard ?? row.keys.map { $0.hint(glyphs) }.joined(separator: "/")
      return Hint(keys, row.label, short: row.shortLabel, name: row.name)
    }
  }

  /// The same actions and conditions, of rows that `change` has changed.
  func changed(_ change: (inout KeyRow) -> Void) -> KeyMap {
    var map = self
    for index in map.rows.indices { change(&map.rows[index]) }
    return map
  }
}

extension [KeyRow] {
  /// The indices of the rows that fit.
  fileprivate func indices(where fits: (KeyRow) -> Bool) -> [Int] {
    indices.filter { fits(self[$0]) }
  }
}

extension KeyMap: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Binding...) { self.init(elements) }
}
