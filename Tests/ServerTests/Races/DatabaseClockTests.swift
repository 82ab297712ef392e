import Testing

@testable import Server

/// Tests of the estimate of a database's clock.
struct DatabaseClockTests {
  private let clock = DatabaseClock()
  private let start = ContinuousClock.now

  /// Adds a sample of a database whose clock shows 0 at the start of the test.
  private func addSample(at delay: Duration, there: Duration, back: Duration) {
    let begin = start + delay
    clock.add(
      Int64((delay + there) / .microseconds(1)), requestedAt: begin,
      receivedAt: begin + there + back)
  }

  @Test func `the time is unknown before the first sample`() {
    #expect(clock.time(at: start) == nil)
  }

  @Test func `the sample with the shortest round trip is used`() {
    addSample(at: .zero, there: .milliseconds(40), back: .milliseconds(10))
    #expect(clock.time(at: start + .seconds(1)) == 1_015_000)
    addSample(at: .seconds(1), there: .milliseconds(1), back: .milliseconds(1))
    addSample(at: .seconds(2), there: .milliseconds(5), back: .milliseconds(90))
    #expect(clock.time(at: start + .seconds(3)) == 3_000_000)
  }

  @Test func `an old sample is not used`() {
    addSample(at: .zero, there: .milliseconds(2), back: .milliseconds(1))
    for second in 1...30 {
      addSample(at: .seconds(second), there: .milliseconds(2), back: .milliseconds(2))
    }
    #expect(clock.time(at: start + .seconds(31)) == 31_000_000)
  }
}
