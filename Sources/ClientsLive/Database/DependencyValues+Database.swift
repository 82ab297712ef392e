import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import SQLite

extension DependencyValues {
  /// Sets the clients that store data in `database` on behalf of `person`, without a server.
  ///
  /// - Parameters:
  ///   - now: Returns the current time.
  ///   - heartbeat: Records the time of a running workout between its reps; if `nil`, the database records it.
  ///   - rescue: The folder for workouts that cannot be saved in the database.
  public mutating func useDatabase(
    _ database: Database, as person: PersonName, now: @escaping @Sendable () -> Date = { Date() },
    heartbeat: Heartbeat? = nil, rescue: RescueFolder? = nil
  ) {
    workouts = .live(
      database: database, person: person, now: now, heartbeat: heartbeat, rescue: rescue)
    people = .live(database: database)
    challenges = .live(database: database, now: now)
    plans = .live(database: database, person: person, now: now)
    statistics = .live(database: database, person: person, now: now)
    strength = .live(database: database, person: person)
    leaderboards = LeaderboardsClient(
      machine: .live(database: database, person: person, now: now))
    sync = .notJoined
    analytics = .live(database: database)
  }
}
