/// Returns a closure that reports an issue when it is called, and returns `placeholder`.
///
/// ```swift
/// var page: @Sendable (Int) -> Page = unimplemented("LeaderboardClient.page", placeholder: .empty)
/// ```
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Result = (),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  { (_: repeat each Argument) in
    reportUnimplemented(
      description(), fileID: fileID, filePath: filePath, line: line, column: column)
    return placeholder()
  }
}

/// Returns an asynchronous closure that reports an issue when it is called, and returns `placeholder`.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Result = (),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) async -> Result {
  { (_: repeat each Argument) in
    reportUnimplemented(
      description(), fileID: fileID, filePath: filePath, line: line, column: column)
    return placeholder()
  }
}

/// Returns a closure that reports an issue when it is called, and throws ``Unimplemented``.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
  { (_: repeat each Argument) in
    reportUnimplemented(
      description(), fileID: fileID, filePath: filePath, line: line, column: column)
    throw Unimplemented(description())
  }
}

/// Returns an asynchronous closure that reports an issue when it is called, and throws ``Unimplemented``.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) async throws -> Result {
  { (_: repeat each Argument) in
    reportUnimplemented(
      description(), fileID: fileID, filePath: filePath, line: line, column: column)
    throw Unimplemented(description())
  }
}

/// Reports an issue, and returns `placeholder`. Use it for a dependency that is not a closure.
///
/// ```swift
/// static var testValue: String? { unimplemented("userName", placeholder: nil) }
/// ```
@_disfavoredOverload
public func unimplemented<Result>(
  _ description: @autoclosure () -> String = "",
  placeholder: @autoclosure () -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> Result {
  reportUnimplemented(
    description(), fileID: fileID, filePath: filePath, line: line, column: column)
  return placeholder()
}

private func reportUnimplemented(
  _ description: String, fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
) {
  reportIssue(
    description.isEmpty ? "Unimplemented" : "Unimplemented: \(description)",
    fileID: fileID, filePath: filePath, line: line, column: column)
}
