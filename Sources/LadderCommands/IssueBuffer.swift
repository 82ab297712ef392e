import Models
import ReducerRuntime
import Synchronization
import TerminalHost

/// The runtime's issues while the screen is up, when a line on standard error would only tear it: they are kept, and
/// told once the terminal is given back. Where there is a report, it says at once where they were noticed, and not what
/// was said: that may have names in it.
final class IssueBuffer: Sendable {
  private let lines = Mutex<[String]>([])
  private let recordLocation: @Sendable (_ place: String) -> Void

  /// The first ones say what is wrong; a fault that repeats must not fill the memory.
  private static let maxLines = 20

  /// - Parameter recordLocation: Takes down where an issue was noticed; called by one thread at a time.
  init(recordLocation: @escaping @Sendable (_ place: String) -> Void) {
    self.recordLocation = recordLocation
  }

  convenience init(report: CrashReport?) { self.init { report?.record(issueAt: $0) } }

  /// Takes all issues from now on.
  func install() { IssueReporting.install { [self] in append($0, at: $1) } }

  func append(_ message: String, at location: IssueLocation) {
    let place = "\(location.fileID):\(location.line)"
    lines.withLock { lines in
      guard lines.count < Self.maxLines else { return }
      lines.append("ladder: \(place): \(message)".escapedText)
      recordLocation(place)
    }
  }

  /// What a person is told now, about a report, too, that is there or was there before.
  func messages(_ report: CrashReport?) -> [String] {
    let lines = lines.withLock { $0 }
    guard let report, report.isFromEarlierRun || !lines.isEmpty else { return lines }
    let reason = lines.isEmpty ? "it crashed before" : "this is a fault in Ladder"
    let path = report.path.escapedText
    return lines + ["ladder: \(reason); a report without names is in \(path), and may be deleted"]
  }

  /// Prints it.
  func printMessages(_ report: CrashReport?) {
    for line in messages(report) { CommandLineTool.writeToStandardError(line) }
  }
}
