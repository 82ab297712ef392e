/// An update of a database that takes long enough to be told of before it begins.
public struct LongUpdate: Hashable, Sendable {
  /// How many workouts have been kept in it; what was deleted for good may be among them.
  public let workouts: Int

  /// What so many fewer take is over before anybody has read of it.
  static let fewest = 50_000

  /// What happens, in one line for a person.
  public var sentence: String {
    "brings a database of \(workouts) workouts up to date, once; that may take a minute"
  }
}

extension Connection {
  /// The update that is due, if it takes long.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(log n): nothing is counted.
  func longUpdate(to migrations: [Migration]) throws -> LongUpdate? {
    guard case 1..<migrations.count = try version() else { return nil }
    let workouts = try first("SELECT max(number) FROM workouts") { Int($0.integer(0)) } ?? 0
    return workouts < LongUpdate.fewest ? nil : LongUpdate(workouts: workouts)
  }
}
