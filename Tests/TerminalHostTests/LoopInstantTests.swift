import Testing

@testable import TerminalHost

struct LoopInstantTests {
  private let start = LoopClock.Instant(nanoseconds: 5)

  @Test func `an instant advances by whole nanoseconds, rounded up`() {
    #expect(start + .microseconds(2) == LoopClock.Instant(nanoseconds: 2_005))
    #expect(start + Duration(attoseconds: 1) == LoopClock.Instant(nanoseconds: 6))
    #expect(start + .nanoseconds(-3) == LoopClock.Instant(nanoseconds: 2))
    #expect(start + Duration(attoseconds: -1) == start)
  }

  @Test func `the distance of two instants is exact`() {
    #expect(start.duration(to: start + .milliseconds(10)) == .milliseconds(10))
    #expect((start + .seconds(1)).duration(to: start) == .seconds(-1))
  }

  @Test func `distances out of range are clamped`() {
    let centuries = Duration.seconds(Int64.max / 1000)
    #expect(start + centuries == LoopClock.Instant(nanoseconds: .max))
    #expect(LoopClock.Instant(nanoseconds: -5) + (.zero - centuries) == .init(nanoseconds: .min))
  }

  @Test func `now is the continuous clock's, which includes time asleep`() {
    let before = ContinuousClock().systemEpoch.duration(to: .now)
    let now = LoopClock().timeSinceEpoch
    let after = ContinuousClock().systemEpoch.duration(to: .now)
    #expect(before <= now && now <= after)
  }
}
