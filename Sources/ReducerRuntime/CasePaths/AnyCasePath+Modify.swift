extension AnyCasePath {
  /// Changes the payload of `root` when it is this case.
  ///
  /// Swift has no way to write through the pattern of a case, and a payload changed as a copy while the enum holds the
  /// original would be copied deep. So the payload leaves the enum, is changed, and is put back.
  ///
  /// - Returns: What `operation` returned, or `nil` when the root is another case.
  /// - Complexity: O(1): what the payload refers to is referenced once while it is changed. In an enum with
  ///   `@ObservableState` the payload is moved; elsewhere it is copied out, which counts each of its references.
  @inlinable
  @inline(__always)
  func modify<Result>(
    _ root: inout Root, _ operation: (inout Value) -> Result
  ) -> Result? {
    if let changing {
      var result: Result?
      // Nobody sees the root without a value: it is borrowed for writing until this returns, and `operation` does not
      // throw.
      _ = withUnsafeMutablePointer(to: &root) { changing.change($0) { result = operation(&$0) } }
      return result
    }
    guard var value = extracting(root) else { return nil }
    return withUnsafeMutablePointer(to: &root) { pointer in
      // As above.
      pointer.deinitialize(count: 1)
      let result = operation(&value)
      pointer.initialize(to: embedding(value))
      return result
    }
  }

  /// Looks at the payload of `root` when it is this case.
  @inlinable
  @inline(__always)
  func read<Result>(_ root: Root, _ operation: (inout Value) -> Result) -> Result? {
    guard var value = extracting(root) else { return nil }
    return operation(&value)
  }
}
