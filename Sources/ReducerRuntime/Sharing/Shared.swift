/// A value that several features share: all of them see and observe changes.
///
/// ```swift
/// @ObservableState
/// struct State: Equatable {
///   @Shared(.appStorage("userToken")) var token: String?
///   @Shared(.inMemory("session")) var session = Session()
///   @Shared var plan: Plan  // passed by the parent: `Child.State(plan: $plan)`
/// }
/// state.$session.withLock { $0.start = now }
/// ```
///
/// It is a reference: copies of a state share the value. Two references are equal if their values are equal.
///
/// - Complexity: Reading copies the value, O(1) for a collection. A change copies a collection's elements once.
@propertyWrapper
@dynamicMemberLookup
public struct Shared<Value: Sendable>: Sendable {
  private let box: SharedBox<Value>

  var reference: SharedReference<Value> {
    get { box.reference }
    nonmutating set { box.reference = newValue }
  }

  init(reference: SharedReference<Value>) {
    box = SharedBox(reference)
  }

  /// Creates a shared value that is not persisted.
  public init(value: Value) {
    self.init(reference: StoredReference(value))
  }

  /// Creates a copy that shares the same value.
  public init(projectedValue: Shared) {
    self = projectedValue
  }

  /// Creates a copy that shares the same value.
  public init(_ base: Shared) {
    self = base
  }

  /// The value. To change it, call ``withLock(_:)``, which makes each change atomic.
  public var wrappedValue: Value {
    get { reference.value }
    @available(
      *, unavailable, message: "Change a shared value with '$property.withLock { $0 = … }'."
    )
    nonmutating set { withLock { $0 = newValue } }
  }

  /// The shared value itself, to be passed to a child: `Child.State(plan: $plan)`.
  ///
  /// Setting it replaces the value that this property and its copies share.
  public var projectedValue: Shared {
    get { self }
    nonmutating set { reference = newValue.reference }
  }

  /// Changes the value exclusively. `operation` must not change the same value through another reference.
  ///
  /// A test that does not assert the change fails at the line of this call.
  public func withLock<Result>(
    _ operation: (inout Value) throws -> Result,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) rethrows -> Result {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return try reference.modify(at: location, operation)
  }

  /// A shared reference to a property of the value.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Shared<Member> {
    let keyPath = sendable(keyPath)
    return Shared<Member>(
      reference: reference.derived({ $0[keyPath: keyPath] }) { $0[keyPath: keyPath] = $1 })
  }

  /// A read-only shared reference to a property of the value: `$session.isOver`.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> SharedReader<Member> {
    SharedReader(self)[dynamicMember: keyPath]
  }

  // MARK: Storage

  /// Reloads the value from its storage.
  ///
  /// - Throws: The key's error, which is also the ``loadError``.
  public nonisolated(nonsending) func load(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    try await reference.load(at: location)
  }

  /// Writes the value to its storage. Each change is written automatically, but a key may delay this.
  ///
  /// - Throws: The key's error, which is also the ``saveError``.
  public nonisolated(nonsending) func save(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    try await reference.save(at: location)
  }

  /// Whether the value is being loaded.
  public var isLoading: Bool { reference.isLoading }

  /// The error of the last attempt to load the value; `nil` if it succeeded. After an error, the value stays the same.
  ///
  /// Outside tests the error is also reported as an issue.
  public var loadError: (any Error)? { reference.loadError }

  /// The error of the last attempt to save the value; `nil` if it succeeded.
  ///
  /// Outside tests the error is also reported as an issue.
  public var saveError: (any Error)? { reference.saveError }
}

extension Shared: Equatable where Value: Equatable {
  public static func == (lhs: Shared, rhs: Shared) -> Bool {
    // A test compares the expected value, on the left, with the actual one.
    guard SharedChangeTracker.asserting == nil else {
      return lhs.reference.value == rhs.reference.actual
    }
    return lhs.reference === rhs.reference || lhs.reference.actual == rhs.reference.actual
  }
}

extension Shared: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Shared: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension Shared: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension Shared: CustomReflectable, _CustomDiffObject {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
  public var _customDiffValues: (Any, Any) { reference.customDiffValues }
  public var _objectIdentifier: ObjectIdentifier { ObjectIdentifier(reference.root) }
}

extension Shared: CustomStringConvertible {
  public var description: String {
    "Shared<\(typeName(Value.self, keepsArguments: true))>(\(reference.summary))"
  }
}

// MARK: - By key

extension Shared {
  /// Creates a shared value for `key`. If storage has no value, the value is `wrappedValue`.
  public init(
    wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(
      reference: SharedScope.current.reference(key, initialValue: wrappedValue, at: location))
  }

  /// Creates an optional shared value for `key`, with `nil` as the default.
  @_disfavoredOverload
  public init<Wrapped>(
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Value == Wrapped? {
    self.init(
      wrappedValue: nil, key, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a shared value for `key`, with the key's default.
  public init<Base: SharedKey<Value>>(
    _ key: Base.Default,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: key.reference(at: location) { key.initialValue })
  }

  /// Creates a shared value for `key`, overriding the key's default.
  public init<Base: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: Base.Default,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: key.reference(at: location, initialValue: wrappedValue))
  }

  @available(*, unavailable, message: "Give the property an initial value, or the key a default.")
  public init(_ key: some SharedKey<Value>) {
    preconditionFailure("Unavailable")
  }
}
