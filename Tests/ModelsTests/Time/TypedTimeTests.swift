import FoundationEssentials
import Testing

@testable import Models

/// Tests of the times that a person types.
struct TypedTimeTests {
  /// Wednesday, 25 November 2026, 18:00 UTC.
  private static let now = Date(iso8601: "2026-11-25T18:00:00Z")!

  /// The offset in Berlin, where clocks are changed at 1:00 UTC on 29 March and 25 October 2026.
  private static func berlin(_ date: Date) -> Int {
    let summer = Date(iso8601: "2026-03-29T01:00:00Z")!..<Date(iso8601: "2026-10-25T01:00:00Z")!
    return summer.contains(date) ? 7200 : 3600
  }

  /// The offset in Samoa, which left out 30 December 2011.
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
    // The clocks show it twice.
    ("2026-10-25 02:30", "2026-10-25T02:30:00.000+02:00"),
    ("2026-10-25 03:30", "2026-10-25T03:30:00.000+01:00"),
    ("1970-01-01 01:00", "1970-01-01T01:00:00.000+01:00"),
    ("2026-11-25 19:00", "2026-11-25T19:00:00.000+01:00"),
  ])
  func `a day, a time or both are an instant at this place`(text: String, expected: String) throws {
    #expect(try time(text) == expected)
  }

  @Test func `today means now until noon`() throws {
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
  func `another text is refused with its reason`(text: String, problem: TypedTime.Problem) {
    #expect(throws: problem) { try time(text) }
  }

  @Test func `a day that was left out is refused`() throws {
    #expect(throws: TypedTime.Problem.skipped) { try time("2011-12-30", Self.samoa) }
    #expect(throws: TypedTime.Problem.skipped) {
      try time("yesterday", now: Date(iso8601: "2011-12-30T12:00:00Z")!, Self.samoa)
    }
    #expect(try time("2011-12-29", Self.samoa) == "2011-12-29T12:00:00.000-10:00")
    #expect(try time("2011-12-31", Self.samoa) == "2011-12-31T12:00:00.000+14:00")
  }
}
