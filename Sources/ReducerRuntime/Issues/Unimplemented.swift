import Synchronization

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

/// Reports that a test used a dependency that it does not override: at the step of its test store, otherwise at the
/// `@Dependency` property that it is reading, otherwise at `location`. A step reports each dependency once.
///
/// - Parameters:
///   - key: The dependency, if `name` is one of its members: a clock's `sleep` also reads its `now`.
///   - alternative: Another remedy, after a comma.
func reportMissingOverride(
  of name: String, key: String? = nil, alternative: String = "", at location: IssueLocation
) {
  let step = TestStep.current
  guard step?.isFirstUse(of: key ?? name) ?? true else { return }
  (step?.location ?? DependencyValues.propertyLocation ?? location)
    .report("Unimplemented: \(name). Override it with 'withDependencies'\(alternative).")
}

extension IssueLocation {
  /// Returns the location of the `@Dependency` property whose first use creates a default value, otherwise the
  /// caller's.
  static func ofProperty(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Self {
    DependencyValues.propertyLocation
      ?? Self(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// Reports that a test called a client's endpoint that it does not override. Used by `@DependencyEndpoint`.
public func _reportUnimplementedEndpoint(
  _ name: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  reportMissingOverride(
    of: "'\(name)'",
    at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// A step of a test store, at whose line issues of the dependencies that it uses are reported.
package final class TestStep: Sendable {
  @TaskLocal package static var current: TestStep?

  package let location: IssueLocation
  private let missing = Mutex<Set<String>>([])

  /// Creates a step at `location`.
  package init(at location: IssueLocation) { self.location = location }

  fileprivate func isFirstUse(of name: String) -> Bool {
    missing.withLock { $0.insert(name).inserted }
  }
}

private func reportUnimplemented(
  _ description: String, fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
) {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  (TestStep.current?.location ?? location)
    .report(description.isEmpty ? "Unimplemented" : "Unimplemented: \(description)")
}
