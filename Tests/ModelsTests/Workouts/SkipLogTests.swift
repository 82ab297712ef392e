import FoundationEssentials
import Testing

@testable import Models

struct SkipLogTests {
  @Test(arguments: [[], [0], [1], [127, 255, 383], [128, .max], [.max]] as [[UInt32]])
  func `bytes and JSON survive a round trip`(milliseconds: [UInt32]) throws {
    let log = try #require(SkipLog(milliseconds: milliseconds))
    #expect(SkipLog(bytes: log.bytes) == log)
    #expect(try JSONDecoder().decode(SkipLog.self, from: JSONEncoder().encode(log)) == log)
  }

  @Test(
    arguments: [
      [0x80], [0, 0], [1, 0], [0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0x01],
      Array(repeating: 1, count: RepLog.maxReps + 1),
    ] as [[UInt8]])
  func `bytes that are not a log are rejected`(bytes: [UInt8]) {
    #expect(SkipLog(bytes: bytes) == nil)
  }

  @Test(arguments: ["[2,1]", "[1,1]", "[-1]", "[4294967296]", "3", "\"1\""])
  func `JSON that is not a log is rejected`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SkipLog.self, from: Data(text.utf8))
    }
  }

  @Test func `skips rise`() {
    var log = SkipLog()
    for (instant, isRecorded) in [
      (Duration.seconds(-1), false), (.seconds(2), true), (.seconds(2), false),
      (.seconds(1), false), (RepLog.maxInstant + .milliseconds(1), false),
      (RepLog.maxInstant, true),
    ] {
      #expect(log.append(instant) == isRecorded)
    }
    log.removeLast()
    #expect(Array(log) == [.seconds(2)])
    log.removeLast()
    log.removeLast()
    #expect(log.isEmpty)
  }

  @Test func `a correction keeps the skips before the end, but none of entered reps`() throws {
    let skips = try #require(SkipLog(milliseconds: [4000, 9000]))
    let log = try #require(RepLog(milliseconds: [1000, 5000]))
    #expect(skips.corrected(to: log, duration: .seconds(9)) == skips)
    #expect(skips.corrected(to: log, duration: .seconds(8)) == SkipLog(milliseconds: [4000]))
    let typed = try #require(RepLog(manualReps: 3))
    #expect(skips.corrected(to: typed, duration: .seconds(9)).isEmpty)
  }
}
