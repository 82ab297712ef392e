/// A calendar week with a given first day.
///
/// It has no time zone: the caller determines the day of a workout, which on a person's own machine is the local day.
///
/// ```swift
/// let week = Week(of: now.localDay, startingOn: settings.weekStart)
/// week.contains(workoutDay)
/// ```
public struct Week: Hashable, Sendable, Comparable {
  /// Its first day, counted from 1970-01-01.
  public let firstDay: Int64

  /// Creates the week that a day is in.
  ///
  /// - Parameters:
  ///   - day: Counted from 1970-01-01.
  ///   - start: The day that weeks begin with.
  public init(of day: Int64, startingOn start: Settings.WeekStart) {
    firstDay = start.firstDay(ofWeekWith: day)
  }

  /// Creates the week with a number.
  public init(number: Int64) { firstDay = number - Self.daysBefore1970 }

  /// A number for databases, which is positive for all supported dates, so that zero can mean all time.
  ///
  /// Weeks with different first days have different numbers.
  public var number: Int64 { firstDay + Self.daysBefore1970 }

  /// Its last day, counted from 1970-01-01.
  public var lastDay: Int64 { firstDay + 6 }

  /// The day after it.
  public var end: CivilDate { CivilDate(daysSince1970: firstDay + 7) }

  /// Returns whether a day, counted from 1970-01-01, is in it.
  public func contains(_ day: Int64) -> Bool { (firstDay...lastDay).contains(day) }

  public static func < (lhs: Week, rhs: Week) -> Bool { lhs.firstDay < rhs.firstDay }

  /// From the first day of a week that has 1 January of year 1 to 1 January 1970, and one more.
  private static let daysBefore1970: Int64 = 719_162 + 7
}
