import Testing

@testable import Models

/// Tests of the times and durations of other programs.
struct ImportedTimeTests {
  @Test(arguments: [
    ("2024-01-08 18:30:00", "2024-01-08 18:30:00"), ("2024-10-16T10:45:06", "2024-10-16 10:45:06"),
    ("2024-10-16T10:45:06.123456", "2024-10-16 10:45:06"), ("2024-01-08", "2024-01-08 12:00:00"),
    ("2024-10-16T10:45:06+02:00", "2024-10-16T10:45:06+02:00"),
    ("28 Sep 2026, 18:05", "2026-09-28 18:05:00"), ("18 sept. 2025, 17:31", "2025-09-18 17:31:00"),
    ("Oct 21, 2025, 5:05 PM", "2025-10-21 17:05:00"), ("1 août 2025, 07:00", "2025-08-01 07:00:00"),
    ("3 Mär 2025 7:30", "2025-03-03 07:30:00"),
    ("5 de março de 2025, 12:15 a. m.", "2025-03-05 00:15:00"),
    ("5 giugno 2025, 12:15 p.m.", "2025-06-05 12:15:00"),
    ("03.02.2025 7:30", "2025-02-03 07:30:00"),
    ("2025/02/03 7:30", "2025-02-03 07:30:00"), ("13/02/2025 7:30", "2025-02-13 07:30:00"),
    ("02/13/2025 7:30 PM", "2025-02-13 19:30:00"), ("4/4/2025", "2025-04-04 12:00:00"),
    ("30.02.2025", "2025-02-30 12:00:00"),
  ])
  func `a time is read in many forms`(text: String, expected: String) {
    #expect(ImportedTime.normalized(text, order: .date) == expected)
  }

  @Test func `the order of day and month can be specified`() {
    #expect(ImportedTime.normalized("03/04/2025", order: .date) == nil)
    #expect(ImportedTime.normalized("03/04/2025", order: .dmy) == "2025-04-03 12:00:00")
    #expect(ImportedTime.normalized("03/04/2025", order: .mdy) == "2025-03-04 12:00:00")
  }

  @Test(arguments: [
    "", "soon", "2025", "03.02.25", "2025-02", "2025-02-03 7", "2025-02-03 25:00", "3 Foo 2025",
    "99999999999999999999-01-01", "40.50.2025", String(repeating: "1", count: 100), "12:30",
  ])
  func `other texts are refused`(text: String) {
    #expect(ImportedTime.normalized(text, order: .date) == nil)
  }

  @Test(arguments: [
    ("1h 12m", 4320), ("45m", 2700), ("58min", 3480), ("3600", 3600), ("1:05:12", 3912),
    ("1h", 3600),
    ("90s", 90), ("0", 0),
  ])
  func `a duration is read in many forms`(text: String, seconds: Int) {
    #expect(ImportedTime.duration(text) == .seconds(seconds))
  }

  @Test(arguments: [
    "", "long", "1h long", "-5", "100000", "25h", "1 fortnight", "99999999999999999999",
  ])
  func `other durations are refused`(text: String) {
    #expect(ImportedTime.duration(text) == nil)
  }
}
