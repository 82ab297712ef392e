import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI
import Synchronization

/// A storage in a PostgreSQL database.
final class PostgreSQLDatabase: StorageDatabase {
  private let address: Address
  let pool: Pool
  /// The database's ID, which distinguishes its notifications from those of other databases on the same server.
  private let installation: String
  /// The ID in this storage's notifications, by which it recognizes and ignores its own.
  private let sender = UUID().uuidString
  private let observers = ChangeObservers()
  private let clock = DatabaseClock()
  /// The receiver of changes by other servers; `nil` until there is an observer.
  private let listener = Mutex<Listener?>(nil)

  /// Connects to a database and applies missing migrations.
  ///
  /// - Parameter didConnect: Called after each new connection. The database may differ from before if a backup was
  ///   restored.
  /// - Throws: ``StorageError``.
  init(
    url: String, maxConnections: Int, acquireTimeout: Duration,
    didConnect: @escaping @Sendable () -> Void
  ) throws {
    (address, installation) = try Self.translatingErrors {
      let address = try Address(parsing: url)
      let connection = try PostgreSQLConnection(address)
      try connection.migrate(to: PostgreSQLMigration.server)
      try connection.run(
        """
        INSERT INTO settings (name, value) VALUES ('installation', gen_random_uuid()::text)
        ON CONFLICT DO NOTHING
        """)
      let installation = try connection.run(
        "SELECT value FROM settings WHERE name = 'installation'"
      ).first { try $0.text("value") }
      return (address, installation ?? "")
    }
    pool = Pool(
      address, maxCount: maxConnections, acquireTimeout: acquireTimeout, didConnect: didConnect)
  }

  func read<Result>(_ body: (any StorageConnection) throws -> Result) throws -> Result {
    try perform { try body($0) }
  }

  func snapshot<Result>(_ body: (any StorageConnection) throws -> Result) throws -> Result {
    try perform { connection in try connection.snapshot { try body(connection) } }
  }

  func write<Result>(
    _ kind: WriteKind, _ body: (any StorageConnection, inout Set<StorageChange>) throws -> Result
  ) throws -> Result {
    let (result, changes) = try perform { connection in
      var changes: Set<StorageChange> = []
      func transaction() throws -> Result {
        let result = try body(connection, &changes)
        for change in changes where change.isNotifiedInTransaction {
          connection.queue(notification(of: change))
        }
        return result
      }
      let result =
        kind == .long
        ? try connection.longTransaction(transaction) : try connection.transaction(transaction)
      return (result, changes)
    }
    report(changes)
    return result
  }

  /// Calls `body` with a connection, and repeats it after temporary errors.
  @discardableResult
  private func perform<Result>(
    _ body: (PostgreSQLConnection) throws -> Result
  ) throws -> Result {
    try Self.translatingErrors { try pool.perform(body) }
  }

  private static func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as PostgreSQLError {
      let code = error.code.map { " (\($0))" } ?? ""
      throw StorageError("PostgreSQL: \(error.message)\(code)")
    }
  }

  // MARK: - Score changes

  /// Merges the score changes of a leaderboard in one of 64 calls on average, so a query reads about 64 unmerged rows.
  func mergeSomeScoreChanges(of boards: Set<Int64>) {
    for board in boards where Int.random(in: 0..<64) == 0 {
      // The workouts are already recorded. If merging fails, a later call merges the changes.
      try? mergeScoreChanges(of: board)
    }
  }

  /// Moves the score changes of a leaderboard into its tree of counts.
  ///
  /// - Complexity: O(n) in the changes.
  func mergeScoreChanges(of board: Int64) throws {
    let board = Value.integer(board)
    try perform { connection in
      try connection.run([
        // One merge at a time: two would lock the same counts in different order.
        Statement("SELECT number FROM boards WHERE number = $1 FOR NO KEY UPDATE", board),
        Statement(
          """
          WITH moved AS (
            DELETE FROM score_changes WHERE board = $1 RETURNING rank_key, people
          ), counted AS (
            INSERT INTO score_counts (board, shift, bucket, people)
            SELECT $1, shift, rank_key >> shift, sum(people)
            FROM moved, (VALUES (0), (8), (16), (24), (32)) AS levels (shift)
            GROUP BY shift, rank_key >> shift HAVING sum(people) <> 0
            ON CONFLICT (board, shift, bucket) DO UPDATE SET
              people = score_counts.people + excluded.people
          )
          UPDATE boards SET version = version + (SELECT count(*) FROM moved) WHERE number = $1
          """, board),
        Statement("DELETE FROM score_counts WHERE board = $1 AND people = 0", board),
      ])
    }
  }

  // MARK: - Changes

  /// Calls `handler` after each change by this storage, and after reported changes by other servers.
  ///
  /// After a lost connection, all leaderboards of all groups are reported, because changes may have been missed.
  func observeChanges(_ handler: @escaping @Sendable (StorageChange) -> Void) {
    observers.add(handler)
    listener.withLock { listener in
      guard listener == nil else { return }
      // If no thread can be created, which is the only possible error, the changes of this storage are still reported.
      listener = try? Listener(address, listen: "LISTEN ladder") { [weak self] event in
        guard let self else { return }
        switch event {
        case .notification(let payload):
          if let change = change(in: payload) { observers.report([change]) }
        case .reconnection: observers.report(allChanges())
        }
      }
    }
  }

  /// Only reads the database and its clock, because notifications report the changes by other processes.
  func reportOthersChanges() throws {
    try read { connection in
      let start = ContinuousClock.now
      let time = try connection.first(
        "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint) AS time"
      ) { try $0.integer("time") }
      if let time { clock.add(time, requestedAt: start, receivedAt: .now) }
    }
  }

  func time() -> Int64? { clock.time(at: .now) }

  /// Returns a number that each new connection changes, because earlier notifications may be lost and the database may
  /// differ. Returns `nil` if no connection is listening.
  func epoch() -> Int? {
    let listening = listener.withLock { $0?.connectionNumber }
    // Both numbers only increase, so their sum changes whenever one of them does.
    return listening.map { $0 + pool.connectionCount }
  }

  /// Reports committed changes to the observers of this and other servers.
  ///
  /// Notifications have their own transaction, which does not wait for the disk: PostgreSQL commits transactions with
  /// notifications one at a time, so with a common transaction each workout would wait for its own sync.
  private func report(_ changes: Set<StorageChange>) {
    observers.report(changes)
    let rest = changes.filter { !$0.isNotifiedInTransaction }
    guard !rest.isEmpty else { return }
    // The changes are committed. If a server misses a notification, it shows the changes after the next notification.
    _ = try? pool.perform { connection in
      connection.queue("SELECT set_config('synchronous_commit', 'off', true)")
      try connection.run(rest.map { notification(of: $0) })
    }
  }

  /// Returns the statement that notifies other servers of a change.
  private func notification(of change: StorageChange) -> Statement {
    let words =
      switch change {
      case .board(let group, let challenge): ["board", group.rawValue, challenge.rawValue]
      case .journal(let member): ["journal", String(member)]
      case .race(let group, let race): ["race", group.rawValue, race.uuidString]
      case .reps(let group, let event): ["reps", group.rawValue, event.json]
      case .access(let group): ["access", group.rawValue]
      }
    let payload = ([installation, sender] + words).joined(separator: " ")
    return Statement("SELECT pg_notify('ladder', $1)", .text(payload))
  }

  /// Parses a notification, which anyone with access to the database can send.
  ///
  /// - Returns: `nil` for changes by this storage and for other databases.
  private func change(in payload: String) -> StorageChange? {
    let words = payload.split(separator: " ", maxSplits: 4).map(String.init)
    guard words.count >= 4, words[0] == installation, words[1] != sender else { return nil }
    switch (words[2], words.count) {
    case ("board", 5):
      return Group.ID(rawValue: words[3]).map { .board($0, Challenge.ID(rawValue: words[4])) }
    case ("journal", 4): return Int64(words[3]).map { .journal(member: $0) }
    case ("race", 5):
      guard let group = Group.ID(rawValue: words[3]) else { return nil }
      return UUID(uuidString: words[4]).map { .race(group, $0) }
    case ("reps", 5):
      guard let group = Group.ID(rawValue: words[3]),
        let event = try? APICoding.value(RaceRepsEvent.self, from: Data(words[4].utf8))
      else { return nil }
      return .reps(group, event)
    case ("access", 4): return Group.ID(rawValue: words[3]).map { .access($0) }
    default: return nil
    }
  }

}

extension StorageChange {
  /// Whether the notification is part of the transaction: of access, so that every server learns that it was lost, and
  /// of reps, because only one transaction at a time records them.
  fileprivate var isNotifiedInTransaction: Bool { isReps || isAccess }
}

extension PostgreSQLConnection: StorageConnection {
  func run(_ statements: [Statement], read: (Int, any StorageRow) throws -> Void) throws {
    for (index, set) in try run(statements).enumerated() {
      try set.forEach { try read(index, $0) }
    }
  }

  func lock(_ statement: Statement) { queue(statement) }
}

extension PostgreSQLRow: StorageRow {}
