import Clients
import FoundationEssentials
import Models
import SQLite
import Synchronization
import SystemTestSupport

@testable import ClientsLive

/// One of a person's machines. Each has a database and a clock.
final class TestMachine: Sendable {
  let folder = TestFolder()
  let database: Database
  private let clock = Mutex(Date.sunday)
  private let settings = Mutex<[Settings.Field: String]>([:])
  private let person = PersonName.sample("Ann")

  init() throws { database = try Database(Connection.open(in: folder.data)) }

  /// Creates a machine whose database is a copy of a file.
  init(database file: String, in folder: String) throws {
    let data = DataFolder(path: folder)
    try data.createFolder()
    try FileManager.default.copyItem(atPath: file, toPath: data.databasePath)
    database = try Database(Connection.open(in: data))
  }

  /// The wall clock.
  var now: Date {
    get { clock.withLock { $0 } }
    set { clock.withLock { $0 = newValue } }
  }

  /// The shared settings in the settings file.
  var sharedSettings: [Settings.Field: String] {
    get { settings.withLock { $0 } }
    set { settings.withLock { $0 = newValue } }
  }

  var workouts: WorkoutsClient {
    .live(database: database, person: person, now: { [self] in now })
  }

  var plans: PlansClient { .live(database: database, person: person, now: { [self] in now }) }

  var challenges: ChallengesClient { .live(database: database, now: { [self] in now }) }

  func synchronization(
    with server: any JournalServer, key: JournalKey, formerKeys: [JournalKey] = [],
    account: String = "club"
  ) -> ClientsLive.Synchronization {
    ClientsLive.Synchronization(
      database: database, server: server, account: account, key: key, formerKeys: formerKeys,
      person: person,
      settings: SharedSettings(
        read: { [self] in sharedSettings },
        write: { [self] changed in sharedSettings.merge(changed) { _, new in new } }),
      now: { [self] in now })
  }

  @discardableResult
  func sync(
    with server: any JournalServer, key: JournalKey, formerKeys: [JournalKey] = [],
    account: String = "club"
  ) async throws -> ClientsLive.Synchronization.Result {
    try await synchronization(with: server, key: key, formerKeys: formerKeys, account: account)
      .run()
  }

  /// Returns all data that the person sees: the history, bests, totals, plans and challenges.
  func view() async throws -> String {
    var lines: [String] = []
    for workout in try await workouts.history(nil, nil, 1000) { lines.append("\(workout)") }
    lines.append("\(try await plans.all())")
    lines.append("\(try await challenges.custom().current)")
    lines += try await database.run { connection in
      try connection.all(
        """
        SELECT b.challenge, b.week, b.rank_key, b.achieved_at, hex(w.id) FROM bests b
        JOIN workouts w ON w.number = b.workout ORDER BY 1, 2
        """
      ) { "\($0.text(0)) \($0.integer(1)) \($0.integer(2)) \($0.integer(3)) \($0.text(4))" }
        + connection.all(
          "SELECT calendar, number, workouts, reps, duration_ms FROM periods ORDER BY 1, 2"
        ) { row in "\((0..<5).map { row.integer($0) })" }
        + connection.all("SELECT calendar, first, last FROM runs ORDER BY 1, 2") { row in
          "\((0..<3).map { row.integer($0) })"
        }
    }
    return lines.joined(separator: "\n")
  }
}
