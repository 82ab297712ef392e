import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import SQLite

extension DependencyValues {
  /// Lets everything that is kept be kept in `database`, as `person`'s.
  ///
  /// - Parameters:
  ///   - now: The wall clock.
  ///   - heartbeat: Keeps the time of a running workout between its reps; the database does where there is none.
  ///   - rescue: Where workouts go that the database does not take.
  public mutating func use(
    _ database: Database, as person: PersonName, now: @escaping @Sendable () -> Date = { Date() },
    heartbeat: Heartbeat? = nil, rescue: RescueFolder? = nil
  ) {
    workouts = .live(
      database: database, person: person, now: now, heartbeat: heartbeat, rescue: rescue)
    people = .live(database: database)
    challenges = .live(database: database, now: now)
    plans = .live(database: database, person: person, now: now)
    statistics = .live(database: database, person: person, now: now)
    leaderboard = .live(database: database, person: person, now: now)
    analytics = .live(database: database)
  }
}
