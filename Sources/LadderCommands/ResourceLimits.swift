import CSystem
import Glibc

/// The minimum resource limits (`ulimit`) of the process, which are checked at the start, because an error could not be
/// reported later.
enum ResourceLimits {
  /// The minimum number of available descriptors. The terminal, the database and a backup need 14.
  private static let minDescriptors: Int32 = 20

  /// The minimum stack size in bytes. With 128 KB, a debug build crashes during a session.
  private static let minStack: Int64 = 512 << 10

  /// A message about a limit that is too low; `nil` if none is.
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
    // A `StaticString`, because creating a `String` may need more stack than is available.
    _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
    exit(1)
  }
}
