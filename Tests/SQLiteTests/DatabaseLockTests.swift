import FoundationEssentials
import Glibc
import SystemTestSupport
import Testing

@testable import SQLite

struct DatabaseLockTests {
  private let folder = TestFolder()

  /// A child process has its parent's descriptors until it runs its program.
  @Test func `a lock is released even if a child process has the file open`() throws {
    folder.write("bytes", to: "notes.db")
    let path = folder.database
    var lock = try DatabaseLock(path)
    #expect(throws: BackupError.inUse(path: path, process: nil)) { try DatabaseLock(path) }
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let inherited = try #require(
      descriptors.compactMap { Int32($0) }.first { isOpen($0, path) }
        .map { fcntl($0, F_DUPFD_CLOEXEC, 0) })
    defer { close(inherited) }
    withExtendedLifetime(lock) {}
    lock = nil
    #expect(try DatabaseLock(path) != nil)
  }

  private func isOpen(_ descriptor: Int32, _ path: String) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && stat(path, &named) == 0
      && open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }
}
