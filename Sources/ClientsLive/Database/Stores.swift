import SQLite

/// The stores of a Ladder database, for one thread at a time.
///
/// ```swift
/// let stores = try Stores.open(in: folder)
/// let workouts = try stores.workouts.history(of: name, limit: 20)
/// ```
///
/// A store consists of a connection and the statements of one topic, so creating one is free. Inside
/// `connection.write`, several stores share a transaction. The stores of groups and of the journal create their tables,
/// which only the databases of people have who have joined a server.
public struct Stores {
  /// The database that the stores share.
  public let connection: Connection

  /// Creates the stores of an open Ladder database.
  public init(_ connection: Connection) { self.connection = connection }

  /// The store of finished workouts and the trash.
  public var workouts: WorkoutStore { WorkoutStore(connection) }
  /// The store of unfinished workouts.
  public var unfinished: UnfinishedStore { UnfinishedStore(connection) }
  /// The store of the sets of strength sessions.
  public var strength: StrengthStore { StrengthStore(connection) }
  /// The store of rests between sets.
  public var rests: RestStore { RestStore(connection) }
  /// The store of the leaderboards.
  public var leaderboard: LeaderboardStore { LeaderboardStore(connection) }
  /// The store of each person's totals.
  public var statistics: StatisticsStore { StatisticsStore(connection) }
  /// The store of training plans.
  public var plans: PlanStore { PlanStore(connection) }
  /// The store of custom challenges.
  public var challenges: ChallengeStore { ChallengeStore(connection) }
  /// The store of people and their names.
  public var people: PersonStore { PersonStore(connection) }
  /// The store of the usage log.
  public var events: EventStore { EventStore(connection) }
  /// The store of what is published in groups.
  public var publications: PublicationStore { PublicationStore(connection) }
  /// The store of the pages of groups' leaderboards as they were last seen.
  var seenPages: SeenPageStore { SeenPageStore(connection) }
  /// The store that makes copies of the database to share.
  public var snapshots: SnapshotStore { SnapshotStore(connection) }

  /// Closes the database. Later requests throw.
  public func close() { connection.close() }
}

extension Stores {
  /// Opens a person's database, creates it if it is missing, and migrates it to the current version.
  ///
  /// A file that is damaged, of another program, or of a newer Ladder is rejected and left unchanged.
  ///
  /// - Parameter busyTimeout: The time for which a statement waits for another process.
  /// - Throws: ``DatabaseError``, and ``BackupError`` if a required backup cannot be made.
  public static func open(
    in folder: DataFolder, busyTimeout: Duration = .seconds(5)
  ) throws -> Stores {
    try folder.createDatabase()
    return Stores(try .open(folder.databasePath, as: .ladder, busyTimeout: busyTimeout))
  }

  /// Opens a person's database if it exists.
  ///
  /// - Returns: `nil` if there is no database; nothing is created.
  /// - Throws: As ``open(in:busyTimeout:)``.
  public static func openExisting(
    in folder: DataFolder, busyTimeout: Duration = .seconds(5)
  ) throws -> Stores? {
    guard try folder.hasDatabase() else { return nil }
    return Stores(try .open(folder.databasePath, as: .ladder, busyTimeout: busyTimeout))
  }

  /// Opens a new in-memory database.
  ///
  /// - Throws: ``DatabaseError``.
  public static func inMemory() throws -> Stores { Stores(try .inMemory(as: .ladder)) }

  /// Opens an in-memory copy of a database, with a limit on the work of its statements.
  ///
  /// - Throws: ``DatabaseError``, as `Connection.inMemoryCopy(ofFileAt:as:)`.
  public static func inMemoryCopy(ofFileAt path: String) throws -> Stores {
    Stores(try .inMemoryCopy(ofFileAt: path, as: .ladder))
  }
}

extension Database {
  /// Creates a database that works on a thread of its own.
  ///
  /// - Parameter stores: The stores of an open database, used only on the database's thread from now on.
  /// - Throws: `ThreadError`.
  public init(_ stores: sending Stores) throws(ThreadError) { try self.init(stores.connection) }

  /// Creates a database that works immediately on the caller's thread.
  public init(immediate stores: sending Stores) { self.init(immediate: stores.connection) }

  /// Runs `body` on the database's thread, after earlier requests.
  ///
  /// - Throws: Errors of `body`, and ``DatabaseError`` if the file was replaced by one that cannot be used.
  public func withStores<Result: Sendable>(
    _ body: @Sendable (Stores) throws -> Result
  ) throws -> Result {
    try run { try body(Stores($0)) }
  }
}
