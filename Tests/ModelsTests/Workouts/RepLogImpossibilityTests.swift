import Models
import Testing

/// Tests of the detection of impossible logs.
struct RepLogImpossibilityTests {
  private func log(_ milliseconds: some Sequence<Int>) throws -> RepLog {
    try #require(RepLog(milliseconds: milliseconds.map { UInt32($0) }))
  }

  private func impossibilityReason(
    _ log: RepLog, in duration: Duration = .seconds(120), gap: Int = 300
  ) -> ImpossibilityReason? {
    log.impossibilityReason(in: duration, minGap: .milliseconds(gap))
  }

  @Test func `a log at the fastest pace is possible`() throws {
    #expect(impossibilityReason(try log((1...400).map { $0 * 300 })) == nil)
    #expect(impossibilityReason(RepLog()) == nil)
  }

  @Test func `reps delivered together after a stalled connection are possible`() throws {
    // One rep on time, and sixteen from the five seconds in which the connection was stalled.
    let late = (1...10).map { $0 * 1000 } + (0..<17).map { 15_000 + $0 }
    #expect(impossibilityReason(try log(late)) == nil)
    #expect(impossibilityReason(try log(late + [15_017])) == .tooFast(rep: 28))
  }

  @Test func `a burst is impossible anywhere in a log`() throws {
    #expect(impossibilityReason(try log(1...100)) == .tooFast(rep: 17))
    let end = (1...100).map { 100_000 + $0 }
    #expect(impossibilityReason(try log(end)) == .tooFast(rep: 18))
  }

  @Test func `a pace that no person can sustain is impossible after a while`() throws {
    #expect(impossibilityReason(try log((1...200).map { $0 * 200 })) == .tooFast(rep: 51))
  }

  @Test func `the minimum gap of an unknown challenge is a tenth of a second`() throws {
    #expect(impossibilityReason(try log((1...1000).map { $0 * 100 }), gap: 0) == nil)
    #expect(impossibilityReason(try log((1...1000).map { $0 * 90 }), gap: 0) == .tooFast(rep: 501))
  }

  @Test func `more reps than are possible in the whole time are impossible`() throws {
    #expect(impossibilityReason(try log(1...4), in: .milliseconds(4)) == .tooFast(rep: 2))
    #expect(impossibilityReason(try log(1...4), in: .milliseconds(899)) == .tooFast(rep: 4))
    #expect(impossibilityReason(try log(1...4), in: .milliseconds(900)) == nil)
  }

  @Test func `a rep after the end is impossible`() throws {
    let log = try log([1000, 2000, 3001])
    #expect(impossibilityReason(log, in: .seconds(3)) == .afterTheEnd(rep: 3))
    #expect(impossibilityReason(log, in: .milliseconds(3001)) == nil)
  }

  @Test func `a log has a maximum number of reps`() throws {
    let bytes = [UInt8](repeating: 1, count: RepLog.maxReps)
    var log = try #require(RepLog(bytes: bytes))
    #expect(RepLog(bytes: bytes + [1]) == nil)
    let isAdded = log.append(.seconds(1000))
    #expect(!isAdded)
  }
}
