import FoundationEssentials

/// The local time at which a person's days begin, such as 4:00 for a person who trains after midnight.
///
/// It alone determines the day of a workout, and the current day: totals, streaks, weeks, goals and plans follow it.
/// Days on which the clocks change begin at the same local time as other days.
///
/// ```swift
/// let late = DayStart(text: "4:00")!
/// late.day(of: LocalTime(workout.startedAt))  // the day before, for a start at 03:59
/// ```
public struct DayStart: Hashable, Sendable {
  /// The minutes after midnight, in ``minuteRange``.
  public let minutes: Int

  public static let midnight = DayStart(minutes: 0)

  /// The latest beginning: noon, because a later time would be closer to the next day.
  public static let latest = DayStart(minutes: 720)

  public static let minuteRange = 0...720

  /// Creates the beginning of the days, at the closest valid time.
  public init(minutes: Int) { self.minutes = minutes.clamped(to: Self.minuteRange) }

  /// Creates the beginning of the days from its text in the settings file: `0:00` to `12:00`.
  ///
  /// - Returns: `nil` for any other text.
  public init?(text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard
      parts.count == 2, parts.allSatisfy(\.isDigits), (1...2).contains(parts[0].utf8.count),
      parts[1].utf8.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60,
      Self.minuteRange.contains(hour * 60 + minute)
    else { return nil }
    self.init(minutes: hour * 60 + minute)
  }

  /// The time in the settings file: `4:00`.
  public var text: String { "\(minutes / 60):\((minutes % 60).twoDigits)" }

  /// Returns the day to which a local time belongs, counted from 1970-01-01.
  public func day(of time: LocalTime) -> Int64 {
    time.date.daysSince1970 - (time.hour * 60 + time.minute < minutes ? 1 : 0)
  }

  /// Returns the day of a moment in the time zone of the system, counted from 1970-01-01.
  public func day(at moment: Date) -> Int64 { day(of: LocalTime(moment)) }

  /// Returns the day of a workout in the time zone of its start, counted from 1970-01-01.
  public func day(of workout: Workout) -> Int64 { day(of: workout.localStart) }
}
