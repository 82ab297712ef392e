import FoundationEssentials
import Testing

@testable import Models

struct DayStartTests {
  private let four = DayStart(minutes: 240)

  @Test(arguments: [
    ("2026-11-27T23:50:00", 331), ("2026-11-28T03:59:59", 331), ("2026-11-28T04:00:00", 332),
    ("2026-03-01T00:30:00", 59), ("2026-01-01T03:00:00", 0), ("2024-03-01T03:59:00", 60),
  ])
  func `a time before the beginning of the day belongs to the day before`(
    time: String, dayOfYear: Int
  ) throws {
    let local = LocalTime(try #require(Date(iso8601: "\(time)Z")), utcOffset: 0)
    let newYear = CivilDate(year: local.date.year, month: 1, day: 1).daysSince1970
    #expect(four.day(of: local) == newYear + Int64(dayOfYear) - 1)
    #expect(DayStart.midnight.day(of: local) == local.date.daysSince1970)
  }

  /// At 02:00 on 29 March 2026, clocks in Berlin are set to 03:00; at 03:00 on 25 October, to 02:00.
  @Test(arguments: [
    ("2026-03-29T01:59:00Z", 7200, 28), ("2026-03-29T02:00:00Z", 7200, 29),
    ("2026-10-25T00:30:00Z", 7200, 24), ("2026-10-25T02:59:00Z", 3600, 24),
    ("2026-10-25T03:00:00Z", 3600, 25),
  ])
  func `a day begins at the same local time when the clocks change`(
    time: String, offset: Int, dayOfMonth: Int
  ) throws {
    let local = LocalTime(try #require(Date(iso8601: time)), utcOffset: offset)
    #expect(CivilDate(daysSince1970: four.day(of: local)).day == dayOfMonth)
  }

  @Test func `the day of a workout follows from the time zone of its start`() throws {
    // 18:00 UTC is 03:00 of the next day in Tokyo.
    let start = try #require(Date(iso8601: "2026-11-27T18:00:00Z"))
    let workout = Workout(
      id: UUID(), challenge: "x", user: "Ann", startedAt: start, utcOffset: 9 * 3600,
      log: WorkoutLog(reps: RepLog(), duration: .seconds(60)))
    let friday = CivilDate(year: 2026, month: 11, day: 27).daysSince1970
    #expect(four.day(of: workout) == friday && DayStart.midnight.day(of: workout) == friday + 1)
  }

  @Test(arguments: [
    ("0:00", 0, "0:00"), ("4:00", 240, "4:00"), ("04:30", 270, "4:30"), ("12:00", 720, "12:00"),
  ])
  func `a text is a time of the morning`(text: String, minutes: Int, written: String) throws {
    let start = try #require(DayStart(text: text))
    #expect(start.minutes == minutes && start.text == written)
  }

  @Test(arguments: [
    "", "4", "4:0", "12:01", "24:00", "4:60", "-1:00", "4:00 am", "004:00", "4:000",
  ])
  func `other texts are no times of the morning`(text: String) {
    #expect(DayStart(text: text) == nil)
  }

  @Test func `an invalid setting is one clear line`() {
    let text = SettingsText("day-starts = 13:00\n")
    #expect(text.settings.dayStart == .midnight)
    #expect(
      text.problems.first?.problem
        == "day-starts must be a time from 0:00 to 12:00, such as 4:00, not \"13:00\"")
    #expect(SettingsText("day-starts = 4:00\n").settings.dayStart == four)
  }

  @Test(arguments: [
    ("23:30", "2026-11-27 23:30"), ("0:30", "2026-11-28 00:30"),
    ("yesterday 23:30", "2026-11-26 23:30"), ("yesterday 1:00", "2026-11-27 01:00"),
    ("2026-11-28 00:30", "2026-11-28 00:30"), ("2026-11-27 00:30", "2026-11-27 00:30"),
  ])
  func `typed times of today and yesterday follow the days of the person`(
    text: String, start: String
  ) throws {
    let now = try #require(Date(iso8601: "2026-11-28T01:30:00Z"))
    let time = try TypedTime(text, now: now, dayStart: four, utcOffset: { _ in 0 })
    #expect(LocalTime(time.date, utcOffset: 0).text == start)
  }
}
