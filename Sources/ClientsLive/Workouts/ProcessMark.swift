import Glibc

/// Tells a process from every other that was or will be: the boot, its number, and when it began.
///
/// A running workout carries its program's mark, so that a second program of the same person does not take it for one
/// that was left behind. Numbers are given again, so the number alone would not do.
package struct ProcessMark: Hashable, Sendable {
  let text: String

  /// This process.
  package static let current = ProcessMark(of: getpid())

  init(of process: pid_t) {
    text = [Self.boot, "\(process)", Self.start(of: process) ?? ""].joined(separator: "/")
  }

  init(text: String) { self.text = text }

  /// Whether its process still runs.
  ///
  /// - Complexity: a small file is read.
  var isAlive: Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == Self.boot, let process = pid_t(parts[1]) else {
      return false
    }
    return Self.start(of: process).map { $0 == parts[2] } ?? false
  }

  /// A process outlives no boot.
  private static let boot = contents(of: "/proc/sys/kernel/random/boot_id")?.trimmed ?? "unknown"

  /// When it began, in the kernel's ticks since the boot; `nil` when it is gone or was killed and only waits for its
  /// parent to notice.
  private static func start(of process: pid_t) -> String? {
    // The second field is the program's name in parentheses, and may hold anything.
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
