/// A read-only reference to a value that other features share and change.
///
/// ```swift
/// @SharedReader(.appStorage("isLoud")) var isLoud = true
/// @SharedReader var session: Session  // `SharedReader($session)`
/// ```
@propertyWrapper
@dynamicMemberLookup
public struct SharedReader<Value: Sendable>: Sendable {
  private let box: SharedBox<Value>

  var reference: SharedReference<Value> {
    get { box.reference }
    nonmutating set { box.reference = newValue }
  }

  init(reference: SharedReference<Value>) {
    box = SharedBox(reference)
  }

  /// Creates a reader of a constant value.
  public init(value: Value) {
    self.init(reference: StoredReference(value))
  }

  /// Creates a reader of a shared value.
  public init(_ base: Shared<Value>) {
    self.init(reference: base.reference)
  }

  /// Creates a reader of the same value as another one.
  public init(projectedValue: SharedReader) {
    self = projectedValue
  }

  /// The value.
  public var wrappedValue: Value { reference.value }

  /// The reader itself.
  ///
  /// Setting it replaces the value that this property and its copies read.
  public var projectedValue: SharedReader {
    get { self }
    nonmutating set { reference = newValue.reference }
  }

  /// A reader of a property of the value.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> SharedReader<Member> {
    // Safe: the key path of a member captures nothing; see `sendable(_:)`.
    nonisolated(unsafe) let keyPath = keyPath
    return SharedReader<Member>(
      reference: reference.derived {
        $0[keyPath: keyPath]
      } _: { _, _ in
      })
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

  /// Whether the value is being loaded.
  public var isLoading: Bool { reference.isLoading }

  /// The error of the last attempt to load the value; `nil` if it succeeded. After an error, the value stays the same.
  ///
  /// Outside tests the error is also reported as an issue.
  public var loadError: (any Error)? { reference.loadError }
}

extension SharedReader: Equatable where Value: Equatable {
  public static func == (lhs: SharedReader, rhs: SharedReader) -> Bool {
    Shared(reference: lhs.reference) == Shared(reference: rhs.reference)
  }
}

extension SharedReader: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension SharedReader: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: CustomReflectable, _CustomDiffObject {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
  public var _customDiffValues: (Any, Any) { reference.customDiffValues }
  public var _objectIdentifier: ObjectIdentifier { ObjectIdentifier(reference.root) }
}

extension SharedReader: CustomStringConvertible {
  public var description: String {
    "SharedReader<\(typeName(Value.self, keepsArguments: true))>(\(reference.summary))"
  }
}

// MARK: - By key

// A key that can also save is declared in an extension of `SharedKey`. The compiler finds it as `.name` only for a
// parameter of type `SharedKey`, so each initializer below exists twice.

extension SharedReader {
  /// Creates a reader of the value for `key`, with `wrappedValue` as the value if storage has none.
  public init(
    wrappedValue: @autoclosure () -> Value, _ key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(
      reference: SharedScope.current.reference(key, initialValue: wrappedValue, at: location))
  }

  /// Creates a reader of the value for a key that can also save, with `wrappedValue` as the value if storage has none.
  @_disfavoredOverload
  public init(
    wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(
      reference: SharedScope.current.reference(key, initialValue: wrappedValue, at: location))
  }

  /// Creates a reader of an optional value for `key`, with `nil` as the default.
  @_disfavoredOverload
  public init<Wrapped>(
    _ key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Value == Wrapped? {
    self.init(
      wrappedValue: nil, key, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a reader of an optional value for a key that can also save, with `nil` as the default.
  @_disfavoredOverload
  public init<Wrapped>(
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Value == Wrapped? {
    self.init(
      wrappedValue: nil, key, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a reader of the value for `key`, with the key's default.
  public init<Base: SharedReaderKey<Value>>(
    _ key: Base.Default,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: key.reference(at: location) { key.initialValue })
  }

  /// Creates a reader of the value for a key that can also save, with the key's default.
  @_disfavoredOverload
  public init<Base: SharedKey<Value>>(
    _ key: Base.Default,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: key.reference(at: location) { key.initialValue })
  }

  /// Creates a reader of the value for `key`, overriding the key's default.
  public init<Base: SharedReaderKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: Base.Default,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: key.reference(at: location, initialValue: wrappedValue))
  }

  /// Creates a reader of the value for a key that can also save, overriding the key's default.
  @_disfavoredOverload
  public init<Base: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: Base.Default,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: key.reference(at: location, initialValue: wrappedValue))
  }

  @available(*, unavailable, message: "Give the property an initial value, or the key a default.")
  public init(_ key: some SharedReaderKey<Value>) {
    preconditionFailure("Unavailable")
  }
}
