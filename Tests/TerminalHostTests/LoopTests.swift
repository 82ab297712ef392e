import Synchronization
import Testing

@testable import TerminalHost

extension DeadlineQueue {
  /// The earliest entry if it is due, as in the loop.
  fileprivate mutating func pop(at now: LoopClock.Instant) -> Entry? {
    isDue(at: now) ? popFirst(at: now) : nil
  }
}

@Suite struct DeadlineQueueTests {
  private static let start = LoopClock.Instant.now

  private func entry(_ milliseconds: Int, _ id: UInt64) -> DeadlineQueue.Entry {
    .init(instant: Self.start + .milliseconds(milliseconds), id: id, waiter: .callback {})
  }

  @Test func `the earliest deadline comes first, equal ones in order`() {
    var queue = DeadlineQueue()
    for (id, milliseconds) in [30, 10, 20, 10, 0, 20, 10].enumerated() {
      queue.insert(entry(milliseconds, UInt64(id)))
    }
    var order: [UInt64] = []
    while let entry = queue.pop(at: Self.start + .seconds(1)) { order.append(entry.id) }
    #expect(order == [4, 1, 3, 6, 2, 5, 0])
    #expect(queue.isEmpty)
  }

  @Test func `no deadline fires early`() {
    var queue = DeadlineQueue()
    queue.insert(entry(10, 1))
    #expect(queue.pop(at: Self.start + .milliseconds(9)) == nil)
    #expect(queue.pop(at: Self.start + .milliseconds(10))?.id == 1)
  }

  @Test func `removed entries never fire`() {
    var queue = DeadlineQueue()
    for id in 0..<50 { queue.insert(entry((id * 37) % 50, UInt64(id))) }
    for id in stride(from: 0, to: 50, by: 2) { #expect(queue.remove(id: UInt64(id)) != nil) }
    #expect(queue.remove(id: 0) == nil)
    var last = Self.start
    var count = 0
    while let entry = queue.pop(at: Self.start + .seconds(1)) {
      #expect(entry.instant >= last && entry.id % 2 == 1)
      last = entry.instant
      count += 1
    }
    #expect(count == 25)
  }

  @Test func `the delay is -1 when nothing waits, and never negative otherwise`() {
    var queue = DeadlineQueue()
    #expect(queue.delay() == -1)
    queue.insert(.init(instant: .now + .seconds(-5), id: 1, waiter: .callback {}))
    #expect(queue.delay() == 0)
  }
}

@Suite struct TickerTests {
  private static let start = LoopClock.Instant.now

  private func instant(_ milliseconds: Int) -> LoopClock.Instant {
    Self.start + .milliseconds(milliseconds)
  }

  @Test func `a ticker fires at each multiple of its interval`() {
    var queue = DeadlineQueue()
    let ticker = Ticker(every: .milliseconds(10)) {}
    queue.insert(.init(instant: instant(10), id: 1, waiter: .ticker(ticker)))
    queue.insert(.init(instant: instant(15), id: 2, waiter: .callback {}))
    var ids: [UInt64] = []
    for milliseconds in [9, 10, 14, 20, 30] {
      while let entry = queue.pop(at: instant(milliseconds)) { ids.append(entry.id) }
    }
    #expect(ids == [1, 2, 1, 1])
    #expect(queue.first == instant(40))
    #expect(queue.remove(id: 1) != nil)
    #expect(queue.isEmpty)
  }

  @Test func `missed ticks are skipped, and the next one is a multiple`() {
    let ticker = Ticker(every: .milliseconds(10)) {}
    #expect(ticker.next(after: instant(10), now: instant(10)) == instant(20))
    #expect(ticker.next(after: instant(10), now: instant(19)) == instant(20))
    // A tick that is due now has not been missed.
    #expect(ticker.next(after: instant(10), now: instant(20)) == instant(20))
    #expect(ticker.next(after: instant(10), now: instant(21)) == instant(30))
    #expect(ticker.next(after: instant(10), now: instant(30)) == instant(30))
    #expect(ticker.next(after: instant(10), now: instant(86_400_005)) == instant(86_400_010))
  }
}

extension DeadlineQueue.Entry: Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.id == b.id && a.instant == b.instant }
}

/// Tests of the clock without the loop, as in a test process, where it behaves like a `ContinuousClock`.
@Suite struct LoopClockTests {
  @Test func `the clock sleeps and cancels without a loop`() async throws {
    let clock = LoopClock()
    let start = clock.now
    try await clock.sleep(for: .milliseconds(1))
    #expect(clock.now >= start + .milliseconds(1))

    let sleeper = Task { try await clock.sleep(for: .seconds(600)) }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }
}
