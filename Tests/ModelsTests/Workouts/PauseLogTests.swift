import FoundationEssentials
import Models
import Testing

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
