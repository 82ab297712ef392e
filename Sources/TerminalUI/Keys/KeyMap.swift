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
    public internal(set) var keys: [Key]
    public let label: String
    /// What the settings call the row, as in `key.rep = Space`; empty for one whose keys stay.
    public let name: String
    /// Whether hint bars show it; help always does.
    public let isHinted: Bool
    /// The heading it stands under in lists of all keys.
    public internal(set) var section: String?
    /// Where it is in force; nil is everywhere. Two rows of one screen must not share a new key.
    public internal(set) var screen: KeyScreen?
    var isActive: @Sendable (State) -> Bool
    let action: @Sendable (Key) -> Action?
    /// What help calls the keys of a row that takes whatever no row before it wants; nil for a row of keys.
    let wildcard: String?

    /// - Parameters:
    ///   - keys: Any of these; the first is the one hints show first.
    ///   - label: A word or two for what they do.
    ///   - name: What settings call it; the label with hyphens when not told. Rows that are the two sides of one switch
    ///     share a name, and so keep sharing a key.
    ///   - hinted: Pass false for what only the `?` overlay should tell.
    ///   - when: The states in which the keys do this.
    public init(
      _ keys: [Key], _ label: String, _ action: Action, name: String? = nil, hinted: Bool = true,
      when isActive: @escaping @Sendable (State) -> Bool = { _ in true }
    ) {
      self.init(
        keys: keys, label: label, name: name ?? Hint.name(of: label), isHinted: hinted,
        isActive: isActive, action: { _ in action }, wildcard: nil)
    }

    /// A row that takes every printable character, and the space, which rows before it don't.
    public static func text(
      _ label: String, _ action: @escaping @Sendable (Character) -> Action,
      when isActive: @escaping @Sendable (State) -> Bool = { _ in true }
    ) -> Binding {
      Binding(
        keys: [], label: label, name: "", isHinted: false, isActive: isActive,
        action: { key in
          switch key {
          case .character(let character): action(character)
          case .space: action(" ")
          default: nil
          }
        }, wildcard: "a-z")
    }

    init(
      keys: [Key], label: String, name: String, isHinted: Bool,
      isActive: @escaping @Sendable (State) -> Bool,
      action: @escaping @Sendable (Key) -> Action?, wildcard: String?
    ) {
      self.keys = keys
      self.label = label
      self.name = name
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
  var observers: [Observer] = []

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

  /// What the row called `name` does in `state`; nil when it is not in force. The first that is counts.
  public func action(named name: String, in state: State) -> Action? {
    for binding in bindings where binding.name == name && binding.isActive(state) {
      if let key = binding.keys.first, let action = binding.action(key) { return action }
    }
    return nil
  }

  /// The rows in force in `state`, each with the keys that mean it: those that a row before it has are that row's.
  ///
  /// - Complexity: O(rows² × keys).
  public func bindings(in state: State) -> [Binding] {
    var inForce: [Binding] = []
    for binding in bindings where binding.isActive(state) {
      func isTaken(_ key: Key) -> Bool {
        inForce.contains { $0.keys.contains(key) || ($0.wildcard != nil && $0.action(key) != nil) }
      }
      guard binding.keys.contains(where: isTaken) else {
        inForce.append(binding)
        continue
      }
      var rest = binding
      rest.keys.removeAll(where: isTaken)
      if !rest.keys.isEmpty || rest.wildcard != nil { inForce.append(rest) }
    }
    return inForce
  }

  /// The rows in force in `state`, ready for a ``HintBar``.
  public func hints(in state: State, _ glyphs: GlyphSet = .unicode) -> [Hint] {
    bindings(in: state).filter(\.isHinted).map { binding in
      let keys = binding.wildcard ?? binding.keys.map { $0.hint(glyphs) }.joined(separator: "/")
      return Hint(keys, binding.label, name: binding.name)
    }
  }
}

extension KeyMap: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Binding...) { self.init(elements) }
}
