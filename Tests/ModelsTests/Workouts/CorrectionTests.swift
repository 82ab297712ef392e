import FoundationEssentials
import Models
import Testing

struct CorrectionTests {
  private let log = RepLog(milliseconds: [10, 20, 30])

  private func corrected(
    to reps: Int, in milliseconds: Int64 = 1000, isScoredByTime: Bool = false
  ) -> RepLog? {
    log?.corrected(
      to: reps, from: .seconds(1), to: .milliseconds(milliseconds), isScoredByTime: isScoredByTime)
  }

  @Test func `fewer reps remove the last ones`() {
    #expect(corrected(to: 2)?.milliseconds == [10, 20])
    #expect(corrected(to: 0, in: 0) == RepLog())
    #expect(corrected(to: -1) == nil)
  }

  @Test func `more reps result in a manual log`() {
    #expect(corrected(to: 4) == RepLog(manualReps: 4))
    #expect(corrected(to: RepLog.maxReps + 1) == nil)
    #expect(
      corrected(to: 4)?.corrected(to: 3, from: .zero, to: .zero, isScoredByTime: false)?.reps == 3)
  }

  @Test func `instants are kept if they still apply`() {
    #expect(corrected(to: 3, in: 30) == log && corrected(to: 3, in: 2000) == log)
    #expect(corrected(to: 3, in: 29) == RepLog(manualReps: 3))
    // The time is the result.
    #expect(corrected(to: 3, isScoredByTime: true) == log)
    #expect(corrected(to: 3, in: 2000, isScoredByTime: true) == RepLog(manualReps: 3))
    #expect(corrected(to: 2, in: 2000, isScoredByTime: true)?.milliseconds == [10, 20])
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
      #expect((try? TypedTime(text, now: .distantFuture)).map { LocalTime($0.date).text } == text)
    }
  }
}
