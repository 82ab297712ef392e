import FoundationEssentials

/// A week from Monday 00:00 UTC to the next, the same for everybody on Earth.
public struct Week: Hashable, Sendable, Comparable {
  /// The week's number, counted from 1 for the one that began on Monday, 1 January of year 1.
  ///
  /// Never zero or negative for a date that ``CivilDate`` can say, so a database may use zero for
  /// "all time" in the same column.
  public let number: Int64

  public init(number: Int64) { self.number = number }

  /// The week that `date` is in.
  public init(containing date: Date) {
    let days = date.millisecondsSince1970.flooredDivision(by: 86_400_000)
    number = (days + Self.daysBefore1970).flooredDivision(by: 7) + 1
  }

  /// Monday, 00:00 UTC.
  public var start: Date {
    Date(millisecondsSince1970: ((number - 1) * 7 - Self.daysBefore1970) * 86_400_000)
  }

  /// The Monday after, 00:00 UTC, which is no longer in it.
  public var end: Date { Week(number: number + 1).start }

  public static func < (lhs: Week, rhs: Week) -> Bool { lhs.number < rhs.number }

  /// From 1 January of year 1, which was a Monday, to 1 January 1970.
  private static let daysBefore1970: Int64 = 719_162
}
