extension Shared {
  /// Creates a shared value for `key` with the value in storage.
  ///
  /// - Throws: The key's error, or ``MissingSharedValue`` if storage has no value.
  public nonisolated(nonsending) init(
    require key: some SharedKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: try await key.loadedReference(at: location))
  }

  /// Creates a shared value for `key` with the value in storage, without using the key's default.
  ///
  /// - Throws: The key's error, or ``MissingSharedValue`` if storage has no value.
  public nonisolated(nonsending) init<Base: SharedKey<Value>>(
    require key: Base.Default,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws {
    try await self.init(
      require: key.base, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Replaces the key of the property and its copies, and loads the value. Until it is loaded the current value stays.
  ///
  /// - Throws: The key's error, which is also the ``loadError``.
  public nonisolated(nonsending) func load(
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    reference = key.reference(loaded: wrappedValue, at: location)
    try await reference.load(at: location)
  }

  /// Replaces the key of the property and its copies, and loads the value, without using the new key's default.
  ///
  /// - Throws: The key's error, which is also the ``loadError``.
  public nonisolated(nonsending) func load<Base: SharedKey<Value>>(
    _ key: Base.Default,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws {
    try await load(key.base, fileID: fileID, filePath: filePath, line: line, column: column)
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
  func reference(loaded value: Value, at location: IssueLocation) -> SharedReference<Value> {
    SharedScope.current.reference(
      self, initialValue: { value }, isLoaded: true, at: location)
  }

  /// Returns the reference for the key, with the value in storage.
  nonisolated(nonsending) func loadedReference(
    at location: IssueLocation
  ) async throws -> SharedReference<Value> {
    let value = try await withCheckedThrowingContinuation { caller in
      load(
        context: .userInitiated,
        continuation: LoadContinuation("\(self)", at: location) { caller.resume(with: $0) })
    }
    guard let value else { throw MissingSharedValue(key: "\(self)") }
    return reference(loaded: value, at: location)
  }
}

extension SharedReader {
  /// Creates a reader of the value for `key` with the value in storage.
  ///
  /// - Throws: The key's error, or ``MissingSharedValue`` if storage has no value.
  public nonisolated(nonsending) init(
    require key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: try await key.loadedReference(at: location))
  }

  /// Creates a reader of the value for a key that can also save, with the value in storage.
  ///
  /// - Throws: The key's error, or ``MissingSharedValue`` if storage has no value.
  @_disfavoredOverload
  public nonisolated(nonsending) init(
    require key: some SharedKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(reference: try await key.loadedReference(at: location))
  }

  /// Creates a reader of the value for `key` with the value in storage, without using the key's default.
  ///
  /// - Throws: The key's error, or ``MissingSharedValue`` if storage has no value.
  public nonisolated(nonsending) init<Base: SharedReaderKey<Value>>(
    require key: Base.Default,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws {
    try await self.init(
      require: key.base, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Replaces the key of the property and its copies, and loads the value. Until it is loaded the current value stays.
  ///
  /// - Throws: The key's error, which is also the ``loadError``.
  public nonisolated(nonsending) func load(
    _ key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    try await replaceKey(key, at: location)
  }

  /// Replaces the key of the property and its copies with a key that can also save, and loads the value.
  ///
  /// - Throws: The key's error, which is also the ``loadError``.
  @_disfavoredOverload
  public nonisolated(nonsending) func load(
    _ key: some SharedKey<Value>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    try await replaceKey(key, at: location)
  }

  /// Replaces the key of the property and its copies, and loads the value, without using the new key's default.
  ///
  /// - Throws: The key's error, which is also the ``loadError``.
  public nonisolated(nonsending) func load<Base: SharedReaderKey<Value>>(
    _ key: Base.Default,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async throws {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    try await replaceKey(key.base, at: location)
  }

  private nonisolated(nonsending) func replaceKey(
    _ key: some SharedReaderKey<Value>, at location: IssueLocation
  ) async throws {
    reference = key.reference(loaded: wrappedValue, at: location)
    try await reference.load(at: location)
  }
}
