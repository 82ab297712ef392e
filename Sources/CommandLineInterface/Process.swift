import CSystem
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

/// The minimum resource limits (`ulimit`) of the process, which are checked at the start, because an error could not be
/// reported later.
enum ResourceLimits {
  /// The minimum number of available descriptors. The terminal, the database and a backup need 14.
  private static let minDescriptors: Int32 = 20

  /// The minimum stack size in bytes. With 128 KB, a debug build crashes during a session.
  private static let minStack: Int64 = 512 << 10

  /// A message about a limit that is too low; `nil` if no limit is too low.
  ///
  /// - Complexity: Two system calls per descriptor.
  static var violation: StaticString? {
    if csys_count_free_descriptors(minDescriptors) < minDescriptors {
      return """
        ladder: fewer than 20 more files can be opened; raise that limit with "ulimit -n 64" and \
        start again

        """
    }
    if csys_stack_limit() < minStack {
      return """
        ladder: the stack is limited to less than 512 KB; raise that limit with "ulimit -s 8192" \
        and start again

        """
    }
    return nil
  }

  /// Exits the process with a message if a limit is too low.
  static func enforce() {
    guard let line = violation else { return }
    // Writes a `StaticString`, because creating a `String` may need more stack than is available.
    _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
    exit(1)
  }
}

/// A sandbox for commands that read a file from an untrusted source.
///
/// The process permanently loses the rights to start programs, create sockets, access other processes, and write to
/// paths other than those of its command. The file's contents are validated as well; the sandbox limits the damage if
/// SQLite or Ladder has a vulnerability. Without seccomp (Linux 3.17) or Landlock (5.13), that protection is missing.
enum Sandbox {
  /// Enters the sandbox.
  ///
  /// - Parameter paths: The files and folders that the command writes to. Folders must exist.
  static func enter(writingTo paths: [String]) {
    _ = csys_forbid_programs_and_sockets()
    // The terminal is reopened by its name, and a crash handler redirects the output of other threads to `/dev/null`.
    let always = ["/dev/null", "/dev/tty", "/proc/self/fd/0", "/proc/self/fd/1"]
    let pointers = (paths + always).map { strdup($0) }
    defer { pointers.forEach { free($0) } }
    let given = pointers.compactMap { UnsafePointer($0) }
    _ = csys_forbid_writes_except(given, given.count)
  }
}
