/// The keys a person has chosen instead of a ``KeyMap``'s own, by the names of its rows.
///
/// It stands in the ``Environment``, so that hints and help name the keys that work.
public struct KeyRemapping: Hashable, Sendable {
  private var keys: [String: [Key]]

  public init(_ keys: [String: [Key]] = [:]) { self.keys = keys }

  /// The keys of the rows called `name`; nil when they keep their own.
  public subscript(name: String) -> [Key]? {
    get { keys[name] }
    set { keys[name] = newValue }
  }

  /// The names of the rows with keys of a person's choice, sorted.
  public var names: [String] { keys.keys.sorted() }

  public var isEmpty: Bool { keys.isEmpty }
}

extension Hint {
  /// The keys to show: those of the table, or those that were chosen instead.
  func keys(in environment: Environment) -> String {
    guard !environment.keys.isEmpty, let chosen = environment.keys[name] else { return keys }
    return chosen.map { $0.hint(environment.glyphs) }.joined(separator: "/")
  }

  /// The first of the keys to show.
  func firstKey(in environment: Environment) -> String {
    let keys = keys(in: environment)
    // The slash is a key as well.
    guard let end = keys.dropFirst().firstIndex(of: "/") else { return keys }
    return String(keys[..<end])
  }
}
