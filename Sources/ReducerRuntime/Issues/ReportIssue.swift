import Glibc
import Synchronization

/// The source location of an issue.
public struct IssueLocation: Sendable {
  /// The module and the name of the file.
  public var fileID: StaticString
  /// The path of the file.
  public var filePath: StaticString
  /// The number of the line, counted from 1.
  public var line: UInt
  /// The number of the column, counted from 1.
  public var column: UInt

  /// Creates a location.
  public init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

/// The destination of issues. The runtime does not link a test library: a test support module installs a reporter
/// that fails the running test. Without one, an issue is written to standard error as one line.
public enum IssueReporting {
  /// A closure that receives each issue's message and location. May be called from any thread.
  public typealias Reporter = @Sendable (_ message: String, _ location: IssueLocation) -> Void

  /// The reporters for all tasks.
  ///
  /// They are in a structure, because a lock around a bare function would wrap it in another closure with each access.
  private struct Reporters: Sendable {
    var forErrors: Reporter?
    var forWarnings: Reporter?
  }

  private static let installed = Mutex(Reporters())

  /// It is a structure, because the optimizer asks for metadata of a task local's type, and finds none for a function.
  private struct TaskReporter: Sendable {
    let report: Reporter
  }

  @TaskLocal private static var taskReporter: TaskReporter?

  /// The reporter of the current task, which takes precedence over the installed one.
  package static var current: Reporter? { taskReporter?.report }

  /// Runs `operation` and sends its issues, including those of tasks that it starts, to `reporter`.
  package static func withReporter<Result>(
    _ reporter: @escaping Reporter, operation: () throws -> Result
  ) rethrows -> Result {
    try $taskReporter.withValue(TaskReporter(report: reporter), operation: operation)
  }

  /// Runs the asynchronous `operation` and sends its issues, including those of tasks that it starts, to `reporter`.
  package nonisolated(nonsending) static func withReporter<Result>(
    _ reporter: @escaping Reporter,
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await $taskReporter.withValue(TaskReporter(report: reporter)) { try await operation() }
  }

  /// Installs `reporter` for all later issues.
  public static func install(_ reporter: @escaping Reporter) {
    installed.withLock { $0.forErrors = reporter }
  }

  /// Installs `reporter` for all later warnings. Without one, warnings are written to standard error.
  package static func installForWarnings(_ reporter: @escaping Reporter) {
    installed.withLock { $0.forWarnings = reporter }
  }

  static func report(
    _ message: String, _ severity: IssueSeverity = .error, _ location: IssueLocation
  ) {
    let reporters = installed.withLock { $0 }
    let location = location.valid
    if let reporter = current ?? (severity == .error ? reporters.forErrors : reporters.forWarnings)
    {
      reporter(message, location)
    } else {
      writeLine(message, location)
    }
  }

  /// Writes an issue to standard error, on one line if the message has one line.
  package static func writeLine(_ message: String, _ location: IssueLocation) {
    writeToStandardError("\(location.fileID):\(location.line): \(message)\n")
  }
}

/// The severity of an issue.
public enum IssueSeverity: Hashable, Sendable {
  /// A problem that does not fail a test: a line on standard error, a warning in a test.
  case warning
  /// An error in the program: it fails the running test.
  case error
}

/// Reports an error in the program at the caller's line. A running test fails; a running app continues.
public func reportIssue(
  _ message: @autoclosure () -> String? = nil, severity: IssueSeverity = .error,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  IssueReporting.report(
    message() ?? "Issue reported", severity,
    IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Reports an unhandled error.
public func reportIssue(
  _ error: any Error, _ message: @autoclosure () -> String? = nil,
  severity: IssueSeverity = .error,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  reportIssue(
    "Caught error: \(error)" + (message().map { ": \($0)" } ?? ""), severity: severity,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// An error thrown by an unimplemented endpoint.
public struct Unimplemented: Error, CustomStringConvertible {
  /// The name of the endpoint.
  public let endpoint: String

  /// Creates an error.
  ///
  /// - Parameter endpoint: The name of the endpoint.
  public init(_ endpoint: String) {
    self.endpoint = endpoint
  }

  public var description: String { "Unimplemented: '\(endpoint)'" }
}

func writeToStandardError(_ text: String) {
  var text = text
  text.withUTF8 { bytes in
    // If standard error cannot be written, there is nowhere to report it.
    _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
  }
}

extension IssueLocation {
  /// This location as a reporter accepts it. Swift Testing stops the program at a line or column of 0, and at a file
  /// without a module, as in issues of code that doesn't know all of its caller's location.
  fileprivate var valid: IssueLocation {
    let hasModule = fileID.description.contains("/")
    return IssueLocation(
      fileID: hasModule ? fileID : "<unknown>/<unknown>", filePath: filePath,
      line: UInt(Int(clamping: max(1, line))), column: UInt(Int(clamping: max(1, column))))
  }

  /// Reports an issue at this location.
  package func report(_ message: String, severity: IssueSeverity = .error) {
    IssueReporting.report(message, severity, self)
  }

  /// Reports that an action was received for an absent child.
  @usableFromInline
  func reportAbsentChild<Action>(_ action: Action, operator name: String) {
    let article = name.hasPrefix("i") ? "An" : "A"
    let text = indented(split(String(customDumping: action))).joined(separator: "\n")
    report(
      """
      \(article) '\(name)' received an action for a child that is not there:

      \(text)

      Cancel the child's effects before it is removed, and send its actions only while it is presented.
      """)
  }
}

extension IssueLocation {
  init(
    fileID: _HashableStaticString, filePath: _HashableStaticString, line: UInt, column: UInt
  ) {
    self.init(fileID: fileID.value, filePath: filePath.value, line: line, column: column)
  }

  /// Reports a write to a case that is not the current one.
  func reportCaseMismatch(_ name: String) {
    report("Can't write to the case '\(name)': the value is another case, or there is none.")
  }
}

// MARK: - Errors

/// Runs `body` and reports an error that it throws as an issue.
///
/// ```swift
/// withErrorReporting { try settings.save() }
/// ```
///
/// - Returns: The result of `body`, or `nil` if it throws.
@discardableResult
public func withErrorReporting<Result>(
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  catching body: () throws -> Result
) -> Result? {
  do {
    return try body()
  } catch {
    reportIssue(
      error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
    return nil
  }
}

/// Runs asynchronous work on the caller's actor, and reports an error that it throws as an issue.
@discardableResult
public nonisolated(nonsending) func withErrorReporting<Result>(
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  catching body: nonisolated(nonsending) () async throws -> Result
) async -> Result? {
  do {
    return try await body()
  } catch {
    reportIssue(
      error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
    return nil
  }
}

// MARK: - Expected issues

/// Runs `body` and expects it to report an issue, which is then not reported as a failure.
///
/// ```swift
/// withExpectedIssue { store.send(.timer(.tick)) }  // no timer is presented
/// ```
///
/// If `body` reports no issue, that is reported as an issue.
///
/// - Parameters:
///   - message: The reason for the issue.
///   - isIntermittent: Whether `body` may also run without an issue.
///   - body: The work that is expected to report an issue or to throw an error.
public func withExpectedIssue(
  _ message: String? = nil, isIntermittent: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Void
) {
  let expected = ExpectedIssue(message, isIntermittent: isIntermittent)
  IssueReporting.withReporter({ _, _ in expected.markReported() }) {
    do { try body() } catch { expected.markReported() }
  }
  expected.check(
    IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Runs asynchronous work and expects it to report an issue, which is then not reported as a failure.
public nonisolated(nonsending) func withExpectedIssue(
  _ message: String? = nil, isIntermittent: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: nonisolated(nonsending) () async throws -> Void
) async {
  let expected = ExpectedIssue(message, isIntermittent: isIntermittent)
  await IssueReporting.withReporter({ _, _ in expected.markReported() }) {
    do { try await body() } catch { expected.markReported() }
  }
  expected.check(
    IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

private final class ExpectedIssue: Sendable {
  private let message: String?
  private let isIntermittent: Bool
  private let wasReported = Atomic<Bool>(false)

  init(_ message: String?, isIntermittent: Bool) {
    self.message = message
    self.isIntermittent = isIntermittent
  }

  func markReported() { wasReported.store(true, ordering: .relaxed) }

  func check(_ location: IssueLocation) {
    guard !isIntermittent, !wasReported.load(ordering: .relaxed) else { return }
    location.report(
      "An issue was expected, but none was reported" + (message.map { ": \($0)" } ?? "."))
  }
}
