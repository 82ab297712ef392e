import FoundationEssentials
import Models
import ServerAPI
import Synchronization

/// The database of a server, with groups, members and their workouts.
///
/// It orders scores but does not compute them.
public final class Storage: Sendable {
  let database: any StorageDatabase
  let boardNumbers: BoardNumbers

  init(_ database: any StorageDatabase, _ boardNumbers: BoardNumbers = BoardNumbers()) {
    self.database = database
    self.boardNumbers = boardNumbers
  }

  /// Opens or creates the SQLite database `server.db` in a folder.
  ///
  /// - Throws: ``StorageError``.
  public convenience init(folder: String) throws { self.init(try SQLiteDatabase(folder: folder)) }

  /// Connects to a PostgreSQL database, which several servers can share, and applies missing migrations.
  ///
  /// - Parameters:
  ///   - url: An address such as `postgres://db.example/ladder`, without a password.
  ///   - maxConnections: The maximum number of connections, not counting the one that listens.
  ///   - acquireTimeout: The time to wait for a connection while all are in use.
  /// - Throws: ``StorageError``.
  public convenience init(
    url: String, maxConnections: Int = 16, acquireTimeout: Duration = .seconds(1)
  ) throws {
    let boardNumbers = BoardNumbers()
    let database = try PostgreSQLDatabase(
      url: url, maxConnections: maxConnections, acquireTimeout: acquireTimeout
    ) { boardNumbers.removeAll() }
    self.init(database, boardNumbers)
  }

  /// Calls `body` with a session.
  ///
  /// - Throws: ``StorageError``, and errors of `body`.
  public func withSession<Result>(_ body: (StorageSession) throws -> Result) throws -> Result {
    try body(StorageSession(storage: self))
  }

  /// Calls `handler` after each change that other sessions can see, until the process ends.
  ///
  /// Changes are reported in the order of their commits. A change may be reported again later, by another thread.
  /// If another process has changed an SQLite database, the next ``reportOthersChanges()`` reports all groups and their
  /// leaderboards. With PostgreSQL, all changes are reported immediately.
  ///
  /// - Parameter handler: Must return quickly.
  public func observeChanges(_ handler: @escaping @Sendable (StorageChange) -> Void) {
    database.observeChanges(handler)
  }

  /// Reads the database and reports the changes by other processes that were not reported yet. Call this every second.
  ///
  /// - Throws: ``StorageError``.
  func reportOthersChanges() throws { try database.reportOthersChanges() }

  /// Returns a number that increases after unreported changes; `nil` if the storage has no such number now.
  ///
  /// Data read after this method returned a number is current as long as the method returns that number and no change
  /// has been reported to observers.
  public func epoch() -> Int? { database.epoch() }

  /// Returns the time of the clock that all servers with this storage share, in microseconds since 1970; `nil` if it is
  /// the wall clock of the only server, or if it is not known yet.
  func time() -> Int64? { database.time() }

  /// A storage that throws ``StorageNeeded`` instead of being read and written.
  var unread: Storage { Storage(UnreadDatabase(database: database), boardNumbers) }
}

/// An error for a request that cannot be answered from memory.
struct StorageNeeded: Error {
  /// Whether the request has been counted for the rate limits.
  var isCounted = true
}

/// A database that cannot be used, so that no thread waits for it.
private struct UnreadDatabase: StorageDatabase {
  let database: any StorageDatabase

  func read<Result>(_ body: (any StorageConnection) throws -> Result) throws -> Result {
    throw StorageNeeded()
  }

  func snapshot<Result>(_ body: (any StorageConnection) throws -> Result) throws -> Result {
    throw StorageNeeded()
  }

  func write<Result>(
    _ kind: WriteKind, _ body: (any StorageConnection, inout Set<StorageChange>) throws -> Result
  ) throws -> Result { throw StorageNeeded() }

  func mergeSomeScoreChanges(of boards: Set<Int64>) {}

  func observeChanges(_ handler: @escaping @Sendable (StorageChange) -> Void) {}

  func reportOthersChanges() throws { throw StorageNeeded() }

  func epoch() -> Int? { database.epoch() }

  func time() -> Int64? { database.time() }
}

/// An error of a storage.
public struct StorageError: Error, Hashable, Sendable {
  /// The cause and the remedy, as a sentence without names or values.
  public var sentence: String

  public init(_ sentence: String) { self.sentence = sentence }
}

// MARK: - Changes

/// A committed change of a ``Storage``.
public enum StorageChange: Hashable, Sendable {
  /// An entry on a challenge's leaderboards, of all time or of a week.
  case board(Group.ID, Challenge.ID)
  /// A member's journal.
  case journal(member: Int64)
  /// The room of a race, except for the racers' reps.
  case race(Group.ID, UUID)
  /// The reps of some racers of a race.
  case reps(Group.ID, RaceRepsEvent)
  /// The name, rules, devices, members or wall link of a group. Some readers may have lost their access.
  case access(Group.ID)

  var isAccess: Bool { if case .access = self { true } else { false } }

  var isReps: Bool { if case .reps = self { true } else { false } }
}

/// The handlers registered by ``Storage/observeChanges(_:)``.
final class ChangeObservers: Sendable {
  private let handlers = Mutex<[@Sendable (StorageChange) -> Void]>([])

  func add(_ handler: @escaping @Sendable (StorageChange) -> Void) {
    handlers.withLock { $0.append(handler) }
  }

  /// Calls each handler with each change.
  func report(_ changes: some Collection<StorageChange>) {
    guard !changes.isEmpty else { return }
    // The handlers are called outside the lock, so that a handler may add another one.
    let handlers = handlers.withLock { $0 }
    for change in changes {
      for handler in handlers { handler(change) }
    }
  }
}

// MARK: - Numbers of leaderboards

/// The numbers that the database has assigned to leaderboards. They never change, so each is looked up once.
final class BoardNumbers: Sendable {
  private let numbers = Mutex<[Board: Int64]>([:])

  /// The maximum number of leaderboards to remember.
  private static let maxCount = 10_000

  subscript(board: Board) -> Int64? {
    get { numbers.withLock { $0[board] } }
    set {
      numbers.withLock {
        if $0.count >= Self.maxCount { $0 = [:] }
        $0[board] = newValue
      }
    }
  }

  func removeAll() { numbers.withLock { $0 = [:] } }
}
