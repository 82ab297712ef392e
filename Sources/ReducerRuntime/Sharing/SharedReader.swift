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

  /// Returns a reader of a constant value: `SharedReader.constant(0)`.
  public static func constant(_ value: Value) -> Self { Self(value: value) }

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
    // A member's key path captures nothing: see `sendable(_:)`.
    nonisolated(unsafe) let keyPath = keyPath
    return read { $0[keyPath: keyPath] }
  }

  /// Returns a reader of what `transform` makes of the value.
  public func read<Member: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader<Member>(reference: reference.derived(transform) { _, _ in })
  }

  // MARK: Storage

  /// Reloads the value from its storage.
  ///
  /// - Throws: The key's error, which is also the ``loadError``.
  public nonisolated(nonsending) func load() async throws { try await reference.load() }

  /// Whether the value is being loaded.
  public var isLoading: Bool { reference.isLoading }

  /// The error of the last attempt to load the value, if it failed. The value is the last one that was loaded.
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

extension SharedReader: CustomReflectable, SharedValue {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
  var dumpedValue: Any { wrappedValue }
  var dumpedIdentity: ObjectIdentifier { ObjectIdentifier(reference.root) }
}

extension SharedReader: CustomStringConvertible {
  public var description: String { "SharedReader<\(Value.self)>(\(reference.summary))" }
}
