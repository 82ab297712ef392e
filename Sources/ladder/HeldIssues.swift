import ReducerRuntime
import Synchronization

/// The runtime's issues while the screen is up, when a line on standard error would only tear it: they are kept, and
/// told once the terminal is given back.
final class HeldIssues: Sendable {
  private let lines = Mutex<[String]>([])

  /// The first ones say what is wrong; a fault that repeats must not fill the memory.
  private static let most = 20

  init() {
    IssueReporting.install { [self] message, location in
      lines.withLock { lines in
        if lines.count < Self.most {
          lines.append("\(location.fileID):\(location.line): \(message)")
        }
      }
    }
  }

  /// Prints what was kept.
  func tell() {
    for line in lines.withLock({ $0 }) { CommandLineTool.writeToStandardError("ladder: \(line)") }
  }
}
