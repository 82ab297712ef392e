import ClientsLive
import Files
import Glibc
import Models

/// The time zone of the environment (`TZ`), for which the C library opens a file without checking its type, so that it
/// would block on a pipe or a terminal.
struct TimeZoneVariable {
  /// The value; `nil` for the system's time zone.
  let value: String?
  /// The folder of the time zone files.
  let folder: String

  /// Creates the variable from an environment.
  ///
  /// - Parameter environment: Returns the value of a variable.
  init(environment: (String) -> String?) {
    value = environment("TZ")
    folder = environment("TZDIR") ?? "/usr/share/zoneinfo"
  }

  /// Checks that the C library would open only a time zone file of the system.
  ///
  /// A value that isn't the name of a file is a rule (`CET-1CEST,M3.5.0,M10.5.0/3`) or means UTC.
  ///
  /// - Throws: ``UsageError`` for any other file.
  /// - Complexity: A few system calls, and none without a value.
  func validate() throws(UsageError) {
    guard let value, let path = realPath(file(of: value)) else { return }
    // This file may be outside of the folder.
    if path == realPath("/etc/localtime"), Self.isRegularFile(path) { return }
    if let folder = realPath(folder), path.hasPrefix(folder + "/"), Self.isRegularFile(path) {
      return
    }
    throw UsageError(
      "TZ=\(value.escapedText(maxLength: 40)) is not a time zone; set it to one in "
        + "\(folder.escapedText), such as Europe/Berlin")
  }

  /// Returns the path that the C library opens, as in glibc's `tzset_internal` and `__tzfile_read`.
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
