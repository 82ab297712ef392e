import Glibc

/// The identity of a process: the boot ID, the process ID and the start time. No other process has or will have the
/// same.
///
/// A running workout stores the identity of its process, so that a second process does not mistake it for an
/// abandoned one. Process IDs are reused, so the ID alone is not enough.
package struct ProcessIdentity: Hashable, Sendable {
  let text: String

  /// The identity of this process.
  package static let current = ProcessIdentity(of: getpid())

  init(of process: pid_t) {
    text = [Self.bootID, "\(process)", Self.startTime(of: process) ?? ""].joined(separator: "/")
  }

  init(text: String) { self.text = text }

  /// Whether the process is known to be running.
  ///
  /// - Complexity: Reads a small file.
  var isKnownToBeRunning: Bool { isRunning ?? false }

  /// Whether the process is running; `nil` for one of another machine or an earlier boot, and where `/proc` is missing.
  ///
  /// - Complexity: Reads a small file.
  var isRunning: Bool? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard
      parts.count == 3, parts[0] == Self.bootID, !parts[2].isEmpty, let process = pid_t(parts[1])
    else { return nil }
    return Self.startTime(of: process).map { $0 == parts[2] } ?? false
  }

  /// The ID of the current boot.
  private static let bootID = contents(of: "/proc/sys/kernel/random/boot_id")?.trimmed ?? "unknown"

  /// Returns the start time in clock ticks since boot, or `nil` if the process has ended or is a zombie.
  private static func startTime(of process: pid_t) -> String? {
    // The second field is the program's name in parentheses, which may contain any character.
    guard let stat = contents(of: "/proc/\(process)/stat"), let name = stat.lastIndex(of: ")")
    else {
      return nil
    }
    let fields = stat[stat.index(after: name)...].split(separator: " ")
    guard fields.count > 19, fields[0] != "Z", fields[0] != "X" else { return nil }
    return String(fields[19])
  }

  private static func contents(of path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}

extension String {
  fileprivate var trimmed: String { String(prefix { !$0.isWhitespace }) }
}
