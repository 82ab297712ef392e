import FoundationEssentials
import Models
import SQLite

/// The usage log: which features were used, for those who asked for it.
public struct EventStore {
  let connection: Connection

  /// Creates the store of a Ladder database that is open.
  public init(_ connection: Connection) { self.connection = connection }

  /// Keeps an event.
  ///
  /// - Throws: ``DatabaseError``.
  func record(_ event: UsageEvent) throws {
    try connection.run(
      "INSERT INTO events (feature, at) VALUES (?, ?)", .text(event.feature),
      .integer(event.at.millisecondsSince1970))
  }

  /// Returns the events behind a position, oldest first.
  ///
  /// - Parameters:
  ///   - position: What the page before ended with, or 0.
  ///   - limit: The most events to return.
  /// - Returns: The events, and the position behind them.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(`limit` + log n).
  public func page(
    after position: Int64, limit: Int
  ) throws -> (events: [UsageEvent], position: Int64) {
    var last = position
    let events = try connection.all(
      "SELECT number, feature, at FROM events WHERE number > ? ORDER BY number LIMIT ?",
      .integer(position), .integer(Int64(limit))
    ) { row in
      last = row.integer(0)
      return UsageEvent(
        feature: row.text(1), at: row.date(2))
    }
    return (events, last)
  }

  /// Forgets all events.
  ///
  /// - Returns: How many there were.
  /// - Throws: ``DatabaseError``; they are all still there then.
  public func clear() throws -> Int64 {
    try connection.write {
      try connection.run("DELETE FROM events")
      return connection.changes
    }
  }
}
