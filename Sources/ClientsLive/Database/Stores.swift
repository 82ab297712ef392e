import SQLite

/// The stores of a Ladder database, for one thread at a time.
///
/// ```swift
/// let stores = try Stores.open(in: folder)
/// let workouts = try stores.workouts.history(of: name, limit: 20)
/// ```
///
/// A store is a connection and the statements about its topic, so it costs nothing to make one. What several stores do in
/// `connection.write` is one transaction.
public struct Stores {
  /// The database that they share.
  public let connection: Connection

  /// Creates the stores of a Ladder database that is open.
  public init(_ connection: Connection) { self.connection = connection }

  /// Finished workouts, and the trash.
  public var workouts: WorkoutStore { WorkoutStore(connection) }
  /// Running workouts, and those that were left.
  public var unfinished: UnfinishedStore { UnfinishedStore(connection) }
  /// The rests between two sets.
  public var rests: RestStore { RestStore(connection) }
  /// The leaderboards.
  public var leaderboard: LeaderboardStore { LeaderboardStore(connection) }
  /// What each person has done, added up.
  public var statistics: StatisticsStore { StatisticsStore(connection) }
  /// Training plans.
  public var plans: PlanStore { PlanStore(connection) }
  /// The challenges that people made.
  public var challenges: ChallengeStore { ChallengeStore(connection) }
  /// People, by their names.
  public var people: PersonStore { PersonStore(connection) }
  /// The usage log.
  public var events: EventStore { EventStore(connection) }
  /// Copies of everything, to be handed to another person.
  public var snapshots: SnapshotStore { SnapshotStore(connection) }

  /// Closes the database; what is asked afterwards throws.
  public func close() { connection.close() }
}

extension Stores {
  /// Opens a person's database, makes it when there is none, and brings it up to date.
  ///
  /// A file that is damaged, of another program, or of a newer Ladder is refused and left byte for byte as it is.
  ///
  /// - Parameter busyTimeout: How long a statement waits for another process.
  /// - Throws: ``DatabaseError``, and ``BackupError`` where it has to be backed up and cannot be.
  public static func open(
    in folder: DataFolder, busyTimeout: Duration = .seconds(5)
  ) throws -> Stores {
    try folder.create()
    return Stores(try .open(folder.databasePath, as: .ladder, busyTimeout: busyTimeout))
  }

  /// Opens a person's database if there is one.
  ///
  /// - Returns: `nil` when there is none, and then nothing was made.
  /// - Throws: As ``open(in:busyTimeout:)``.
  public static func openExisting(
    in folder: DataFolder, busyTimeout: Duration = .seconds(5)
  ) throws -> Stores? {
    guard try folder.exists() else { return nil }
    return Stores(try .open(folder.databasePath, as: .ladder, busyTimeout: busyTimeout))
  }

  /// Opens a new database in memory, which is gone when it is closed.
  ///
  /// - Throws: ``DatabaseError``.
  public static func inMemory() throws -> Stores { Stores(try .inMemory(as: .ladder)) }

  /// Opens a copy of a database in memory, the work on which is bounded.
  ///
  /// - Throws: ``DatabaseError``, as `Connection.copy(ofFileAt:as:)`.
  public static func copy(ofFileAt path: String) throws -> Stores {
    Stores(try .copy(ofFileAt: path, as: .ladder))
  }
}

extension Database {
  /// A database whose work is done on a thread of its own.
  ///
  /// - Parameter stores: Those of an open one, which from now on is used on the database's thread only.
  public init(_ stores: sending Stores) { self.init(stores.connection) }

  /// A database that works at once, on the thread of its caller.
  public init(immediate stores: sending Stores) { self.init(immediate: stores.connection) }

  /// Runs `body` on the database's thread, after what was asked before.
  ///
  /// - Throws: What `body` throws, and ``DatabaseError`` where the file was replaced by one that cannot be used.
  public func withStores<Result: Sendable>(
    _ body: @Sendable (Stores) throws -> Result
  ) throws -> Result {
    try run { try body(Stores($0)) }
  }
}
