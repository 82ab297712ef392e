import FoundationEssentials
import Testing

@testable import Models

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

struct PauseLogTests {
  private func log(_ pauses: [(Double, Double)]) -> PauseLog {
    pauses.reduce(into: PauseLog()) { $0.append(at: .seconds($1.0), for: .seconds($1.1)) }
  }

  @Test func `pauses have the time worked before them and their lengths`() {
    let log = log([(2, 5), (10, 30.5)])
    #expect(log.milliseconds == [2000, 7000, 15_000, 45_500])
    #expect(
      log.pauses == [
        .init(at: .seconds(2), for: .seconds(5)), .init(at: .seconds(10), for: .seconds(30.5)),
      ])
    #expect(log.total == .seconds(35.5))
    #expect(PauseLog(bytes: log.bytes) == log)
    #expect(log.bytes.count == 9)
  }

  @Test
  func `a pause at the same instant, or after time was taken back, makes the last one longer`() {
    let log = log([(2, 5), (2, 1), (1.5, 4)])
    #expect(log.pauses == [.init(at: .seconds(2), for: .seconds(10))])
    // At the start there is no pause to make longer.
    #expect(self.log([(0, 3)]).pauses == [.init(at: .zero, for: .seconds(3))])
  }

  @Test func `a clock that was set back and a pause of many days are limited`() {
    let log = log([(2, -5), (10, 1e9), (20, 1)])
    #expect(log.milliseconds == [10_000, .max])
    #expect(PauseLog(bytes: log.bytes) == log)
  }

  @Test func `there is a maximum number of pauses`() {
    let log = log((1...PauseLog.maxCount + 5).map { (Double($0), 1) })
    #expect(log.pauses.count == PauseLog.maxCount)
    #expect(PauseLog(bytes: log.bytes) == log)
    #expect(PauseLog(milliseconds: Array(repeating: 0, count: 2 * PauseLog.maxCount + 2)) == nil)
  }

  @Test(arguments: [[1], [2, 1], [1, 2, 1, 3]] as [[UInt32]])
  func `an end that is missing or before its begin is refused`(milliseconds: [UInt32]) {
    #expect(PauseLog(milliseconds: milliseconds) == nil)
  }

  @Test(arguments: [[0x80], [1], [0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0]] as [[UInt8]])
  func `unreadable bytes are refused`(bytes: [UInt8]) {
    #expect(PauseLog(bytes: bytes) == nil)
  }

  @Test func `a correction keeps the pauses before the end, but none of entered reps`() throws {
    let pauses = log([(2, 5), (10, 30)])
    let counted = try #require(RepLog(milliseconds: [1000]))
    #expect(pauses.corrected(to: counted, duration: .seconds(10)) == pauses)
    #expect(pauses.corrected(to: counted, duration: .seconds(9)) == log([(2, 5)]))
    let typed = try #require(RepLog(manualReps: 3))
    #expect(pauses.corrected(to: typed, duration: .seconds(10)).isEmpty)
  }

  @Test func `the words name the number and the length in whole seconds`() {
    var workout = Workout(
      id: .init(), challenge: "pushups-2min", user: "Ann",
      startedAt: .init(timeIntervalSince1970: 0),
      duration: .seconds(120), log: RepLog())
    #expect(workout.pauseText == nil)
    // As an earlier version stored it.
    workout.provenance = .paused
    #expect(workout.pauseText == "with a pause")
    workout.pauses = log([(65, 44.2)])
    #expect(workout.pauseText == "paused for 0:44")
    #expect(workout.pauses.pauses.map(\.text) == ["0:44 at 1:05"])
    workout.pauses = log([(65, 45), (80, 25)])
    #expect(workout.pauseText == "paused 2 times for 1:10")
  }
}

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
