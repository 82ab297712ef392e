import CommandLineInterface
import Models
import ReducerRuntime
import Synchronization
import TerminalHost

/// A buffer for the runtime's issues while the app has the terminal, where a line on standard error would corrupt the
/// screen.
///
/// The messages are printed once the terminal is restored. The crash report gets the source location of each issue
/// immediately, but not the message, because that may contain names.
final class IssueBuffer: Sendable {
  private let lines = Mutex<[String]>([])
  private let recordLocation: @Sendable (_ place: String) -> Void

  /// The maximum number of issues to keep, so that a repeated fault doesn't fill the memory.
  private static let maxLines = 20

  /// Creates an empty buffer.
  ///
  /// - Parameter recordLocation: Records the source location of an issue. It is called by one thread at a time.
  init(recordLocation: @escaping @Sendable (_ place: String) -> Void) {
    self.recordLocation = recordLocation
  }

  convenience init(report: CrashReport?) { self.init { report?.record(issueAt: $0) } }

  /// Registers the buffer as the receiver of all issues.
  func install() { IssueReporting.install { [self] in append($0, at: $1) } }

  func append(_ message: String, at location: IssueLocation) {
    let place = "\(location.fileID):\(location.line)"
    lines.withLock { lines in
      guard lines.count < Self.maxLines else { return }
      lines.append("ladder: \(place): \(message)".escapedText)
      recordLocation(place)
    }
  }

  /// Returns the lines to print at the end, including one about a crash report of this or an earlier run.
  func messages(_ report: CrashReport?) -> [String] {
    let lines = lines.withLock { $0 }
    guard let report, report.isFromEarlierRun || !lines.isEmpty else { return lines }
    let reason = lines.isEmpty ? "it crashed earlier" : "this is a bug in Ladder"
    let path = report.path.escapedText
    return lines + ["ladder: \(reason); a report without names is in \(path), and may be deleted"]
  }

  /// Writes the lines of ``messages(_:)`` to standard error.
  func printMessages(_ report: CrashReport?) {
    for line in messages(report) { CommandLineTool.writeToStandardError(line) }
  }
}
