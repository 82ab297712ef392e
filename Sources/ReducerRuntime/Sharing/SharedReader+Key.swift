// A key that can also save is declared in an extension of `SharedKey`, where a reader finds it by `.name` only if an
// initializer asks for a `SharedKey`. So there are two of each.

extension SharedReader {
  /// Creates a reader of the value for `key`, with `wrappedValue` as the value if storage has none.
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedReaderKey<Value>) {
    self.init(reference: SharedScope.current.reference(key, initialValue: wrappedValue))
  }

  /// Creates a reader of the value for a key that can also save, with `wrappedValue` as the value if storage has none.
  @_disfavoredOverload
  public init(wrappedValue: @autoclosure () -> Value, _ key: some SharedKey<Value>) {
    self.init(reference: SharedScope.current.reference(key, initialValue: wrappedValue))
  }

  /// Creates a reader of an optional value for `key`, with `nil` as the default.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedReaderKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Creates a reader of an optional value for a key that can also save, with `nil` as the default.
  @_disfavoredOverload
  public init<Wrapped>(_ key: some SharedKey<Value>) where Value == Wrapped? {
    self.init(wrappedValue: nil, key)
  }

  /// Creates a reader of the value for `key`, with the key's default.
  public init<Base: SharedReaderKey<Value>>(_ key: Base.Default) {
    self.init(reference: key.reference { key.initialValue })
  }

  /// Creates a reader of the value for a key that can also save, with the key's default.
  @_disfavoredOverload
  public init<Base: SharedKey<Value>>(_ key: Base.Default) {
    self.init(reference: key.reference { key.initialValue })
  }

  /// Creates a reader of the value for `key`, overriding the key's default.
  public init<Base: SharedReaderKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: Base.Default
  ) {
    self.init(reference: key.reference(initialValue: wrappedValue))
  }

  /// Creates a reader of the value for a key that can also save, overriding the key's default.
  @_disfavoredOverload
  public init<Base: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: Base.Default
  ) {
    self.init(reference: key.reference(initialValue: wrappedValue))
  }

  @available(*, unavailable, message: "Give the property an initial value, or the key a default.")
  public init(_ key: some SharedReaderKey<Value>) {
    preconditionFailure("Unavailable")
  }

  /// Creates a reader of the value for `key` with the value in storage.
  ///
  /// - Throws: The key's error, or ``MissingSharedValue`` if storage has no value.
  public nonisolated(nonsending) init(require key: some SharedReaderKey<Value>) async throws {
    self.init(reference: try await key.loadedReference())
  }

  /// Creates a reader of the value for a key that can also save, with the value in storage.
  ///
  /// - Throws: The key's error, or ``MissingSharedValue`` if storage has no value.
  @_disfavoredOverload
  public nonisolated(nonsending) init(require key: some SharedKey<Value>) async throws {
    self.init(reference: try await key.loadedReference())
  }

  /// Creates a reader of the value for `key` with the value in storage, without using the key's default.
  ///
  /// - Throws: The key's error, or ``MissingSharedValue`` if storage has no value.
  public nonisolated(nonsending) init<Base: SharedReaderKey<Value>>(
    require key: Base.Default
  ) async throws {
    try await self.init(require: key.base)
  }

  /// Replaces the key of the property and its copies, and loads the value. Until it is loaded the current value stays.
  ///
  /// - Throws: The key's error, which is also the ``loadError``.
  public nonisolated(nonsending) func load(_ key: some SharedReaderKey<Value>) async throws {
    try await replaceKey(key)
  }

  /// Replaces the key of the property and its copies with a key that can also save, and loads the value.
  ///
  /// - Throws: The key's error, which is also the ``loadError``.
  @_disfavoredOverload
  public nonisolated(nonsending) func load(_ key: some SharedKey<Value>) async throws {
    try await replaceKey(key)
  }

  /// Replaces the key of the property and its copies, and loads the value, without using the new key's default.
  ///
  /// - Throws: The key's error, which is also the ``loadError``.
  public nonisolated(nonsending) func load<Base: SharedReaderKey<Value>>(
    _ key: Base.Default
  ) async throws {
    try await replaceKey(key.base)
  }

  private nonisolated(nonsending) func replaceKey(
    _ key: some SharedReaderKey<Value>
  ) async throws {
    reference = key.reference(loaded: wrappedValue)
    try await load()
  }
}
