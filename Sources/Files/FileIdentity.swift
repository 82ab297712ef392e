import Glibc

/// A value that tells the file that a name has from every other that had it or will have it.
public struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t

  /// Returns `nil` where there is nothing of that name, or it cannot be told.
  public init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
  }
}
