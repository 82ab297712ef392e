import CSystem
import Glibc

/// The file that tells a developer of a crash, and of faults that the program survived. It says nothing of who uses the
/// program, or for what: places in the source, numbers, versions.
public struct CrashReport: Sendable {
  /// The file. It is there once there is something to tell.
  public let path: String

  /// Whether it was there at the start: it is as long as nobody deletes it.
  public let isFromBefore: Bool

  /// Has a crash write a report from now on. The one before it is kept, those before that are not.
  ///
  /// - Parameters:
  ///   - folder: Where it goes; a folder that is there.
  ///   - facts: The lines that it begins with; 250 bytes of them at most.
  /// - Returns: `nil` where the folder cannot be used; a crash leaves no report then.
  public init?(in folder: String, facts: [String]) {
    path = folder + "/crash-report.txt"
    isFromBefore = access(path, F_OK) == 0
    guard csys_report_prepare(folder, facts.map { $0 + "\n" }.joined()) == 0 else { return nil }
    csys_crash_install()
  }

  /// Writes down where the program noticed a fault of its own. One thread at a time.
  ///
  /// - Returns: Whether the report has it.
  @discardableResult
  public func note(issueAt place: String) -> Bool { csys_report_issue(place) != 0 }
}
