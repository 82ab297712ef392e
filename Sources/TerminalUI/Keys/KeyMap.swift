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

  /// Returns the action of `key` in `state`, of the first row that has one; otherwise `nil`.
  ///
  /// - Complexity: O(rows).
  public func action(for key: Key, in state: State) -> Action? {
    action(
      of: rows.indices(where: { $0.wildcard != nil || $0.keys.contains(key) }), for: key, in: state)
  }

  /// Returns the action of the first active row named `name`; otherwise `nil`.
  ///
  /// - Complexity: O(rows).
  public func action(named name: String, in state: State) -> Action? {
    action(of: rows.indices(where: { $0.name == name }), for: nil, in: state)
  }

  /// Returns the action of the first active candidate that has one for `key`, or for its own first key if `key` is `nil`.
  private func action(of candidates: [Int], for key: Key?, in state: State) -> Action? {
    var action: Action?
    conditions.search(candidates, in: state) { index in
      if let key = key ?? rows[index].keys.first { action = actions[index](key) }
      return action == nil
    }
    return action
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
  fileprivate func indices(where fits: (KeyRow) -> Bool) -> [Int] {
    indices.filter { fits(self[$0]) }
  }
}

extension KeyMap: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Binding...) { self.init(elements) }
}
