import CSystem
import Files
import FoundationEssentials
import Glibc
import Models

/// A page of POSIX shared memory, named by user and workout. It contains the last ``Beat``, followed by the path of
/// the database.
///
/// The process that runs the workout holds a lock on the page, so an unlocked page belongs to a process that has
/// ended.
///
/// `@unchecked Sendable`: the pointer never changes, and the owner of the page accesses it under a lock. Other
/// processes only read; a torn read is off by one second at most.
final class HeartbeatPage: @unchecked Sendable {
  private let values: UnsafeMutablePointer<Int64>
  private let file: Int32
  private static let size = 2 * MemoryLayout<Int64>.size

  /// Creates a page for a workout, or opens the existing one.
  ///
  /// - Parameter database: The path of the database that contains the workout.
  /// - Returns: `nil` if shared memory is unavailable or full.
  init?(of id: Workout.ID, in database: String) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let file = shm_open(Self.name(id), flags, 0o600)
    guard file >= 0 else { return nil }
    guard Self.isOwnedByUser(file), Self.lock(file), let values = Self.map(file, database) else {
      close(file)
      return nil
    }
    (self.file, self.values) = (file, values)
  }

  deinit {
    munmap(values, Self.size)
    close(file)
  }

  private static func map(_ file: Int32, _ database: String) -> UnsafeMutablePointer<Int64>? {
    let path = Array((realPath(database) ?? database).utf8)
    // Allocates the memory now: a store to a page that cannot be allocated would kill the process.
    guard posix_fallocate(file, 0, off_t(size)) == 0,
      pwrite(file, path, path.count, off_t(size)) == path.count,
      ftruncate(file, off_t(size + path.count)) == 0
    else { return nil }
    let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let address, address != MAP_FAILED else { return nil }
    return address.bindMemory(to: Int64.self, capacity: 2)
  }

  /// The last beat.
  var beat: Beat {
    get { Beat(elapsedMilliseconds: values[0], millisecondsSince1970: values[1]) }
    set {
      values[0] = newValue.elapsedMilliseconds
      values[1] = newValue.millisecondsSince1970
    }
  }

  /// Returns the last beat of a workout that any process of this user runs or has run, or `nil` if there is none.
  static func lastBeat(of id: Workout.ID) -> Beat? {
    let file = shm_open(name(id), O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var values: (Int64, Int64) = (0, 0)
    let count = withUnsafeMutableBytes(of: &values) { pread(file, $0.baseAddress, size, 0) }
    // A new page has no beat yet.
    guard isOwnedByUser(file), count == size, values.1 > 0 else { return nil }
    return Beat(elapsedMilliseconds: max(0, values.0), millisecondsSince1970: values.1)
  }

  /// Removes the page of a workout, if there is one.
  static func remove(_ id: Workout.ID) { shm_unlink(name(id)) }

  /// The prefix of the names of this user's pages.
  private static var prefix: String { "ladder-\(geteuid())-" }

  private static func name(_ id: Workout.ID) -> String { "/\(prefix)\(id.uuidString)" }

  /// Locks a page for this process.
  ///
  /// - Returns: Whether no other process holds the lock.
  private static func lock(_ file: Int32) -> Bool {
    var holder = pid_t()
    return csys_lock_bytes(file, 0, 1, &holder) == 0
  }

  /// Returns whether the page belongs to this user: every user can create shared memory with any name.
  private static func isOwnedByUser(_ file: Int32) -> Bool {
    var status = stat()
    return fstat(file, &status) == 0 && status.st_uid == geteuid()
      && status.st_mode & S_IFMT == S_IFREG
  }
}

extension HeartbeatPage {
  /// Calls `isAbandoned` for each page whose process has ended, and removes the page if it returns true.
  ///
  /// - Parameter isAbandoned: Receives the ID of the workout and the path of its database.
  static func removeAbandoned(where isAbandoned: (Workout.ID, String) -> Bool) {
    // The folder in which glibc's `shm_open` creates the pages.
    for name in fileNames(inFolder: "/dev/shm") where name.hasPrefix(prefix) {
      guard let id = UUID(uuidString: String(name.dropFirst(prefix.count))) else { continue }
      let file = shm_open("/" + name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
      guard file >= 0 else { continue }
      defer { close(file) }
      // A page without a path may be incomplete.
      guard isOwnedByUser(file), let database = database(of: file), lock(file) else { continue }
      if isAbandoned(id, database) { shm_unlink("/" + name) }
    }
  }

  private static func database(of file: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = pread(file, &bytes, bytes.count, off_t(size))
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
