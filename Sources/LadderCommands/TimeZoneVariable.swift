import ClientsLive
import Files
import Glibc
import Models

/// The environment's choice of a time zone (`TZ`), for which the C library opens a file: without looking, it would wait
/// for a pipe and read from a terminal.
struct TimeZoneVariable {
  /// The value; `nil` where the system's own zone counts.
  let value: String?
  /// The folder of the time zones.
  let folder: String

  /// - Parameter environment: Looks up a variable.
  init(environment: (String) -> String?) {
    value = environment("TZ")
    folder = environment("TZDIR") ?? "/usr/share/zoneinfo"
  }

  /// Throws if the C library would open something that is not a time zone of the system.
  ///
  /// A value that names no file is a rule (`CET-1CEST,M3.5.0,M10.5.0/3`) or counts as UTC.
  ///
  /// - Throws: ``UsageError``.
  /// - Complexity: a few system calls, and none without a value.
  func validate() throws(UsageError) {
    guard let value, let path = realPath(file(of: value)) else { return }
    // Such a file may stand outside of the folder.
    if path == realPath("/etc/localtime"), Self.isRegularFile(path) { return }
    if let folder = realPath(folder), path.hasPrefix(folder + "/"), Self.isRegularFile(path) {
      return
    }
    throw UsageError(
      "TZ=\(value.escapedText(maxLength: 40)) is not a time zone; set it to one in "
        + "\(folder.escapedText), such as Europe/Berlin")
  }

  /// The file that the C library tries. Source: glibc's `tzset_internal` and `__tzfile_read`.
  private func file(of value: String) -> String {
    let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if name.hasPrefix("/") { return name }
    return "\(folder)/\(name.isEmpty ? "Universal" : name)"
  }

  private static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
