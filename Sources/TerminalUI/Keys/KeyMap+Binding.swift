extension KeyMap {
  /// One row as it is written down: some keys, a word for what they do, and when.
  public struct Binding: Sendable {
    let row: KeyRow
    let action: @Sendable (Key) -> Action?
    let isActive: @Sendable (State) -> Bool

    /// - Parameters:
    ///   - keys: Any of these; the first is the one hints show first.
    ///   - label: A word or two for what they do.
    ///   - short: The label where a hint bar has little room; the same when not told.
    ///   - name: What settings call it; the label with hyphens when not told. Rows that are the two sides of one switch
    ///     share a name, and so keep sharing a key.
    ///   - hinted: Pass false for what only the `?` overlay should tell.
    ///   - when: The states in which the keys do this.
    public init(
      _ keys: [Key], _ label: String, _ action: Action, short: String? = nil, name: String? = nil,
      hinted: Bool = true, when isActive: @escaping @Sendable (State) -> Bool = { _ in true }
    ) {
      self.init(keys, label, short: short, name: name, hinted: hinted, when: isActive) { _ in action
      }
    }

    /// A row whose action knows which of its keys was pressed.
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

    /// A row that takes every key that no row before it does.
    public static func anyKey(
      _ label: String, short: String? = nil, hinted: Bool = true,
      when isActive: @escaping @Sendable (State) -> Bool = { _ in true },
      _ action: @escaping @Sendable (Key) -> Action
    ) -> Binding {
      Binding(wildcard: "any key", label: label, short: short, hinted: hinted, when: isActive) {
        action($0)
      }
    }

    /// A row that takes every printable character, and the space, which rows before it don't.
    public static func text(
      _ label: String, _ action: @escaping @Sendable (Character) -> Action,
      when isActive: @escaping @Sendable (State) -> Bool = { _ in true }
    ) -> Binding {
      Binding(wildcard: "a-z", label: label, hinted: false, when: isActive) { key in
        switch key {
        case .character(let character): action(character)
        case .space: action(" ")
        default: nil
        }
      }
    }
  }
}
