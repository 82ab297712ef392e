import Synchronization

/// Where an issue was noticed.
public struct IssueLocation: Sendable {
  public var fileID: StaticString
  public var filePath: StaticString
  public var line: UInt
  public var column: UInt

  public init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

/// Where issues go. The runtime links no test library: a test support module fills the hook with one that fails the
/// running test; until then an issue is one line on standard error.
public enum IssueReporting {
  /// Receives each issue's message and where it was noticed. May be called from any thread.
  public typealias Reporter = @Sendable (_ message: String, _ location: IssueLocation) -> Void

  private static let installed = Mutex<Reporter?>(nil)
  private static let installedForWarnings = Mutex<Reporter?>(nil)
  /// A reporter for the current task alone, in front of the installed one.
  @TaskLocal public static var current: Reporter?

  /// Sends all later issues to `reporter`.
  public static func install(_ reporter: @escaping Reporter) {
    installed.withLock { $0 = reporter }
  }

  /// Sends all later warnings to `reporter`, which without one go to standard error.
  package static func installForWarnings(_ reporter: @escaping Reporter) {
    installedForWarnings.withLock { $0 = reporter }
  }

  static func report(
    _ message: String, _ severity: IssueSeverity = .error, _ location: IssueLocation
  ) {
    let installed =
      severity == .error ? installed.withLock { $0 } : installedForWarnings.withLock { $0 }
    if let reporter = current ?? installed {
      reporter(message, location)
    } else {
      writeLine(message, location)
    }
  }

  /// Writes an issue to standard error, as one line where it is one.
  package static func writeLine(_ message: String, _ location: IssueLocation) {
    writeToStandardError("\(location.fileID):\(location.line): \(message)\n")
  }
}

/// How bad an issue is.
public enum IssueSeverity: Hashable, Sendable {
  /// Something to look at, which fails nothing: a line on standard error, a warning in a test.
  case warning
  /// Something wrong in the program: a test fails.
  case error
}

/// Reports that something is wrong in the program, at the caller's line: a test fails, a running app goes on.
public func reportIssue(
  _ message: @autoclosure () -> String? = nil, severity: IssueSeverity = .error,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  IssueReporting.report(
    message() ?? "Issue reported", severity,
    IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Reports an error nobody handled.
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

/// The error that an endpoint nobody set throws.
public struct Unimplemented: Error, CustomStringConvertible {
  /// The endpoint's name.
  public let endpoint: String

  public init(_ endpoint: String) {
    self.endpoint = endpoint
  }

  public var description: String { "Unimplemented: '\(endpoint)'" }
}
