import Glibc

/// The identity of a file: its device and inode number. Two files that have the same name at different times have
/// different identities.
public struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t

  /// Creates the identity of the file at `path`, or returns `nil` if there is none or it cannot be inspected.
  public init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
  }
}
