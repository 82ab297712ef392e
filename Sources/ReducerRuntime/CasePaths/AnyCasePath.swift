/// A pair of functions that embed a value in a case of an enum and extract it again: a key path for enum cases.
///
/// Macros write one for each case, with a plain `switch`.
///
/// - Complexity: Both directions are O(1) and allocate nothing.
public struct AnyCasePath<Root, Value>: Sendable {
  @usableFromInline let embedding: @Sendable (Value) -> Root
  @usableFromInline let extracting: @Sendable (Root) -> Value?
  /// Changes the payload in place; `nil` if the payload has to be copied out of the root and back.
  @usableFromInline let changing: Changing?
  /// The name of the case and of the cases inside it: `timer.presented.timerTick`. Empty for the identity path.
  public let name: String

  /// A function that changes the payload of a root of this case and returns `false` for any other case.
  ///
  /// This is a struct, because a closure inside an optional is reabstracted, and each call would allocate.
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

  /// Creates a case path from its two directions.
  ///
  /// - Parameters:
  ///   - embed: Builds the root from the case's payload.
  ///   - extract: Returns the payload, or `nil` when the root is another case.
  ///   - name: The name of the case; by default the name of the property that makes the path.
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

  /// Creates a case path that can also change the payload without copying it.
  ///
  /// - Parameter change: Moves the payload out of the root at the address, passes it to the second argument and moves
  ///   it back. Returns `false` if the root is another case.
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

  /// Creates a case path of a generic enum, for `@CasePathable`.
  ///
  /// A closure that mentions a constrained generic parameter captures its conformances, which are not sendable.
  @inlinable
  public init(
    _embed: @escaping (Value) -> Root, _extract: @escaping (Root) -> Value?,
    name: String = #function
  ) {
    // Safe, because these closures capture nothing but types and case paths, and call no conformance.
    embedding = unsafeBitCast(_embed, to: (@Sendable (Value) -> Root).self)
    extracting = unsafeBitCast(_extract, to: (@Sendable (Root) -> Value?).self)
    changing = nil
    self.name = name
  }

  /// Creates a case path of a generic enum. The path can also change the payload without copying it.
  @inlinable
  public init(
    _embed: @escaping (Value) -> Root, _extract: @escaping (Root) -> Value?,
    _change: @escaping (UnsafeMutablePointer<Root>, (inout Value) -> Void) -> Bool,
    name: String = #function
  ) {
    // The casts are safe for the same reason as in the previous initializer.
    embedding = unsafeBitCast(_embed, to: (@Sendable (Value) -> Root).self)
    extracting = unsafeBitCast(_extract, to: (@Sendable (Root) -> Value?).self)
    changing = Changing(
      unsafeBitCast(
        _change,
        to: (@Sendable (UnsafeMutablePointer<Root>, (inout Value) -> Void) -> Bool).self))
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

  /// Returns a root of this case with `value` as its payload.
  @inlinable
  public func embed(_ value: Value) -> Root { embedding(value) }

  /// Returns the payload of `root`, or `nil` if `root` is another case.
  @inlinable
  public func extract(from root: Root) -> Value? { extracting(root) }

  /// Returns this path, continued into a case of its payload.
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
  /// Creates the identity path, which leads from a value to itself.
  public init() {
    self.init(embed: { $0 }, extract: { $0 }, name: "")
  }
}

extension AnyCasePath {
  /// Creates the case path for a key path such as `\.timer.tick`.
  ///
  /// - Complexity: O(depth). It instantiates key paths, so resolve it once and keep the result.
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    self = Case<Root>()[keyPath: keyPath].path(from: Root.self)
  }
}

extension AnyCasePath {
  /// Changes the payload of `root` in place if `root` is this case.
  ///
  /// Swift cannot write through the pattern of a case, and changing a copy of the payload while the enum holds the
  /// original would copy its storage. So the payload is moved out of the enum, changed and moved back.
  ///
  /// - Returns: The result of `operation`, or `nil` if the root is another case.
  /// - Complexity: O(1): the payload's storage is uniquely referenced while it is changed. In an enum with
  ///   `@ObservableState` the payload is moved; otherwise it is copied out, which retains each of its references.
  @inlinable
  @inline(__always)
  func modify<Result>(
    _ root: inout Root, _ operation: (inout Value) -> Result
  ) -> Result? {
    if let changing {
      var result: Result?
      // The root has no value in the meantime. That is safe because it is borrowed exclusively until this returns,
      // and `operation` does not throw.
      _ = withUnsafeMutablePointer(to: &root) { changing.change($0) { result = operation(&$0) } }
      return result
    }
    guard var value = extracting(root) else { return nil }
    return withUnsafeMutablePointer(to: &root) { pointer in
      // The root has no value in the meantime, which is safe for the reason given above.
      pointer.deinitialize(count: 1)
      let result = operation(&value)
      pointer.initialize(to: embedding(value))
      return result
    }
  }

  /// Calls `operation` with the payload of `root` if `root` is this case.
  @inlinable
  @inline(__always)
  func read<Result>(_ root: Root, _ operation: (inout Value) -> Result) -> Result? {
    guard var value = extracting(root) else { return nil }
    return operation(&value)
  }
}
