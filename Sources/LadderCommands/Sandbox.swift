import CSystem
import Glibc

/// Gives up rights of the process for good, before it reads a file that may be a stranger's: to start programs, to make
/// sockets, to reach into other processes, and to write anywhere but where its command has to.
///
/// It is behind the checks of what is read, for a fault in SQLite or in Ladder that lets a file do more than it may. Where
/// the system lacks seccomp (Linux 3.17) or Landlock (5.13) the command runs without.
enum Sandbox {
  /// - Parameter paths: The folders with all in them, and the files, that the command writes to. A folder has to be there
  ///   by now.
  static func enter(writingTo paths: [String]) {
    _ = csys_forbid_programs_and_sockets()
    // The terminal, and where a crash sends what other threads still draw, are opened again by their names.
    let always = ["/dev/null", "/dev/tty", "/proc/self/fd/0", "/proc/self/fd/1"]
    let pointers = (paths + always).map { strdup($0) }
    defer { pointers.forEach { free($0) } }
    let given = pointers.compactMap { UnsafePointer($0) }
    _ = csys_forbid_writes_except(given, given.count)
  }
}
