import CSystem
import Files
import FoundationEssentials
import Glibc
import Models

/// A page of POSIX shared memory, named by its user and its workout: the beat, and behind it the path of the database.
///
/// It is locked for as long as its program runs, so that a page that a killed one left can be told from one in use.
///
/// `@unchecked Sendable`: the pointer never changes, and whoever has the page touches it with a lock held. Other processes
/// only read, and a beat of which they see one half is off by one second at most.
final class HeartbeatPage: @unchecked Sendable {
  private let numbers: UnsafeMutablePointer<Int64>
  private let file: Int32
  private static let size = 2 * MemoryLayout<Int64>.size

  /// - Parameter database: The path of the database that has the workout.
  /// - Returns: `nil` where there is no such memory, or no room for a page of it.
  init?(of id: Workout.ID, in database: String) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let file = shm_open(Self.name(id), flags, 0o600)
    guard file >= 0 else { return nil }
    guard Self.isOurs(file), Self.lock(file), let numbers = Self.map(file, database) else {
      close(file)
      return nil
    }
    (self.file, self.numbers) = (file, numbers)
  }

  deinit {
    munmap(numbers, Self.size)
    close(file)
  }

  private static func map(_ file: Int32, _ database: String) -> UnsafeMutablePointer<Int64>? {
    let path = Array((realPath(database) ?? database).utf8)
    // Its room is taken now: a store to a page that memory has no room for would end the process.
    guard posix_fallocate(file, 0, off_t(size)) == 0,
      pwrite(file, path, path.count, off_t(size)) == path.count,
      ftruncate(file, off_t(size + path.count)) == 0
    else { return nil }
    let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let address, address != MAP_FAILED else { return nil }
    return address.bindMemory(to: Int64.self, capacity: 2)
  }

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

  /// The beginning of the names of this user's pages.
  private static var prefix: String { "ladder-\(geteuid())-" }

  private static func name(_ id: Workout.ID) -> String { "/\(prefix)\(id.uuidString)" }

  /// Locks a page for this program.
  ///
  /// - Returns: Whether no other program has it.
  private static func lock(_ file: Int32) -> Bool {
    var holder = pid_t()
    return csys_lock_bytes(file, 0, 1, &holder) == 0
  }

  /// Whether nobody else made it: anybody may make shared memory of any name.
  private static func isOurs(_ file: Int32) -> Bool {
    var status = stat()
    return fstat(file, &status) == 0 && status.st_uid == geteuid()
      && status.st_mode & S_IFMT == S_IFREG
  }
}

extension HeartbeatPage {
  /// Calls `isAbandoned` with each page that a program left which does not run any more, and removes it if so.
  ///
  /// - Parameter isAbandoned: Gets the workout, and the path of the database that had it.
  static func removeAbandoned(where isAbandoned: (Workout.ID, String) -> Bool) {
    // Where the C library has it. Source: glibc's `shm_open`.
    for name in folderNames("/dev/shm") where name.hasPrefix(prefix) {
      guard let id = UUID(uuidString: String(name.dropFirst(prefix.count))) else { continue }
      let file = shm_open("/" + name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0)
      guard file >= 0 else { continue }
      defer { close(file) }
      // A page without a path may be one that is being made, or of a Ladder that did not lock its pages.
      guard isOurs(file), let database = database(of: file), lock(file) else { continue }
      if isAbandoned(id, database) { shm_unlink("/" + name) }
    }
  }

  private static func database(of file: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = pread(file, &bytes, bytes.count, off_t(size))
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
