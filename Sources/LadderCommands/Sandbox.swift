import CSystem
import Glibc

/// A sandbox for commands that read a file from an untrusted source.
///
/// The process permanently loses the rights to start programs, create sockets, access other processes, and write to other
/// paths than those of its command. The contents of the file are validated as well; the sandbox limits the damage if
/// SQLite or Ladder has a vulnerability. Without seccomp (Linux 3.17) or Landlock (5.13), the command runs without it.
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
