import Clients
import FoundationEssentials
import Models
import ReducerRuntime

extension DependencyValues {
  /// Lets everything that is kept be kept in `database`, as `person`'s.
  ///
  /// - Parameter now: The wall clock.
  public mutating func use(
    _ database: Database, as person: PersonName, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    workouts = .live(database: database, person: person, now: now)
    people = .live(database: database)
    challenges = .live(database: database, now: now)
    plans = .live(database: database, person: person, now: now)
    statistics = .live(database: database, person: person, now: now)
    leaderboard = .live(database: database, person: person, now: now)
    analytics = .live(database: database)
  }
}
