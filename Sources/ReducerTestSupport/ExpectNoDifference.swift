import ReducerRuntime

/// Fails the test if two values differ, and shows the difference line by line.
///
/// ```swift
/// expectNoDifference(leaderboard.rows, [ada, bob])
/// ```
///
/// - Complexity: O(lines) if they are equal, O(lines × differences) otherwise.
public func expectNoDifference<Value: Equatable>(
  _ expression1: @autoclosure () throws -> Value,
  _ expression2: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    reportDifference(
      try expression1(), try expression2(), "The values differ (− first, + second)", message(),
      at: location)
  } catch {
    location.report("The comparison threw an error: \(error)")
  }
}

private func reportDifference<Value: Equatable>(
  _ first: Value, _ second: Value, _ heading: String, _ message: @autoclosure () -> String?,
  at location: IssueLocation
) {
  guard first != second else { return }
  location.report(
    """
    \(message().map { "\($0)\n\n" } ?? "")\(heading):

    \(lineDifference(first, second) ?? "")
    """)
}

/// Fails the test unless `operation` changes a value as expected.
///
/// ```swift
/// expectDifference(model.reps) { model.add() } changes: { $0 = 1 }
/// ```
public func expectDifference<Value: Equatable>(
  _ expression: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String? = nil,
  operation: () throws -> Void = {},
  changes updateExpectingResult: (inout Value) throws -> Void,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    var expected = try expression()
    try updateExpectingResult(&expected)
    try operation()
    reportDifference(
      expected, try expression(), "The change differs (− expected, + actual)", message(),
      at: location)
  } catch {
    location.report("The comparison threw an error: \(error)")
  }
}

/// Fails the test unless an asynchronous operation, which runs on the caller's actor, changes a value as expected.
public nonisolated(nonsending) func expectDifference<Value: Equatable & Sendable>(
  _ expression: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String? = nil,
  operation: nonisolated(nonsending) () async throws -> Void = {},
  changes updateExpectingResult: (inout Value) throws -> Void,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) async {
  let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    var expected = try expression()
    try updateExpectingResult(&expected)
    try await operation()
    reportDifference(
      expected, try expression(), "The change differs (− expected, + actual)", message(),
      at: location)
  } catch {
    location.report("The comparison threw an error: \(error)")
  }
}
