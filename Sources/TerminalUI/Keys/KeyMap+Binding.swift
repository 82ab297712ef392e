extension KeyMap {
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
    ///   - short: The label for a narrow hint bar; by default the same.
    ///   - name: The name in settings; by default the label with hyphens. Rows that switch something on and off share a
    ///     name, so that they keep sharing a key.
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
      when isActive: @escaping @Sendable (State) -> Bool,
      _ action: @escaping @Sendable (Key) -> Action?
    ) {
      row = KeyRow(
        keys: [], label: label, shortLabel: short, name: "", isHinted: hinted, wildcard: wildcard)
      self.action = action
      self.isActive = isActive
    }

    /// Returns a row that handles every key that no earlier row handles.
    public static func anyKey(
      _ label: String, short: String? = nil, hinted: Bool = true,
      when isActive: @escaping @Sendable (State) -> Bool = { _ in true },
      _ action: @escaping @Sendable (Key) -> Action
    ) -> Binding {
      Binding(wildcard: "any key", label: label, short: short, hinted: hinted, when: isActive) {
        action($0)
      }
    }

    /// Returns a row that handles every printable character, including the space, that no earlier row handles.
    ///
    /// - Parameters:
    ///   - characters: The characters for display.
    ///   - isIncluded: Returns whether the row handles a character.
    public static func text(
      _ label: String, characters: String = "a-z",
      where isIncluded: @escaping @Sendable (Character) -> Bool = { _ in true },
      _ action: @escaping @Sendable (Character) -> Action,
      when isActive: @escaping @Sendable (State) -> Bool = { _ in true }
    ) -> Binding {
      Binding(wildcard: characters, label: label, hinted: false, when: isActive) { key in
        switch key {
        case .character(let character) where isIncluded(character): action(character)
        case .space where isIncluded(" "): action(" ")
        default: nil
        }
      }
    }
  }
}
