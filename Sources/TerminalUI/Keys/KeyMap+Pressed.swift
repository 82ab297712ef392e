extension KeyMap.Binding {
  /// A row whose action knows which of its keys was pressed.
  ///
  /// ```swift
  /// .init([.space, .enter], "rep", when: \.canCount) { .repKeyPressed($0) }
  /// ```
  public init(
    _ keys: [Key], _ label: String, name: String? = nil, hinted: Bool = true,
    when isActive: @escaping @Sendable (State) -> Bool = { _ in true },
    _ action: @escaping @Sendable (Key) -> Action
  ) {
    self.init(
      keys: keys, label: label, name: name ?? Hint.name(of: label), isHinted: hinted,
      isActive: isActive, action: { action($0) }, wildcard: nil)
  }

  /// A row that takes every key that no row before it does.
  public static func anyKey(
    _ label: String, hinted: Bool = true,
    when isActive: @escaping @Sendable (State) -> Bool = { _ in true },
    _ action: @escaping @Sendable (Key) -> Action
  ) -> Self {
    Self(
      keys: [], label: label, name: "", isHinted: hinted, isActive: isActive,
      action: { action($0) }, wildcard: "any key")
  }
}
