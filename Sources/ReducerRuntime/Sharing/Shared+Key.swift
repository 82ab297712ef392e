extension Shared {
  /// Creates a shared value for `key`, with `wrappedValue` as the value if storage has none.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    self.init(reference: SharedScope.current.reference(key, initialValue: wrappedValue))
  }

  /// Creates an optional shared value for `key`, with `nil` as the default.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Creates a shared value for `key`, with the key's default.
  public init<Base: SharedKey<Value>>(_ key: Base.Default) {
    self.init(reference: key.reference { key.initialValue })
  }

  /// Creates a shared value for `key`, overriding the key's default.
  public init<Base: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: Base.Default
  ) {
    self.init(reference: key.reference(initialValue: wrappedValue))
  }

  @available(*, unavailable, message: "Give the property an initial value, or the key a default.")
  public init(_ key: some SharedKey<Value>) {
    preconditionFailure("Unavailable")
  }

  /// Creates a shared value for `key` with the value in storage.
  ///
  /// - Throws: The key's error, or ``MissingSharedValue`` if storage has no value.
  public nonisolated(nonsending) init(require key: some SharedKey<Value>) async throws {
    self.init(reference: try await key.loadedReference())
  }

  /// Creates a shared value for `key` with the value in storage, without using the key's default.
  ///
  /// - Throws: The key's error, or ``MissingSharedValue`` if storage has no value.
  public nonisolated(nonsending) init<Base: SharedKey<Value>>(
    require key: Base.Default
  ) async throws {
    try await self.init(require: key.base)
  }

  /// Replaces the key of the property and its copies, and loads the value. Until it is loaded the current value stays.
  ///
  /// - Throws: The key's error, which is also the ``loadError``.
  public nonisolated(nonsending) func load(_ key: some SharedKey<Value>) async throws {
    reference = key.reference(loaded: wrappedValue)
    try await load()
  }

  /// Replaces the key of the property and its copies, and loads the value, without using the new key's default.
  ///
  /// - Throws: The key's error, which is also the ``loadError``.
  public nonisolated(nonsending) func load<Base: SharedKey<Value>>(
    _ key: Base.Default
  ) async throws {
    try await load(key.base)
  }
}

/// An error of a required shared value that storage does not have.
public struct MissingSharedValue: Error, CustomStringConvertible {
  /// The description of the key.
  public let key: String

  public var description: String { "There is no stored value for '\(key)'" }
}

extension SharedReaderKey {
  /// Returns the reference for the key, which has `value` if it is created now.
  func reference(loaded value: Value) -> SharedReference<Value> {
    SharedScope.current.reference(self, initialValue: { value }, isLoaded: true)
  }

  /// Returns the reference for the key, with the value in storage.
  nonisolated(nonsending) func loadedReference() async throws -> SharedReference<Value> {
    let value = try await withCheckedThrowingContinuation { caller in
      load(
        context: .userInitiated,
        continuation: LoadContinuation("\(self)") { caller.resume(with: $0) })
    }
    guard let value else { throw MissingSharedValue(key: "\(self)") }
    return reference(loaded: value)
  }
}
