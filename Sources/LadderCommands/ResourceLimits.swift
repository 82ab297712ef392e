import CSystem
import Glibc

/// The limits on the process (`ulimit`) below which Ladder does not start: later there would be no way to say so.
enum ResourceLimits {
  /// The terminal, the database and a backup of it have 14 files open; the rest is room to spare.
  private static let minDescriptors: Int32 = 20

  /// In bytes. With 128 KB a debug build crashes in the middle of a session.
  private static let minStack: Int64 = 512 << 10

  /// Returns the line that says which limit is too low, and what to do.
  ///
  /// - Complexity: two system calls for each descriptor.
  static var violation: StaticString? {
    if csys_free_descriptors(minDescriptors) < minDescriptors {
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

  /// Ends the process with one line where a limit is too low.
  static func enforce() {
    guard let line = violation else { return }
    // Few bytes of stack are left: a `String` would take more of them than there may be.
    _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
    exit(1)
  }
}
