/// A way into one case of an enum and back out: the enum's answer to a writable key path.
///
/// Macros write one for each case, with a plain `switch`; nobody needs to spell one by hand.
///
/// - Complexity: Both directions are O(1) and allocate nothing of their own.
public struct AnyCasePath<Root, Value>: Sendable {
  @usableFromInline let embedding: @Sendable (Value) -> Root
  @usableFromInline let extracting: @Sendable (Root) -> Value?
  /// What the case is called, and the case inside it: `timer.presented.timerTick`. Empty for a whole value.
  public let name: String

  /// Makes a case path from its two directions.
  ///
  /// - Parameters:
  ///   - embed: Builds the root from the case's payload.
  ///   - extract: Returns the payload, or `nil` when the root is another case.
  ///   - name: What the case is called; by default as the property that makes the path is.
  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?,
    name: String = #function
  ) {
    embedding = embed
    extracting = extract
    self.name = name
  }

  /// Builds a root of this case around `value`.
  @inlinable
  public func embed(_ value: Value) -> Root { embedding(value) }

  /// The payload of `root` when it is this case, otherwise `nil`.
  @inlinable
  public func extract(from root: Root) -> Value? { extracting(root) }

  /// This path, continued into a case of its payload.
  @inlinable
  public func appending<Next>(_ next: AnyCasePath<Value, Next>) -> AnyCasePath<Root, Next> {
    AnyCasePath<Root, Next>(
      embed: { [embedding] in embedding(next.embedding($0)) },
      extract: { [extracting] in extracting($0).flatMap(next.extracting) },
      name: name.isEmpty || next.name.isEmpty ? name + next.name : "\(name).\(next.name)")
  }
}

extension AnyCasePath where Root == Value {
  /// The path that leads from a value to itself.
  public init() {
    self.init(embed: { $0 }, extract: { $0 }, name: "")
  }
}

extension AnyCasePath {
  /// The case path that a key path such as `\.timer.tick` stands for.
  ///
  /// - Complexity: O(depth). It instantiates key paths, so resolve it once and keep the result.
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    self = Case<Root>()[keyPath: keyPath].path(from: Root.self)
  }
}
