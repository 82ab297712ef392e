import FoundationEssentials
import Testing

@testable import Models

struct RepLogTests {
  @Test func `instants increase strictly`() {
    #expect(RepLog(milliseconds: [1, 1]) == nil)
    #expect(RepLog(milliseconds: [2, 1]) == nil)
    #expect(RepLog(milliseconds: [0, 1, .max])?.count == 3)
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
    #expect(WorkoutLog(reps: log).pace(over: .seconds(10)) == 24)
    #expect(Array(log.gaps) == [.seconds(2), .seconds(2), .seconds(2), .seconds(1)])
  }

  @Test func `the current pace is based on the last gaps, and decreases when reps stop`() throws {
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

  @Test func `presses that arrive together don't distort the pace`() throws {
    let first = (0..<10).map { UInt32(10_000 + $0) }
    let log = try #require(RepLog(milliseconds: first + first.map { $0 + 20_000 }))
    #expect(log.recentPace(at: .milliseconds(10_009)) == nil)
    let pace = try #require(log.recentPace(at: .milliseconds(30_009)))
    #expect((29...31).contains(pace))
  }

  @Test func `pace needs enough reps and time`() throws {
    let one = try #require(RepLog(milliseconds: [5]))
    #expect(WorkoutLog().pace(over: .seconds(10)) == nil)
    #expect(WorkoutLog(reps: one).pace(over: .milliseconds(9)) == nil)
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
  @Test func `the opening of a log doesn't depend on its start time or on later reps`() throws {
    let first: [UInt32] = [900, 1850, 2810, 3700, 4720, 5600, 6540, 7510, 8440, 9390]
    let log = try #require(RepLog(milliseconds: first))
    let moved = try #require(RepLog(milliseconds: first.map { $0 + 5000 } + [60_000]))
    #expect(log.opening == moved.opening && log.opening?.count == 10)
    let other = try #require(RepLog(milliseconds: first.dropLast() + [9391]))
    #expect(log.opening != other.opening)
    #expect(try #require(RepLog(milliseconds: first.dropLast())).opening == nil)
    // Presses that arrived together have no distinct times.
    #expect(try #require(RepLog(milliseconds: Array(1...10))).opening == nil)
  }
}
