import CSystem
import Glibc

/// A file that reports a crash, and faults that the program survived, to a developer. It contains source locations,
/// numbers and versions, and no personal data.
public struct CrashReport: Sendable {
  /// The path of the file, which is created with its first entry.
  public let path: String

  /// Whether the file existed at the start. A report stays until it is deleted.
  public let isFromEarlierRun: Bool

  /// Enables crash reports. The previous report is kept under another name, older ones are deleted.
  ///
  /// - Parameters:
  ///   - folder: An existing folder for the report.
  ///   - facts: The first lines of the report; at most 250 bytes.
  /// - Returns: `nil` if the folder cannot be used; a crash leaves no report then.
  public init?(in folder: String, facts: [String]) {
    path = folder + "/crash-report.txt"
    isFromEarlierRun = access(path, F_OK) == 0
    guard csys_report_prepare(folder, facts.map { $0 + "\n" }.joined()) == 0 else { return nil }
    csys_crash_install()
  }

  /// Records the source location of a fault. Must not be called from several threads at once.
  ///
  /// - Returns: Whether it was written to the report.
  @discardableResult
  public func record(issueAt place: String) -> Bool { csys_report_issue(place) != 0 }
}
