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
  /// One row: some keys, a word for what they do, and when.
  public struct Binding: Sendable {
    public let keys: [Key]
    public let label: String
    /// Whether hint bars show it; help always does.
    public let isHinted: Bool
    let isActive: @Sendable (State) -> Bool
    let action: @Sendable (Key) -> Action?
    /// What help calls the keys of a row that takes whatever no row before it wants; nil for a row of keys.
    let wildcard: String?

    /// - Parameters:
    ///   - keys: Any of these; the first is the one hints show first.
    ///   - hinted: Pass false for what only the `?` overlay should tell.
    ///   - when: The states in which the keys do this.
    public init(
      _ keys: [Key], _ label: String, _ action: Action, hinted: Bool = true,
      when isActive: @escaping @Sendable (State) -> Bool = { _ in true }
    ) {
      self.init(
        keys: keys, label: label, isHinted: hinted, isActive: isActive, action: { _ in action },
        wildcard: nil)
    }

    /// A row that takes every printable character, and the space, which rows before it don't.
    public static func text(
      _ label: String, _ action: @escaping @Sendable (Character) -> Action,
      when isActive: @escaping @Sendable (State) -> Bool = { _ in true }
    ) -> Binding {
      Binding(
        keys: [], label: label, isHinted: false, isActive: isActive,
        action: { key in
          switch key {
          case .character(let character): action(character)
          case .space: action(" ")
          default: nil
          }
        }, wildcard: "a-z")
    }

    init(
      keys: [Key], label: String, isHinted: Bool, isActive: @escaping @Sendable (State) -> Bool,
      action: @escaping @Sendable (Key) -> Action?, wildcard: String?
    ) {
      self.keys = keys
      self.label = label
      self.isHinted = isHinted
      self.isActive = isActive
      self.action = action
      self.wildcard = wildcard
    }

    /// Names of the keys for help: "Up/k".
    public var keyNames: String {
      wildcard ?? keys.map(\.name).joined(separator: "/")
    }
  }

  public var bindings: [Binding]

  public init(_ bindings: [Binding] = []) { self.bindings = bindings }

  /// What `key` does in `state`; nil when nothing. The first row that fits wins.
  ///
  /// - Complexity: O(rows).
  public func action(for key: Key, in state: State) -> Action? {
    for binding in bindings
    where (binding.wildcard != nil || binding.keys.contains(key)) && binding.isActive(state) {
      if let action = binding.action(key) { return action }
    }
    return nil
  }

  /// The rows in force in `state`.
  public func bindings(in state: State) -> [Binding] { bindings.filter { $0.isActive(state) } }

  /// The rows in force in `state`, ready for a ``HintBar``.
  public func hints(in state: State, _ glyphs: GlyphSet = .unicode) -> [Hint] {
    bindings.compactMap { binding in
      guard binding.isHinted, binding.isActive(state) else { return nil }
      let keys =
        binding.wildcard ?? binding.keys.map { $0.hint(glyphs) }.joined(separator: "/")
      return Hint(keys, binding.label)
    }
  }

  /// Every row, whatever the state: for the `?` overlay and the README. Rows of the same keys and
  /// label appear once.
  public var help: [Hint] {
    var seen: Set<Hint> = []
    return bindings.map { Hint($0.keyNames, $0.label) }.filter { seen.insert($0).inserted }
  }
}

extension KeyMap: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Binding...) { self.init(elements) }
}
