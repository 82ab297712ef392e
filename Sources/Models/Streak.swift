/// How long somebody has trained without a break, in days or in weeks.
public struct Streak: Hashable, Sendable {
  /// The run that goes on: it reaches today or the one before, which leaves today to go on with it.
  public let current: Int

  /// The longest run there has been.
  public let longest: Int

  /// - Parameters:
  ///   - numbers: Days or weeks in which something was done, ascending; the same one may come again.
  ///   - now: The number of today, or of this week.
  /// - Complexity: O(n).
  public init(_ numbers: some Sequence<Int64>, now: Int64) {
    var last: Int64?
    var run = 0
    var longest = 0
    for number in numbers where number != last {
      run = last.map { $0 + 1 == number } == true ? run + 1 : 1
      longest = max(longest, run)
      last = number
    }
    self.longest = longest
    current = last.map { $0 >= now - 1 } == true ? run : 0
  }
}

extension TrainingSummary {
  /// Days in a row.
  public var dayStreak: Streak { Streak(days.lazy.map(\.number), now: today) }

  /// Weeks in a row.
  ///
  /// - Parameter weekStart: The day that a week begins with, 1 for Monday to 7 for Sunday.
  public func weekStreak(weekStart: Int) -> Streak {
    Streak(
      days.lazy.map { Self.week(of: $0.number, weekStart: weekStart) },
      now: Self.week(of: today, weekStart: weekStart))
  }

  /// A number for the week that a day is in.
  ///
  /// - Parameter weekStart: The day that a week begins with, 1 for Monday to 7 for Sunday.
  public static func week(of day: Int64, weekStart: Int) -> Int64 {
    // Day 0 was a Thursday, three days after a Monday.
    (day + 4 - Int64(weekStart)).flooredDivision(by: 7)
  }

  /// The first day of a week, as ``week(of:weekStart:)`` numbers it.
  public static func firstDay(ofWeek week: Int64, weekStart: Int) -> Int64 {
    week * 7 - 4 + Int64(weekStart)
  }

  /// How long was trained in each of the last `count` weeks, this one last.
  public func weeklyDurations(_ count: Int, weekStart: Int) -> [Duration] {
    let first = Self.week(of: today, weekStart: weekStart) - Int64(count) + 1
    var durations = Array(repeating: Duration.zero, count: count)
    for day in days.reversed() {
      let index = Self.week(of: day.number, weekStart: weekStart) - first
      guard index >= 0 else { break }
      if index < count { durations[Int(index)] += day.duration }
    }
    return durations
  }
}
