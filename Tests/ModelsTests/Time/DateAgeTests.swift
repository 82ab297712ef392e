import FoundationEssentials
import Models
import Testing

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

  @Test func `no date is too far away`() {
    #expect(Date.distantPast.ageText(at: .distantFuture).hasSuffix("days ago"))
    #expect(Date.distantFuture.ageText(at: .distantPast) == "just now")
  }
}
