/// A way into one case of an enum and back out: the enum's answer to a writable key path.
///
/// Macros write one for each case, with a plain `switch`; nobody needs to spell one by hand.
///
/// - Complexity: Both directions are O(1) and allocate nothing of their own.
public struct AnyCasePath<Root, Value>: Sendable {
  @usableFromInline let embedding: @Sendable (Value) -> Root
  @usableFromInline let extracting: @Sendable (Root) -> Value?
  /// `nil` where the payload is copied out of the root to be changed.
  @usableFromInline let changing: Changing?
  /// What the case is called, and the case inside it: `timer.presented.timerTick`. Empty for a whole value.
  public let name: String

  /// Changes the payload of a root of this case; returns `false` where it is another.
  // A closure in an optional is kept as generic code wants it, and to call it would cost an allocation each time.
  @usableFromInline
  struct Changing: Sendable {
    @usableFromInline
    let change: @Sendable (UnsafeMutablePointer<Root>, (inout Value) -> Void) -> Bool

    @usableFromInline
    init(
      _ change: @escaping @Sendable (UnsafeMutablePointer<Root>, (inout Value) -> Void) -> Bool
    ) {
      self.change = change
    }
  }

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
    changing = nil
    self.name = name
  }

  /// Makes a case path that also changes the payload, without a copy of it.
  ///
  /// - Parameter change: Moves the payload out of the root at the address, calls its second argument on it and moves it
  ///   back; returns `false` when the root is another case.
  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?,
    change: @escaping @Sendable (UnsafeMutablePointer<Root>, (inout Value) -> Void) -> Bool,
    name: String = #function
  ) {
    embedding = embed
    extracting = extract
    changing = Changing(change)
    self.name = name
  }

  @usableFromInline
  init(
    embedding: @escaping @Sendable (Value) -> Root,
    extracting: @escaping @Sendable (Root) -> Value?, changing: Changing?, name: String
  ) {
    self.embedding = embedding
    self.extracting = extracting
    self.changing = changing
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
  @inline(__always)
  public func appending<Next>(_ next: AnyCasePath<Value, Next>) -> AnyCasePath<Root, Next> {
    var changing: AnyCasePath<Root, Next>.Changing?
    if let outer = self.changing, let inner = next.changing {
      changing = .init { root, operation in
        var isCase = false
        _ = outer.change(root) { payload in
          isCase = withUnsafeMutablePointer(to: &payload) { inner.change($0, operation) }
        }
        return isCase
      }
    }
    return AnyCasePath<Root, Next>(
      embedding: { [embedding] in embedding(next.embedding($0)) },
      extracting: { [extracting] in extracting($0).flatMap(next.extracting) },
      changing: changing,
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
