import FoundationEssentials
import Models
import Resources
import SQLite

extension DatabaseFormat {
  /// The format of Ladder's databases. The application ID is "LADR".
  package static let ladder = DatabaseFormat(
    applicationID: 0x4C41_4452,
    migrations: [Migration("first", embedded: ladder_schema().text)])
}

/// The stores of a Ladder database.
///
/// ```swift
/// let connection = try Connection.open(in: folder)
/// let workouts = try connection.workouts.history(of: name, limit: 20)
/// ```
///
/// A store has the statements of one topic and no state, so creating one is free. Inside `connection.write`, several
/// stores share a transaction. If a method of a store throws ``DatabaseError``, it has changed nothing.
extension Connection {
  /// The store of finished workouts and the trash.
  public var workouts: WorkoutStore { WorkoutStore(connection: self) }
  /// The store of unfinished workouts.
  public var unfinished: UnfinishedStore { UnfinishedStore(connection: self) }
  /// The store of the sets of strength sessions.
  public var strength: StrengthStore { StrengthStore(connection: self) }
  /// The store of rests between sets.
  public var rests: RestStore { RestStore(connection: self) }
  /// The store of the leaderboards.
  public var leaderboard: LeaderboardStore { LeaderboardStore(connection: self) }
  /// The store of each person's totals.
  public var statistics: StatisticsStore { StatisticsStore(connection: self) }
  /// The store of training plans.
  public var plans: PlanStore { PlanStore(connection: self) }
  /// The store of custom challenges.
  public var challenges: ChallengeStore { ChallengeStore(connection: self) }
  /// The store of people and their names.
  public var people: PersonStore { PersonStore(connection: self) }
  /// The store of the usage log.
  public var events: EventStore { EventStore(connection: self) }
  /// The store of aggregates, which are computed from the workouts.
  var aggregates: AggregateStore { AggregateStore(connection: self) }
  /// The store of imported files.
  public var imports: ImportStore { ImportStore(connection: self) }
  /// The store that writes exports.
  public var exports: ExportStore { ExportStore(connection: self) }
  /// The store that makes copies of the database for sharing.
  public var snapshots: SnapshotStore { SnapshotStore(connection: self) }
}

// MARK: - Opening

extension Connection {
  /// Opens a person's database, creates it if it is missing, and migrates it to the current version.
  ///
  /// A file that is damaged, or that another program or a newer Ladder created, is rejected and left unchanged.
  ///
  /// - Parameter busyTimeout: The time for which a statement waits for another process.
  /// - Throws: ``DatabaseError``, and ``BackupError`` if a required backup cannot be made.
  public static func open(
    in folder: DataFolder, busyTimeout: Duration = .seconds(5)
  ) throws -> Connection {
    try folder.createDatabase()
    return try .open(folder.databasePath, as: .ladder, busyTimeout: busyTimeout)
  }

  /// Opens a person's database if it exists.
  ///
  /// - Returns: `nil` if there is no database; nothing is created.
  /// - Throws: The errors of ``open(in:busyTimeout:)``.
  public static func openExisting(
    in folder: DataFolder, busyTimeout: Duration = .seconds(5)
  ) throws -> Connection? {
    guard try folder.hasDatabase() else { return nil }
    return try .open(folder.databasePath, as: .ladder, busyTimeout: busyTimeout)
  }

  /// Opens a new in-memory database.
  ///
  /// - Throws: ``DatabaseError``.
  public static func inMemory() throws -> Connection { try .inMemory(as: .ladder) }

  /// Opens an in-memory copy of a database, with a limit on the work of its statements.
  ///
  /// - Throws: ``DatabaseError``, like `Connection.inMemoryCopy(ofFileAt:as:)`.
  public static func inMemoryCopy(ofFileAt path: String) throws -> Connection {
    try .inMemoryCopy(ofFileAt: path, as: .ladder)
  }
}

// MARK: - Days

extension Connection {
  /// The beginning of the days to which the workouts of this database belong.
  public var dayStart: DayStart {
    get throws {
      try first("SELECT minutes FROM day_start WHERE number = 0") {
        DayStart(minutes: Int(clamping: $0.integer(0)))
      } ?? .midnight
    }
  }

  /// Sets the beginning of the days, and moves the workouts to their new days.
  ///
  /// - Complexity: O(n) in the workouts if the beginning changes, otherwise O(1).
  public func setDayStart(_ start: DayStart) throws {
    if try dayStart != start { try aggregates.setDayStart(start) }
  }
}

// MARK: - Values

/// Reads numbers that may have been edited by hand. Values out of range are clamped, so that later arithmetic
/// cannot overflow.
extension Row {
  /// Returns the count in a column, by default the first one.
  func count(_ column: String? = nil) -> Int {
    Int((column.map(integer) ?? integer(0)).clamped(to: 0...1_000_000_000_000))
  }

  /// Returns a duration stored in milliseconds, at most 100 years.
  func duration(_ column: String) -> Duration {
    .milliseconds(integer(column)).clamped(to: .zero...WorkoutLog.maxDuration)
  }

  /// Returns a date between the years 1 and 9999.
  func date(_ column: String) -> Date {
    Date(millisecondsSince1970: integer(column)).roundedToMilliseconds
  }

  /// Returns an offset from UTC in seconds, less than a day.
  func utcOffset(_ column: String) -> Int {
    Int(integer(column).clamped(to: WorkoutRecord.utcOffsets))
  }

  /// Returns a local day between the years 1 and 9999, in days since 1970-01-01.
  func day(_ column: String) -> Int64 { integer(column).clamped(to: WorkoutRecord.days) }
}
