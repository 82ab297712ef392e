import CSystem
import Files
import FoundationEssentials
import Glibc
import Models
import Synchronization

/// A record of a running workout's elapsed time, updated each second in shared memory that outlives the process.
///
/// Updating a row would wake the database thread and sync the disk each second just for the time; writing to shared
/// memory needs no system call. The record survives a kill but not a power failure, so a row is written at each rep
/// and after each ``databaseInterval`` without reps.
public final class Heartbeat: Sendable {
  /// The maximum elapsed time that a power failure can lose.
  static let databaseInterval = Duration.seconds(30)

  private struct State {
    /// The draft as last saved in the database.
    var saved: WorkoutDraft?
    var page: HeartbeatPage?
    /// The number of workouts that have ended.
    var endedCount = 0
  }

  private let state = Mutex(State())

  /// Creates a heartbeat without a workout.
  public init() {}

  /// Records the elapsed time if nothing else has changed since the last call of ``didSave(_:in:since:)``.
  ///
  /// - Returns: Whether the time was recorded; otherwise the database must save the draft.
  /// - Complexity: O(n) in the reps so far.
  func recordBeat(for draft: WorkoutDraft, at now: Date) -> Bool {
    state.withLock { state in
      guard
        var saved = state.saved, draft.duration >= saved.duration,
        draft.duration - saved.duration < Self.databaseInterval
      else { return false }
      saved.duration = draft.duration
      guard draft == saved, let page = state.page else { return false }
      page.beat = Beat(elapsed: draft.duration, at: now)
      return true
    }
  }

  /// The number of workouts that have ended. Read it before saving and pass it to ``didSave(_:in:since:)``.
  var endedCount: Int { state.withLock { $0.endedCount } }

  /// Records that the database has saved a draft.
  ///
  /// - Parameters:
  ///   - database: The path of the database.
  ///   - endedCount: The value of ``endedCount`` before saving. If a workout has ended since, the call is ignored:
  ///     the database may answer out of order, and a finished workout would leave its page behind.
  func didSave(_ draft: WorkoutDraft, in database: String, since endedCount: Int) {
    state.withLock { state in
      guard state.endedCount == endedCount else { return }
      if state.page == nil || state.saved?.id != draft.id {
        state.page = HeartbeatPage(of: draft.id, in: database)
      }
      state.saved = draft
    }
  }

  /// Removes the page of a workout that has ended.
  func end(_ id: Workout.ID) {
    state.withLock { state in
      if state.saved?.id == id { (state.saved, state.page) = (nil, nil) }
      state.endedCount += 1
    }
    HeartbeatPage.remove(id)
  }
}

/// The content of a heartbeat.
struct Beat: Equatable {
  /// The elapsed time in milliseconds.
  let elapsedMilliseconds: Int64
  /// The time of the beat by the wall clock.
  let millisecondsSince1970: Int64

  /// Returns the last beat of a workout, if its process left one.
  ///
  /// - Complexity: A few system calls.
  static func last(of id: Workout.ID) -> Beat? { HeartbeatPage.lastBeat(of: id) }
}

extension Beat {
  var elapsed: Duration { .milliseconds(elapsedMilliseconds) }
  var date: Date { Date(millisecondsSince1970: millisecondsSince1970) }

  init(elapsed: Duration, at date: Date) {
    elapsedMilliseconds = max(0, elapsed.wholeMilliseconds)
    millisecondsSince1970 = date.millisecondsSince1970
  }
}

// MARK: - Shared memory

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
  /// - Returns: Whether it succeeded: no other process holds the lock.
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

// MARK: - Processes

/// The identity of a process: the boot ID, the process ID and the start time. No two processes have the same identity.
///
/// A running workout stores the identity of its process, so that a second process does not mistake it for an
/// abandoned one. Process IDs are reused, so the ID alone is not enough.
package struct ProcessIdentity: Hashable, Sendable {
  let text: String

  /// The identity of this process.
  package static let current = ProcessIdentity(of: getpid())

  init(of process: pid_t) {
    text = [Self.bootID, "\(process)", Self.startTime(of: process) ?? ""].joined(separator: "/")
  }

  init(text: String) { self.text = text }

  /// Whether the process is known to be running.
  ///
  /// - Complexity: Reads a small file.
  var isKnownToBeRunning: Bool { isRunning ?? false }

  /// Whether the process is running; `nil` if it ran on another machine or before this boot, or if `/proc` is missing.
  ///
  /// - Complexity: Reads a small file.
  var isRunning: Bool? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard
      parts.count == 3, parts[0] == Self.bootID, !parts[2].isEmpty, let process = pid_t(parts[1])
    else { return nil }
    return Self.startTime(of: process).map { $0 == parts[2] } ?? false
  }

  /// The ID of the current boot.
  private static let bootID = contents(of: "/proc/sys/kernel/random/boot_id")?.trimmed ?? "unknown"

  /// Returns the start time in clock ticks since boot, or `nil` if the process has ended or is a zombie.
  private static func startTime(of process: pid_t) -> String? {
    // The second field is the program's name in parentheses, which may contain any character.
    guard let stat = contents(of: "/proc/\(process)/stat"), let name = stat.lastIndex(of: ")")
    else {
      return nil
    }
    let fields = stat[stat.index(after: name)...].split(separator: " ")
    guard fields.count > 19, fields[0] != "Z", fields[0] != "X" else { return nil }
    return String(fields[19])
  }

  private static func contents(of path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}

extension String {
  fileprivate var trimmed: String { String(prefix { !$0.isWhitespace }) }
}
