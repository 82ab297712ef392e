/// The keys that a person has chosen instead of the defaults of a ``KeyMap``, by row name.
///
/// It is part of the ``Environment``, so that hints and help name the current keys.
public struct KeyRemapping: Hashable, Sendable {
  private var keys: [String: [Key]]

  /// Creates a remapping of keys by row name.
  public init(_ keys: [String: [Key]] = [:]) { self.keys = keys }

  /// The keys for the rows named `name`; `nil` if they have their default keys.
  public subscript(name: String) -> [Key]? {
    get { keys[name] }
    set { keys[name] = newValue }
  }

  /// The names of the rows with changed keys, sorted.
  public var names: [String] { keys.keys.sorted() }

  /// Whether all rows have their default keys.
  public var isEmpty: Bool { keys.isEmpty }
}

extension Hint {
  /// Returns the names of the displayed keys: the default ones, or those that a person has chosen.
  func keys(in environment: Environment) -> String {
    if !parts.isEmpty { return parts.map { $0.firstKey(in: environment) }.joined(separator: "/") }
    guard !environment.keys.isEmpty, let chosen = environment.keys[name] else { return keys }
    return chosen.map { $0.hint(environment.glyphs) }.joined(separator: "/")
  }

  /// Returns the name of the first displayed key; for a joined hint, the first one of each part.
  func firstKey(in environment: Environment) -> String {
    guard parts.isEmpty else { return keys(in: environment) }
    let keys = keys(in: environment)
    // The first key can be the slash itself.
    guard let end = keys.dropFirst().firstIndex(of: "/") else { return keys }
    return String(keys[..<end])
  }
}
