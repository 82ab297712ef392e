import FoundationEssentials
import Models
import Testing

struct RepLogTests {
  @Test func `instants must increase`() {
    var log = RepLog()
    let counted = [900, 900, 899, 901].map { log.append(.milliseconds($0)) }
    #expect(counted == [true, false, false, true])
    #expect(Array(log) == [.milliseconds(900), .milliseconds(901)])
  }

  @Test func `a held key counts once`() {
    var log = RepLog()
    for repeated in stride(from: 500, through: 650, by: 30) {
      log.append(.milliseconds(repeated), minGap: .milliseconds(150))
    }
    #expect(log.milliseconds == [500, 650])
  }

  @Test func `impossible instants are rejected`() {
    var log = RepLog()
    let instants = [
      .milliseconds(-1), RepLog.maxInstant + .milliseconds(1), .zero, RepLog.maxInstant,
    ]
    #expect(instants.map { log.append($0) } == [false, false, true, true])
    #expect(RepLog(milliseconds: [1, 1]) == nil)
    #expect(RepLog(milliseconds: [2, 1]) == nil)
  }

  @Test func `undo removes the last rep`() {
    var log = RepLog()
    log.append(.seconds(1))
    log.append(.seconds(3))
    let taken = log.removeLast()
    #expect(taken == .seconds(3))
    log.append(.seconds(2))
    #expect(Array(log) == [.seconds(1), .seconds(2)])
    let rest = (0..<3).map { _ in log.removeLast() }
    #expect(rest == [.seconds(2), .seconds(1), nil])
  }

  @Test func `reps are counted up to and including an instant`() throws {
    let log = try #require(RepLog(milliseconds: [100, 200, 300]))
    #expect(log.count(through: .milliseconds(99)) == 0)
    #expect(log.count(through: .milliseconds(100)) == 1)
    #expect(log.count(through: .milliseconds(299)) == 2)
    #expect(log.count(through: .seconds(9)) == 3)
    #expect(RepLog().count(through: .seconds(9)) == 0)
  }

  @Test func `pace is in reps per minute`() throws {
    let log = try #require(RepLog(milliseconds: [2000, 4000, 6000, 7000]))
    #expect(log.pace(over: .seconds(10)) == 24)
    #expect(Array(log.gaps) == [.seconds(2), .seconds(2), .seconds(2), .seconds(1)])
  }

  @Test func `the current pace is that of the last gaps, and falls when reps stop`() throws {
    let log = try #require(RepLog(milliseconds: [1000, 1500, 2000, 2500, 3000]))
    #expect(log.recentPace(at: .milliseconds(2500)) == nil)
    #expect(log.recentPace(at: .seconds(3)) == 120)
    #expect(log.recentPace(at: .milliseconds(3500)) == 120)
    #expect(log.recentPace(at: .seconds(5)).map { Int($0) } == 68)
    #expect(log.recentPace(at: .seconds(18)).map { Int($0) } == 14)
    #expect(log.recentPace(at: .seconds(33)).map { Int($0) } == 7)
    #expect(log.recentPace(at: .seconds(180)) == nil)
    #expect(log.recentPace(at: .seconds(3), since: .milliseconds(1001)) == nil)
  }

  @Test func `presses that arrive together are one moment`() throws {
    let first = (0..<10).map { UInt32(10_000 + $0) }
    let log = try #require(RepLog(milliseconds: first + first.map { $0 + 20_000 }))
    #expect(log.recentPace(at: .milliseconds(10_009)) == nil)
    let pace = try #require(log.recentPace(at: .milliseconds(30_009)))
    #expect((29...31).contains(pace))
  }

  @Test func `pace needs enough reps and time`() throws {
    let one = try #require(RepLog(milliseconds: [5]))
    #expect(RepLog().pace(over: .seconds(10)) == nil)
    #expect(one.pace(over: .milliseconds(9)) == nil)
    #expect(one.recentPace(at: .seconds(1)) == nil)
    #expect(RepLog().recentPace(at: .seconds(1)) == nil)
    #expect(RepLog().gaps.isEmpty)
  }

  @Test func `the slowdown compares the two halves`() {
    let even = RepLog(milliseconds: (1...9).map { UInt32($0 * 1000) })!
    #expect(even.slowdown == 0)
    let slower = RepLog(milliseconds: [5000, 6000, 7000, 8000, 9000, 10500, 12000, 13500, 15000])!
    #expect(slower.slowdown == 0.5)
    let faster = RepLog(milliseconds: [100, 2100, 4100, 6100, 8100, 9100, 10100, 11100, 12100])!
    #expect(faster.slowdown == -0.5)
    #expect(RepLog(milliseconds: [1, 2, 3, 4, 5, 6, 7])!.slowdown == nil)
  }

  @Test(
    arguments: [
      [], [0], [1], [0, 1], [127, 255, 383], [128, 16_384 + 128], [1, .max], [.max],
    ] as [[UInt32]])
  func `bytes survive a round trip`(milliseconds: [UInt32]) throws {
    let log = try #require(RepLog(milliseconds: milliseconds))
    #expect(RepLog(bytes: log.bytes) == log)
  }

  @Test(arguments: [1, 127, 128, RepLog.maxReps])
  func `manually entered reps have no instants`(reps: Int) throws {
    var log = try #require(RepLog(manualReps: reps))
    #expect(log.isManual && log.reps == reps && log.isEmpty && log.slowdown == nil)
    #expect(RepLog(bytes: log.bytes) == log)
    #expect(try JSONDecoder().decode(RepLog.self, from: JSONEncoder().encode(log)) == log)
    let counted = log.append(.seconds(1))
    #expect(!counted)
  }

  @Test func `manually entered reps are scored by their number and time`() throws {
    let log = try #require(RepLog(manualReps: 30))
    func score(by scoring: Challenge.Scoring) -> Score? {
      Challenge.custom("own-x", name: "X", kind: .core, scoring: scoring, instructions: [])
        .score(of: log, skips: SkipLog(), duration: .seconds(90))
    }
    #expect(score(by: .reps(within: .seconds(120)))?.reps == 30)
    #expect(score(by: .time(forReps: 30))?.duration == .seconds(90))
    #expect(log.impossibilityReason(in: .seconds(3), minGap: .zero) == nil)
    #expect(log.impossibilityReason(in: .seconds(2), minGap: .zero) == .tooFast(rep: 22))
  }

  @Test func `a hundred reps take two bytes each`() throws {
    let log = try #require(RepLog(milliseconds: (1...100).map { $0 * 1437 }))
    #expect(log.bytes.count == 200)
  }

  @Test(
    arguments: [
      [0x80], [0x01, 0x00],
      [0, 0], [0, 0, 0], [0, 0, 1, 1], [0, 0, 0xA1, 0x8D, 0x06], [0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
      [0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0x01],
    ] as [[UInt8]])
  func `bytes that are not a log are rejected`(bytes: [UInt8]) {
    #expect(RepLog(bytes: bytes) == nil)
  }

  @Test func `random bytes never trap or decode to decreasing instants`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      if let log = RepLog(bytes: bytes) {
        #expect(RepLog(milliseconds: log.milliseconds) != nil)
        #expect(RepLog(bytes: log.bytes) == log)
      }
    }
  }

  @Test func `JSON is an array of milliseconds`() throws {
    let log = try #require(RepLog(milliseconds: [900, 1800]))
    let json = try JSONEncoder().encode(log)
    #expect(String(decoding: json, as: UTF8.self) == "[900,1800]")
    #expect(try JSONDecoder().decode(RepLog.self, from: json) == log)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(RepLog.self, from: Data("[2,1]".utf8))
    }
  }
}
