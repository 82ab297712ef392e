import Synchronization

// MARK: - Optionals

extension Shared {
  /// Creates a shared value of a shared optional's payload, or returns `nil` if there is none.
  ///
  /// When the payload is removed, its last value stays, and changes of it have no effect on the optional.
  public init?(_ base: Shared<Value?>) {
    guard let unwrapped = UnwrappedReference(base.reference) else { return nil }
    self.init(reference: unwrapped)
  }

  /// Returns a read-only reference to the result of `transform`: `$count.read { $0 * 2 }`.
  public func read<Member: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader(self).read(transform)
  }
}

extension SharedReader {
  /// Creates a reader of an optional's payload, or returns `nil` if there is none. When the payload is removed, its
  /// last value stays.
  public init?(_ base: SharedReader<Value?>) {
    guard let unwrapped = UnwrappedReference(base.reference) else { return nil }
    self.init(reference: unwrapped)
  }

  /// Creates a reader of an optional's payload, or returns `nil` if there is none. When the payload is removed, its
  /// last value stays.
  public init?(_ base: Shared<Value?>) {
    self.init(SharedReader<Value?>(base))
  }

  /// Returns a reader of a constant value: `SharedReader.constant(0)`.
  public static func constant(_ value: Value) -> Self { Self(value: value) }

  /// Returns a reader of the result of `transform`.
  public func read<Member: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader<Member>(reference: reference.derived(transform) { _, _ in })
  }
}

/// A reference to the payload of a shared optional. After the payload is removed, the last value stays and changes
/// locally.
// Unchecked, like its superclass: mutable state is behind a lock.
private final class UnwrappedReference<Value: Sendable>: SharedReference<Value>,
  @unchecked Sendable
{
  private let parent: SharedReference<Value?>
  private let lastSeen: Mutex<Value>

  /// Creates a reference, or returns `nil` if there is no payload.
  init?(_ parent: SharedReference<Value?>) {
    guard let value = parent.value else { return nil }
    self.parent = parent
    lastSeen = Mutex(value)
  }

  override var actual: Value { updateLastSeen(parent.actual) }
  override var value: Value { updateLastSeen(parent.value) }
  override var root: AnyObject { parent.root }
  override var isLoading: Bool { parent.isLoading }
  override var loadError: (any Error)? { parent.loadError }
  override var saveError: (any Error)? { parent.saveError }
  override nonisolated(nonsending) func load(at location: IssueLocation) async throws {
    try await parent.load(at: location)
  }
  override nonisolated(nonsending) func save(at location: IssueLocation) async throws {
    try await parent.save(at: location)
  }
  override func notifyObservers() { parent.notifyObservers() }

  private func updateLastSeen(_ value: Value?) -> Value {
    lastSeen.withLock { lastSeen in
      if let value { lastSeen = value }
      return lastSeen
    }
  }

  override func modify<Result>(
    at location: IssueLocation, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    try parent.modify(at: location) { parent in
      var value = updateLastSeen(parent)
      defer {
        if parent != nil { parent = value }
        lastSeen.withLock { [value] in $0 = value }
      }
      return try body(&value)
    }
  }
}

// MARK: - Elements

extension RangeReplaceableCollection {
  /// Creates a collection with a shared value for each element of a shared list.
  ///
  /// ```swift
  /// for $workout in Array($workouts) { $workout.reps.withLock { $0 += 1 } }
  /// ```
  ///
  /// Each shared value follows its element's identifier when elements move. When the element is removed, its last
  /// value stays.
  ///
  /// - Complexity: O(n).
  public init<ID: Hashable & Sendable, Value: Sendable>(
    _ shared: Shared<IdentifiedArray<ID, Value>>
  ) where Element == Shared<Value> {
    self.init(shared.wrappedValue.ids.compactMap { Shared(shared[id: $0]) })
  }

  /// Creates a collection with a read-only shared value for each element of a shared list.
  ///
  /// - Complexity: O(n).
  public init<ID: Hashable & Sendable, Value: Sendable>(
    _ shared: SharedReader<IdentifiedArray<ID, Value>>
  ) where Element == SharedReader<Value> {
    self.init(shared.wrappedValue.ids.compactMap { SharedReader(shared[id: $0]) })
  }
}

// MARK: - Cases

extension Shared where Value: CasePathable {
  /// A shared reference to the payload of a case, or `nil` if the value is another case: `$model.route.detail`.
  ///
  /// When the value changes to another case, the last payload stays, and changes of it have no effect on the value.
  @_disfavoredOverload
  public subscript<Member: Sendable>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> Shared<Member>? {
    Shared<Member>(Shared<Member?>(reference: reference.payload(of: keyPath)))
  }
}

extension SharedReader where Value: CasePathable {
  /// A reader of the payload of a case, or `nil` if the value is another case. When the value changes to another case,
  /// the last payload stays.
  @_disfavoredOverload
  public subscript<Member: Sendable>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> SharedReader<Member>? {
    SharedReader<Member>(SharedReader<Member?>(reference: reference.payload(of: keyPath)))
  }
}

extension SharedReference where Value: CasePathable {
  fileprivate func payload<Member: Sendable>(
    of keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> SharedReference<Member?> {
    let path = Value.allCasePaths[keyPath: keyPath]
    return derived({ path.extract(from: $0) }) { value, payload in
      guard let payload else { return }
      value = path.embed(payload)
    }
  }
}
