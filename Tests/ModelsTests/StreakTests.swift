import Models
import Testing

struct StreakTests {
  @Test(
    arguments: [
      ([], 0, 0), ([10], 1, 1), ([9], 1, 1), ([8], 0, 1), ([7, 8, 9, 10], 4, 4),
      ([1, 2, 3, 8, 9], 2, 3), ([9, 9, 10, 10], 2, 2), ([1, 2, 3], 0, 3),
    ] as [([Int64], Int, Int)])
  func runsAreCounted(days: [Int64], current: Int, longest: Int) {
    let streak = Streak(days, now: 10)
    #expect(streak.current == current)
    #expect(streak.longest == longest)
  }

  @Test(arguments: 1...7)
  func aWeekBeginsWithItsFirstDay(weekStart: Int) {
    for day in Int64(-30)..<30 {
      let week = TrainingSummary.week(of: day, weekStart: weekStart)
      let first = TrainingSummary.firstDay(ofWeek: week, weekStart: weekStart)
      #expect((first..<first + 7).contains(day))
      #expect(CivilDate(daysSince1970: first).weekday == weekStart)
    }
  }

  @Test func weeksAreAddedUpWithThisOneLast() {
    var summary = TrainingSummary()
    // Monday, 5 January 2026.
    summary.today = CivilDate(year: 2026, month: 1, day: 5).daysSince1970
    summary.days = [-30, -8, -2, -1, 0].map {
      .init(number: summary.today + $0, workouts: 1, duration: .seconds(60))
    }
    #expect(
      summary.weeklyDurations(3, weekStart: 1) == [.seconds(60), .seconds(120), .seconds(60)])
    #expect(
      summary.weeklyDurations(3, weekStart: 7) == [.zero, .seconds(120), .seconds(120)])
    #expect(summary.weekStreak(weekStart: 1).current == 3)
    #expect(summary.dayStreak.current == 3)
  }
}
