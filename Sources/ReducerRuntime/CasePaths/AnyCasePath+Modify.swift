extension AnyCasePath {
  /// Changes the payload of `root` in place if `root` is this case.
  ///
  /// Swift cannot write through the pattern of a case. A payload that is changed as a copy while the enum holds the
  /// original would be copied on write. So the payload is moved out of the enum, changed and moved back.
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
      // As above.
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
