import FoundationEssentials
import Models
import Testing

struct CorrectionTests {
  @Test func `fewer reps drop the last ones`() throws {
    let log = try #require(RepLog(milliseconds: [10, 20, 30]))
    #expect(log.fitted(to: 2, from: .seconds(1), to: .seconds(1))?.milliseconds == [10, 20])
    #expect(log.fitted(to: 0, from: .seconds(1), to: .zero) == RepLog())
  }

  @Test func `more reps are spread evenly`() throws {
    let log = try #require(RepLog(milliseconds: [10, 20, 30]))
    #expect(
      log.fitted(to: 4, from: .seconds(1), to: .seconds(1))?.milliseconds == [250, 500, 750, 1000])
    #expect(RepLog().fitted(to: 2, from: .zero, to: .milliseconds(2))?.milliseconds == [1, 2])
  }

  @Test func `another duration scales the reps`() throws {
    let log = try #require(RepLog(milliseconds: [10, 20, 30]))
    #expect(
      log.fitted(to: 3, from: .milliseconds(40), to: .milliseconds(80))?.milliseconds
        == [20, 40, 60])
    #expect(log.fitted(to: 3, from: .seconds(1), to: .milliseconds(2)) == nil)
    #expect(log.fitted(to: 3, from: .seconds(1), to: .milliseconds(3)) == nil)
    #expect(log.fitted(to: -1, from: .seconds(1), to: .seconds(1)) == nil)
    #expect(log.fitted(to: 3, from: .seconds(1), to: .seconds(Int64(UInt32.max))) == nil)
  }

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
      #expect(Date(localText: text).map(LocalTime.init)?.text == text)
    }
    #expect(Date(localText: "2026-02-30 10:00") == nil)
    #expect(Date(localText: "yesterday") == nil)
  }
}
