import Files
import Glibc
import SQLite
import Synchronization

/// A storage in one SQLite file.
///
/// Each session has a connection of its own. Readers and the writer do not wait for each other.
public final class SQLiteStorage: Storage {
  private let path: String
  /// The connections that no session uses.
  private let idle = Mutex<[IdleConnection]>([])
  private let observers = ChangeObservers()
  /// The watchers that no thread uses.
  private let watchers = Mutex<[CommitWatcher]>([])
  /// The number of commits that watchers have noticed, each once or more often.
  private let noticedCommits = Atomic(0)

  /// Opens or creates the database `server.db` in a folder.
  ///
  /// - Throws: ``StorageError``.
  public init(folder: String) throws {
    path = folder + "/server.db"
    try Self.translatingErrors {
      try checkPermissions(of: folder, database: path)
      guard makePrivateFolder(folder) else { throw DatabaseError(errno: errno, path: folder) }
      let file = makePrivateFile(path)
      if file >= 0 {
        close(file)
      } else if errno != EEXIST {
        throw DatabaseError(errno: errno, path: path)
      }
    }
    // Migrates the file before the first request.
    try withSession { _ in }
  }

  public func withSession<Result>(
    _ body: (any StorageSession) throws -> Result
  ) throws -> Result {
    let connection =
      try idle.withLock { $0.popLast() }?.connection
      ?? Self.translatingErrors {
        try Connection.open(path, as: .server)
      }
    let result = try Self.translatingErrors { try body(SQLiteSession(connection, observers)) }
    // A connection whose session failed is closed.
    idle.withLock { $0.append(IdleConnection(connection: connection)) }
    return result
  }

  /// Calls `handler` after each change by this process.
  public func observeChanges(_ handler: @escaping @Sendable (StorageChange) -> Void) {
    observers.add(handler)
  }

  /// Returns a number that each commit changes, by this process or another one.
  ///
  /// Threads do not wait for each other: each has a watcher, which counts what it has not seen itself.
  public func epoch() -> Int? {
    let idle = watchers.withLock { $0.popLast() }
    guard let watcher = idle ?? (try? CommitWatcher(path)), let hasNews = try? watcher.hasNews()
    else { return nil }
    if hasNews { noticedCommits.add(1, ordering: .acquiringAndReleasing) }
    watchers.withLock { $0.append(watcher) }
    return noticedCommits.load(ordering: .acquiring)
  }

  private static func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw StorageError("\(error.path): \(error.message)")
    }
  }
}

/// A connection between two sessions.
///
/// `@unchecked Sendable`: it is removed from the list before it is used, so that one thread at a time uses it.
private struct IdleConnection: @unchecked Sendable {
  let connection: Connection
}
