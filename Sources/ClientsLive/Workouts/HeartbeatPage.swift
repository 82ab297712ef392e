import FoundationEssentials
import Glibc
import Models

/// A page of POSIX shared memory, named by its user and its workout.
///
/// `@unchecked Sendable`: the pointer never changes, and whoever has the page touches it with a lock held. Other processes
/// only read, and a beat of which they see one half is off by one second at most.
final class HeartbeatPage: @unchecked Sendable {
  private let numbers: UnsafeMutablePointer<Int64>
  private static let size = 2 * MemoryLayout<Int64>.size

  /// - Returns: `nil` where there is no such memory, or no room for a page of it.
  init?(of id: Workout.ID) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let file = shm_open(Self.name(id), flags, 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // Its room is taken now: a store to a page that memory has no room for would end the process.
    guard Self.isOurs(file), posix_fallocate(file, 0, off_t(Self.size)) == 0 else { return nil }
    let address = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let address, address != MAP_FAILED else { return nil }
    numbers = address.bindMemory(to: Int64.self, capacity: 2)
  }

  deinit { munmap(numbers, Self.size) }

  var beat: Beat {
    get { Beat(elapsedMilliseconds: numbers[0], millisecondsSince1970: numbers[1]) }
    set {
      numbers[0] = newValue.elapsedMilliseconds
      numbers[1] = newValue.millisecondsSince1970
    }
  }

  static func lastBeat(of id: Workout.ID) -> Beat? {
    let file = shm_open(name(id), O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var numbers: (Int64, Int64) = (0, 0)
    let count = withUnsafeMutableBytes(of: &numbers) { pread(file, $0.baseAddress, size, 0) }
    // A fresh page has no beat yet.
    guard isOurs(file), count == size, numbers.1 > 0 else { return nil }
    return Beat(elapsedMilliseconds: max(0, numbers.0), millisecondsSince1970: numbers.1)
  }

  static func remove(_ id: Workout.ID) { shm_unlink(name(id)) }

  private static func name(_ id: Workout.ID) -> String { "/ladder-\(geteuid())-\(id.uuidString)" }

  /// Whether nobody else made it: anybody may make shared memory of any name.
  private static func isOurs(_ file: Int32) -> Bool {
    var status = stat()
    return fstat(file, &status) == 0 && status.st_uid == geteuid()
  }
}
