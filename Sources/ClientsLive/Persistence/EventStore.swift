import FoundationEssentials
import Models
import SQLite

/// A store of the usage log: which features were used, if the person has enabled it.
public struct EventStore {
  let connection: Connection

  /// Records an event.
  func record(_ event: UsageEvent) throws {
    try connection.run(
      "INSERT INTO events (feature, at) VALUES (?, ?)", .text(event.feature),
      .integer(event.at.millisecondsSince1970))
  }

  /// Returns the events after a position, oldest first.
  ///
  /// - Parameters:
  ///   - position: The last position of the previous page, or 0.
  ///   - limit: The maximum number of events.
  /// - Returns: The events, and the position of the last one.
  /// - Complexity: O(`limit` + log n).
  public func page(
    after position: Int64, limit: Int
  ) throws -> (events: [UsageEvent], position: Int64) {
    var last = position
    let events = try connection.all(
      "SELECT * FROM events WHERE number > ? ORDER BY number LIMIT ?",
      .integer(position), .integer(Int64(limit))
    ) { row in
      last = row.integer("number")
      return UsageEvent(feature: row.text("feature"), at: row.date("at"))
    }
    return (events, last)
  }

  /// Deletes all events.
  ///
  /// - Returns: The number of deleted events.
  public func clear() throws -> Int64 {
    try connection.write {
      try connection.run("DELETE FROM events")
      return connection.changedRowCount
    }
  }
}
