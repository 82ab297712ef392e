import CSQLite

/// A watcher of the commits in a database with a write-ahead log, by this and all other processes.
///
/// Any thread may ask it, without a lock or a system call: each commit changes the log's index in shared memory.
///
/// `@unchecked Sendable`: the pointer never changes, and the connection is only kept open.
public final class CommitWatcher: @unchecked Sendable {
  /// A mark of the last commit.
  public struct Mark: Hashable, Sendable {
    private let count, checksum: UInt64

    fileprivate init(_ commit: csqlite_commit) {
      count = commit.count
      checksum = commit.checksum
    }
  }

  private let connection: Connection
  private let index: UnsafeRawPointer

  /// Creates a watcher with a connection of its own, which has read the database.
  ///
  /// - Returns: `nil` if the database has no write-ahead log.
  public init?(_ connection: Connection) {
    guard
      let handle = connection.handle,
      (try? connection.first("PRAGMA journal_mode") { $0.text(0) }) == "wal",
      let index = csqlite_log_index(handle)
    else { return nil }
    self.connection = connection
    self.index = index
  }

  /// A mark that differs from that before each completed commit.
  public var lastCommit: Mark { Mark(csqlite_last_commit(index)) }
}
