import FoundationEssentials
import Testing

@testable import Models

struct ClockTextTests {
  @Test(arguments: [
    (0, "00:00.00"), (9, "00:00.00"), (10, "00:00.01"), (59_999, "00:59.99"),
    (60_000, "01:00.00"), (5_999_990, "99:59.99"), (6_000_000, "100:00.00"),
    (2_400_000, "40:00.00"), (-5, "00:00.00"), (-70_000, "00:00.00"),
  ])
  func `a clock shows hundredths`(milliseconds: Int64, text: String) {
    #expect(Duration.milliseconds(milliseconds).clockText == text)
  }

  @Test func `hundredths are truncated, never rounded`() {
    #expect(Duration.nanoseconds(59_999_999_999).clockText == "00:59.99")
    #expect(Duration.nanoseconds(9_999_999).clockText == "00:00.00")
  }

  @Test func `long times get more digits`() {
    #expect(Duration.seconds(60 * 123_456_789).clockText == "123456789:00.00")
    #expect(Duration(secondsComponent: .max, attosecondsComponent: 0).clockText.hasSuffix(".80"))
    #expect(Duration(secondsComponent: .min, attosecondsComponent: 0).clockText == "00:00.00")
  }

  @Test func `limits are shown in minutes`() {
    #expect(Duration.seconds(120).minutesText == "2:00")
    #expect(Duration.seconds(45).minutesText == "0:45")
    #expect(Duration.seconds(3661).minutesText == "61:01")
  }

  @Test func `units are truncated toward zero`() {
    #expect(Duration.nanoseconds(1_999_999).wholeMilliseconds == 1)
    #expect(Duration.nanoseconds(-1_999_999).wholeMilliseconds == -1)
    #expect(Duration.milliseconds(19).wholeHundredths == 1)
  }
}

struct ISO8601Tests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"),
    (951_825_599_999, "2000-02-29T11:59:59.999Z"),
    (1_772_346_600_250, "2026-03-01T06:30:00.250Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
  ])
  func `a date survives a round trip through ISO 8601`(milliseconds: Int64, text: String) {
    let date = Date(millisecondsSince1970: milliseconds)
    #expect(date.iso8601 == text)
    #expect(Date(iso8601: text) == date)
    #expect(date.millisecondsSince1970 == milliseconds)
  }

  @Test func `dates are formatted like Foundation's`() {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    var milliseconds: Int64 = -2_000_000_000_000
    while milliseconds < 5_000_000_000_000 {
      let date = Date(millisecondsSince1970: milliseconds)
      #expect(date.iso8601 == date.formatted(style))
      milliseconds += 86_400_000 * 37 + 3_723_000
    }
  }

  @Test(arguments: [
    ("2026-03-01T06:30:00Z", "2026-03-01T06:30:00.000Z"),
    ("2026-03-01 06:30:00.5Z", "2026-03-01T06:30:00.500Z"),
    ("2026-03-01T06:30:00.123456789Z", "2026-03-01T06:30:00.123Z"),
    ("2026-03-01T06:30:00+02:00", "2026-03-01T04:30:00.000Z"),
    ("2026-02-28T23:30:00-05:30", "2026-03-01T05:00:00.000Z"),
  ])
  func `other spellings of ISO 8601 are read`(text: String, same: String) {
    #expect(Date(iso8601: text)?.iso8601 == same)
  }

  @Test(arguments: [
    "", "2026-03-01", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
    "2026-03-01T24:00:00Z", "2026-03-01T06:60:00Z", "2026-03-01T06:30:00", "0000-01-01T00:00:00Z",
    "2026-03-01T06:30:00.Z", "2026-03-01T06:30", "2026-03-01T06:30.5Z", "2026-03-01T06:30:00+1",
    "2026-03-01T06:30:00+02:", "2026-03-01T06Z", "2026-03-01T06:30 Z", "2026-03-01T06:30:00Zx",
    "2026-03-01T06:30:00+24:00", "２026-03-01T",
  ])
  func `text that is not a date is rejected`(text: String) {
    #expect(Date(iso8601: text) == nil)
  }

  @Test func `dates out of range are clamped`() {
    #expect(Date(timeIntervalSince1970: .infinity).iso8601.hasPrefix("9999"))
    #expect(Date(timeIntervalSince1970: -.infinity).iso8601.hasPrefix("0001"))
    #expect(Date(timeIntervalSince1970: .nan).iso8601.hasPrefix("0001"))
  }
}

struct LocalTimeTests {
  @Test(arguments: [0, -1, 1_772_346_600, 1_785_000_000, -5_000_000_000, 4_000_000_000])
  func `a local time is UTC plus the offset`(seconds: Int64) {
    let local = LocalTime(Date(millisecondsSince1970: seconds * 1000 + 999))
    let shown =
      local.date.daysSince1970 * 86_400
      + Int64(local.hour * 3600 + local.minute * 60 + local.second)
    #expect(shown - Int64(local.offset) == seconds)
  }

  @Test func `local times are in the years 1 to 9999`() {
    let last = LocalTime(Date(iso8601: "9999-12-31T20:00:00Z")!, utcOffset: 14 * 3600)
    #expect(last.text == "9999-12-31 23:59" && last.second == 59 && last.offset == 14 * 3600)
    let first = LocalTime(Date(iso8601: "0001-01-01T01:00:00Z")!, utcOffset: -3600 * 5)
    #expect(first.text == "0001-01-01 00:00")
  }

  @Test func `local times have the year first and leading zeros`() {
    var time = LocalTime(Date(timeIntervalSince1970: 0))
    time.date = CivilDate(year: 813, month: 3, day: 1)
    (time.hour, time.minute) = (6, 5)
    #expect(time.text == "0813-03-01 06:05")
    #expect(CivilDate(year: 2026, month: 3, day: 1).weekdayName == "Sun")
  }
}

struct LocalDateTests {
  /// The date formats of glibc's locales, and formats that can't be used.
  @Test(arguments: [
    ("%d.%m.%Y", "01.03.2026"), ("%m/%d/%Y", "03/01/2026"), ("%d/%m/%y", "01/03/2026"),
    ("%-d.%m.%Y.", "01.03.2026"), ("%e. %m. %Y", "01.03.2026"), ("%d-%m-%Y", "01-03-2026"),
    ("%Oy/%Om/%Od", "2026/03/01"), ("%Y-%m-%d", "2026-03-01"), ("%Y年%m月%d日", nil),
    ("%a %d %b %Y", nil), ("%d.%m", nil), ("", nil),
  ])
  func `a date has the order and the separator of the locale`(form: String, text: String?) {
    #expect(CivilDate(year: 2026, month: 3, day: 1).text(inForm: form) == text)
  }

  @Test func `without a locale, dates are in ISO 8601`() {
    let date = CivilDate(year: 2026, month: 3, day: 1)
    #expect(date.localText == "2026-03-01")
    let time = LocalTime(Date(millisecondsSince1970: 0), utcOffset: 0)
    #expect(time.localText == "1970-01-01 00:00")
  }
}

struct CalendarTests {
  @Test func `every day of four centuries survives a round trip`() {
    var previous = CivilDate(daysSince1970: -100_001)
    for days in Int64(-100_000)...60_000 {
      let date = CivilDate(daysSince1970: days)
      guard date.daysSince1970 == days, previous < date, date.weekday == previous.weekday % 7 + 1
      else {
        Issue.record("day \(days) is \(date)")
        return
      }
      previous = date
    }
    #expect(CivilDate(year: 1970, month: 1, day: 1).weekday == 4)
    #expect(!CivilDate(year: 2100, month: 2, day: 29).isValid)
    #expect(CivilDate(year: 2000, month: 2, day: 29).isValid)
  }

  @Test func `weeks begin with the chosen day`() {
    // 1 March 2026, a Sunday.
    let sunday: Int64 = 20_513
    for (start, first) in [
      (.monday, sunday - 6), (.sunday, sunday), (.saturday, sunday - 1),
    ] as [(Settings.WeekStart, Int64)] {
      let week = Week(of: sunday, startingOn: start)
      #expect(week.firstDay == first && week.lastDay == first + 6)
      #expect(week.contains(first) && week.contains(first + 6) && !week.contains(first + 7))
      #expect(Week(number: week.number) == week)
      #expect(week < Week(of: first + 7, startingOn: start))
      #expect(week.end == CivilDate(daysSince1970: first + 7))
      #expect(Week(of: -719_162, startingOn: start).number > 0)
    }
  }

  @Test func `a time filter returns the week that it covers`() {
    let sunday: Int64 = 20_513
    #expect(TimeFilter.thisWeek.week(on: sunday) == Week(of: sunday, startingOn: .monday))
    #expect(
      TimeFilter.thisWeek.startingWeeks(on: .sunday).week(on: sunday)
        == Week(of: sunday, startingOn: .sunday))
    #expect(TimeFilter.allTime.startingWeeks(on: .sunday).week(on: sunday) == nil)
    #expect([TimeFilter.thisWeek, .allTime].map(\.title) == ["This week", "All time"])
  }

  @Test func `a score is achieved at the end of the workout`() throws {
    let start = try #require(Date(iso8601: "2026-03-01T23:59:00Z"))
    let draft = WorkoutDraft(
      id: UUID(), challenge: "plank-hold", startedAt: start, duration: .milliseconds(90_250))
    #expect(draft.workout(by: "Ann").achievedAt.iso8601 == "2026-03-02T00:00:30.250Z")
  }
}

struct DateAgeTests {
  @Test(arguments: [
    (-100, "just now"), (59, "just now"), (60, "1 minute ago"), (3599, "59 minutes ago"),
    (3600, "1 hour ago"), (3 * 3600, "3 hours ago"), (86_400, "1 day ago"),
    (200 * 86_400, "200 days ago"),
  ])
  func `an age is in words`(seconds: Double, text: String) {
    let date = Date(timeIntervalSince1970: 1_767_596_400)
    #expect(date.ageText(at: date.addingTimeInterval(seconds)) == text)
  }

  @Test func `the age of distant dates does not overflow`() {
    #expect(Date.distantPast.ageText(at: .distantFuture).hasSuffix("days ago"))
    #expect(Date.distantFuture.ageText(at: .distantPast) == "just now")
  }
}

struct HybridTimeTests {
  @Test func `a later wall clock gives a later time`() {
    let first = HybridTime(milliseconds: 1000, after: nil)
    let second = HybridTime(milliseconds: 1001, after: first)
    #expect(first < second)
    #expect(second.milliseconds == 1001)
  }

  @Test func `a clock that is behind still gives a later time`() {
    let first = HybridTime(milliseconds: 86_400_000, after: nil)
    let second = HybridTime(milliseconds: 0, after: first)
    #expect(first < second)
    #expect(second.milliseconds == first.milliseconds)
  }

  @Test func `if there are more changes than the counter can hold, the milliseconds advance`() {
    var times = [HybridTime(milliseconds: 5, after: nil)]
    for _ in 0..<70_000 { times.append(HybridTime(milliseconds: 5, after: times.last)) }
    #expect(zip(times, times.dropFirst()).allSatisfy(<))
    #expect(times.last?.milliseconds == 6)
  }

  @Test func `the counter does not overflow`() {
    let last = HybridTime(rawValue: .max)
    #expect(HybridTime(milliseconds: .max, after: last) == last)
    #expect(HybridTime(milliseconds: .min, after: nil).milliseconds == 0)
  }
}

/// Tests of the times that a person types.
struct TypedTimeTests {
  /// Wednesday, 25 November 2026, 18:00 UTC.
  private static let now = Date(iso8601: "2026-11-25T18:00:00Z")!

  /// The offset in Berlin, where clocks are changed at 1:00 UTC on 29 March and 25 October 2026.
  private static func berlin(_ date: Date) -> Int {
    let summer = Date(iso8601: "2026-03-29T01:00:00Z")!..<Date(iso8601: "2026-10-25T01:00:00Z")!
    return summer.contains(date) ? 7200 : 3600
  }

  /// The offset in Samoa, which skipped 30 December 2011.
  private static func samoa(_ date: Date) -> Int {
    date < Date(iso8601: "2011-12-30T10:00:00Z")! ? -36_000 : 50_400
  }

  private func time(
    _ text: String, now: Date = now, _ offset: (Date) -> Int = berlin
  ) throws(TypedTime.Problem) -> String {
    let time = try TypedTime(text, now: now, utcOffset: offset)
    return time.date.iso8601(utcOffset: time.utcOffset)
  }

  @Test(arguments: [
    ("2026-11-24 06:30", "2026-11-24T06:30:00.000+01:00"),
    ("2026-07-01T6:30", "2026-07-01T06:30:00.000+02:00"),
    ("2026-11-24 06:30:15", "2026-11-24T06:30:15.000+01:00"),
    ("06:30", "2026-11-25T06:30:00.000+01:00"), ("6:30", "2026-11-25T06:30:00.000+01:00"),
    ("yesterday", "2026-11-24T12:00:00.000+01:00"),
    ("Yesterday 18:00", "2026-11-24T18:00:00.000+01:00"),
    ("today 07:00", "2026-11-25T07:00:00.000+01:00"), ("today", "2026-11-25T12:00:00.000+01:00"),
    ("2026-11-24", "2026-11-24T12:00:00.000+01:00"),
    ("2026-11-20T22:00:00-08:00", "2026-11-20T22:00:00.000-08:00"),
    ("2026-11-20 22:00:00.25+05:30", "2026-11-20T22:00:00.250+05:30"),
    ("2026-11-20T22:00:00Z", "2026-11-20T23:00:00.000+01:00"),
    ("2026-11-25T06:30Z", "2026-11-25T07:30:00.000+01:00"),
    ("2026-11-25t06:30z", "2026-11-25T07:30:00.000+01:00"),
    ("2026-11-25T06:30+02:00", "2026-11-25T06:30:00.000+02:00"),
    ("2026-11-25 06:30:00 +0200", "2026-11-25T06:30:00.000+02:00"),
    ("2026-11-25T06:30-08", "2026-11-25T06:30:00.000-08:00"),
    ("2026-11-25T06:30:00,5Z", "2026-11-25T07:30:00.500+01:00"),
    // The clocks show this time twice.
    ("2026-10-25 02:30", "2026-10-25T02:30:00.000+02:00"),
    ("2026-10-25 03:30", "2026-10-25T03:30:00.000+01:00"),
    ("1970-01-01 01:00", "1970-01-01T01:00:00.000+01:00"),
    ("2026-11-25 19:00", "2026-11-25T19:00:00.000+01:00"),
  ])
  func `a day, a time or both are read as a local instant`(text: String, expected: String) throws {
    #expect(try time(text) == expected)
  }

  @Test func `before noon, today means now`() throws {
    let morning = Date(iso8601: "2026-11-25T06:00:00Z")!
    #expect(try time("today", now: morning) == "2026-11-25T07:00:00.000+01:00")
    #expect(try time("2026-11-25", now: morning) == "2026-11-25T07:00:00.000+01:00")
  }

  @Test(
    arguments: [
      ("", .unreadable), ("soon", .unreadable), ("25:00", .unreadable), ("2026-11", .unreadable),
      ("2026-11-24 6", .unreadable), ("06:30 2026-11-24", .unreadable), ("0:0", .unreadable),
      ("2026-11-24 06:30 07:00", .unreadable), ("tomorrow", .unreadable),
      ("2026-02-30", .noSuchDay), ("2026-13-01 10:00", .noSuchDay),
      ("2026-03-29 02:30", .skipped), ("0001-01-01", .tooEarly), ("1969-12-31 23:00", .tooEarly),
      ("0001-01-01T00:00:00Z", .tooEarly), ("2026-11-26", .future), ("19:01", .future),
      ("9999-12-31", .future), ("2026-11-25T18:00:00.001Z", .future),
    ] as [(String, TypedTime.Problem)])
  func `other texts are refused with a reason`(text: String, problem: TypedTime.Problem) {
    #expect(throws: problem) { try time(text) }
  }

  @Test func `a day that the calendar skipped is refused`() throws {
    #expect(throws: TypedTime.Problem.skipped) { try time("2011-12-30", Self.samoa) }
    #expect(throws: TypedTime.Problem.skipped) {
      try time("yesterday", now: Date(iso8601: "2011-12-30T12:00:00Z")!, Self.samoa)
    }
    #expect(try time("2011-12-29", Self.samoa) == "2011-12-29T12:00:00.000-10:00")
    #expect(try time("2011-12-31", Self.samoa) == "2011-12-31T12:00:00.000+14:00")
  }
}

struct TypedDurationTests {
  @Test(
    arguments: [
      ("5:12", 312_000), ("05:12.33", 312_330), ("0:00.5", 500), ("0:07.125", 7125),
      ("1:05:12", 3_912_000), ("120:00", 7_200_000),
    ] as [(String, Int64)])
  func `durations are read`(text: String, milliseconds: Int64) {
    #expect(Duration(clockText: text) == .milliseconds(milliseconds))
  }

  @Test(arguments: [
    "", "5", "5:", ":12", "5:60", "5:1.", "5:1.1234", "1:60:00", "1:2:3:4", "-1:00", "٥:٠٠", "a:b",
    "12345:00",
  ])
  func `other text is not a duration`(text: String) {
    #expect(Duration(clockText: text) == nil)
  }

  @Test func `a local time survives a round trip`() {
    for hour in 0..<9000 {
      let moment = Date(millisecondsSince1970: 1_767_225_600_000 + Int64(hour) * 3_600_000)
      let text = LocalTime(moment).text
      #expect((try? TypedTime(text, now: .distantFuture)).map { LocalTime($0.date).text } == text)
    }
  }
}
