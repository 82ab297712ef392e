import FoundationEssentials
import Testing

@testable import Models

struct JSONTextTests {
  @Test(arguments: [
    ("plain", #""plain""#),
    ("a\"b\\c", #""a\"b\\c""#),
    ("\u{0}\n\u{1B}\u{7F}\u{9B}", #""\u0000\u000a\u001b\u007f\u009b""#),
    ("\u{202E}\u{2028}\u{E0041}", #""\u202e\u2028\udb40\udc41""#),
    ("Zoë 王 🏋", #""Zoë 王 🏋""#),
  ])
  func `JSON text has no control characters`(string: String, json: String) {
    #expect(JSONText.string(string).text == json)
  }

  @Test func `JSON keeps the order of members`() {
    let value = JSONText.object([
      ("b", .array([.number(1), .bool(false), .null])), ("a", .object([])), ("c", .array([])),
    ])
    #expect(value.text == #"{"b":[1,false,null],"a":{},"c":[]}"#)
  }
}

struct CalendarTextTests {
  private let now = Date(timeIntervalSince1970: 1_767_596_400.25)

  private func event(_ title: String, _ details: String = "") -> CalendarText.Event {
    CalendarText.Event(id: "a-session-1@ladder", day: 20_458, title: title, details: details)
  }

  @Test func `an event has all properties that calendars need, and lines end with CRLF`() {
    #expect(
      CalendarText.text(of: [event("Push-ups", "Session 1")], at: now)
        == [
          "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Ladder//Ladder//EN", "CALSCALE:GREGORIAN",
          "BEGIN:VEVENT", "UID:a-session-1@ladder", "DTSTAMP:20260105T070000Z",
          "DTSTART;VALUE=DATE:20260105", "DTEND;VALUE=DATE:20260106", "SUMMARY:Push-ups",
          "DESCRIPTION:Session 1", "TRANSP:TRANSPARENT", "END:VEVENT", "END:VCALENDAR", "",
        ].joined(separator: "\r\n"))
  }

  @Test func `special characters are escaped, and control characters are removed`() {
    let text = CalendarText.text(of: [event("a;b,c\\d\ne\u{1B}f\rBEGIN:VEVENT")], at: now)
    #expect(text.contains("SUMMARY:a\\;b\\,c\\\\d\\nefBEGIN:VEVENT\r\n"))
  }

  @Test func `lines have at most 75 bytes, and no character is split`() {
    let title = String(repeating: "深蹲ö", count: 40)
    let text = CalendarText.text(of: [event(title)], at: now)
    let lines = text.split(separator: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    #expect(text.replacing("\r\n ", with: "").contains("SUMMARY:\(title)\r\n"))
  }

  @Test func `a plan's open sessions and its next test are events with stable identifiers`() throws
  {
    let monday = CivilDate(year: 2026, month: 1, day: 5).daysSince1970
    var plan = TrainingPlan(
      id: UUID(), challenge: "pushups-2min",
      test: try #require(
        TestResult(measure: .reps, amount: 32, duration: .seconds(120), day: monday)))
    let before = plan.calendarEvents(named: "Push-ups", today: monday, rest: 90)
    #expect(before.count == plan.sessions.count + 1)
    #expect(before[0].title == "Push-ups: \(plan.sessions[0].text)")
    #expect(before.last?.title == "Push-ups: test again")
    plan.completedDays = [monday + 9]
    let after = plan.calendarEvents(named: "Push-ups", today: monday + 9, rest: 90)
    #expect(after.map(\.id) == before.dropFirst().map(\.id))
    #expect(after[0].day > before[1].day && Set(after.map(\.id)).count == after.count)
  }
}
