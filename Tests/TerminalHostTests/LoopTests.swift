import Glibc
import Synchronization
import SystemTestSupport
import Testing

@testable import TerminalHost

extension DeadlineQueue {
  /// Removes and returns the earliest entry if it is due, like the loop.
  fileprivate mutating func pop(at now: LoopClock.Instant) -> Entry? {
    isDue(at: now) ? popFirst(at: now) : nil
  }
}

@Suite struct DeadlineQueueTests {
  private static let start = LoopClock.Instant.now

  private func entry(_ milliseconds: Int, _ id: UInt64) -> DeadlineQueue.Entry {
    .init(instant: Self.start + .milliseconds(milliseconds), id: id, waiter: .callback {})
  }

  @Test func `the earliest deadline comes first, and equal deadlines keep their order`() {
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

  @Test func `a deadline set by another deadline fires in the next turn`() {
    var queue = DeadlineQueue()
    queue.insert(entry(0, 1))
    let limit: UInt64 = 2
    #expect(queue.isDue(at: Self.start, before: limit))
    queue.insert(
      .init(instant: queue.popFirst(at: Self.start).instant, id: 3, waiter: .callback {}))
    #expect(!queue.isDue(at: Self.start, before: limit))
    #expect(queue.isDue(at: Self.start))
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

  @Test func `missed ticks are skipped, and the next tick is a multiple of the interval`() {
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

  @Test func `now equals the continuous clock, which includes time asleep`() {
    let before = ContinuousClock().systemEpoch.duration(to: .now)
    let now = LoopClock().timeSinceEpoch
    let after = ContinuousClock().systemEpoch.duration(to: .now)
    #expect(before <= now && now <= after)
  }
}

struct FramePacerTests {
  let start = LoopClock.Instant.now

  /// Returns the ticks, in tenths of a millisecond, at which a frame is painted.
  func frames(_ framesPerSecond: Int, ticks: [Int]) -> [Int] {
    var pacer = FramePacer(framesPerSecond: framesPerSecond)
    return ticks.filter { tick in
      let now = start.advanced(by: .microseconds(tick * 100))
      guard pacer.paintTime(forChangeAt: now) == nil else { return false }
      pacer.recordFrame(at: now)
      return true
    }
  }

  @Test func `the first change is painted at once`() {
    #expect(FramePacer(framesPerSecond: 1).paintTime(forChangeAt: start) == nil)
  }

  @Test func `with twice as many ticks as frames, every other tick is painted, even if late`() {
    #expect(frames(50, ticks: [0, 100, 200, 300, 400, 500]) == [0, 200, 400])
    #expect(frames(50, ticks: [3, 101, 201, 300, 408, 500, 600]) == [3, 201, 408, 600])
  }

  @Test func `with as many frames as ticks, each tick is painted`() {
    #expect(frames(100, ticks: [0, 101, 199, 302, 400]) == [0, 101, 199, 302, 400])
  }

  @Test(arguments: 1...99)
  func `after a late tick, frames continue two ticks apart`(lateness: Int) {
    let ticks = [0, 100, 200 + lateness] + (3...20).map { $0 * 100 }
    let frames = frames(50, ticks: ticks)
    #expect(frames.starts(with: [0, 200 + lateness]))
    #expect(Set(zip(frames.dropFirst(3), frames.dropFirst(2)).map { $0 - $1 }) == [200])
  }

  @Test func `the frame rate is not exceeded if the tick rate is not a multiple of it`() {
    #expect(frames(75, ticks: (0..<100).map { $0 * 100 }).count == 75)
  }

  @Test func `the clock is painted even while keys are pressed fast`() {
    var pacer = FramePacer(framesPerSecond: 50)
    for key in 0..<100 { pacer.recordFrame(at: start.advanced(by: .milliseconds(key))) }
    #expect(pacer.paintTime(forChangeAt: start.advanced(by: .milliseconds(130))) == nil)
  }

  @Test func `a postponed frame is painted when it is due`() {
    var pacer = FramePacer(framesPerSecond: 50)
    pacer.recordFrame(at: start)
    let tick = start.advanced(by: .milliseconds(10))
    #expect(pacer.paintTime(forChangeAt: tick) == start.advanced(by: .milliseconds(30)))
  }
}

/// Tests of the conditions that end a wait for a program.
struct WaitPolicyTests {
  private typealias Observation = WaitPolicy.Observation

  /// Returns the first reason to stop waiting, and the number of observations until then.
  private func reasons(
    _ observations: [Observation], maxIdleObservations: Int = 3, maxCPUSeconds: Int = 2,
    isRunOver: @escaping () -> Bool = { false }
  ) -> (count: Int, reason: WaitPolicy.Reason?) {
    var waitPolicy = WaitPolicy(
      maxIdleObservations: maxIdleObservations, maxCPUSeconds: maxCPUSeconds, isRunOver: isRunOver)
    for (index, observation) in observations.enumerated() {
      if let reason = waitPolicy.giveUpReason(after: observation) { return (index + 1, reason) }
    }
    return (observations.count, nil)
  }

  private let idle = Observation(isActive: false, switches: 7, cpuTicks: 5)

  @Test func `waiting for an idle program ends after a number of equal observations`() {
    #expect(reasons(Array(repeating: idle, count: 10)) == (4, .idle))
  }

  @Test func `a thread that waits for a processor or the disk counts as progress`() {
    let waiting = Observation(isActive: true, switches: 7, cpuTicks: 5)
    #expect(reasons(Array(repeating: waiting, count: 1000)) == (1000, nil))
    let turns = (0..<1000).map { $0 % 3 == 2 ? waiting : idle }
    #expect(reasons(turns) == (1000, nil))
  }

  @Test func `a context switch or CPU time restarts the count`() {
    var observations: [Observation] = []
    for round in 0..<100 {
      let switched = Observation(isActive: false, switches: 7 + round, cpuTicks: 5 + round / 2)
      observations += [switched, switched, switched]
    }
    #expect(reasons(observations) == (300, nil))
    let last = observations[299]
    #expect(reasons(observations + [last]) == (301, .idle))
  }

  @Test func `CPU time counts from the beginning of the wait`() {
    let ticks = { Observation(isActive: true, switches: $0, cpuTicks: 100_000 + $0 * 50) }
    #expect(reasons((0..<10).map(ticks)) == (5, .cpuTime))
  }

  @Test func `a process that ends does not reduce the CPU time`() {
    let sums = [0, 150, 20, 60, 80]
    let observations = sums.map { Observation(isActive: true, switches: 0, cpuTicks: $0) }
    #expect(reasons(observations) == (5, .cpuTime))
  }

  @Test func `the end of the run ends every wait`() {
    let busy = Observation(isActive: true, switches: 7, cpuTicks: 5)
    #expect(reasons([busy, busy], isRunOver: { true }) == (1, .endOfRun))
  }

  /// Returns the issues that a wait records.
  private func issues(of wait: () throws -> Void) throws -> [String] {
    let comments = Mutex<[String]>([])
    try withKnownIssue {
      do { try wait() } catch is PtySession.WaitFailure {}
    } matching: { issue in
      comments.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    return comments.withLock { $0 }
  }

  @Test func `waiting for an idle program fails`() throws {
    let session = try PtySession("/bin/cat")
    session.type("hello\n")
    try session.wait(for: "hello")
    session.maxIdleObservations = 2
    #expect(
      try issues { try session.wait(for: "bye") } == [
        #"no "bye": all processes were idle for 2 observations in a row; "#
          + #"last seen: "hello\r\nhello\r\n""#
      ])
    var end: (code: Int32, signal: Int32)?
    let messages = try issues { end = session.finish() }
    #expect(
      messages == [
        "the program does not end: all processes were idle for 2 observations in a row; "
          + #"last seen: "hello\r\nhello\r\n""#
      ])
    #expect(end?.signal == SIGKILL)
  }

  @Test func `waiting for a program that has ended fails immediately`() throws {
    let session = try PtySession("/bin/sh", ["-c", "echo here; exit 3"])
    #expect(
      try issues { try session.wait(for: "bye") } == [
        #"no "bye": the program has ended; last seen: "here\r\n""#
      ])
    #expect(session.finish() == (3, 0))
  }

  @Test func `activity of child processes counts as progress`() throws {
    // The shell sleeps while its child works.
    let session = try PtySession("/bin/sh", ["-c", "(while :; do sleep 0.01; done); echo never"])
    session.maxIdleObservations = 2
    var looks = 0
    try session.wait(
      until: {
        looks += 1
        return looks > 6
      }, "six looks", every: WaitPolicy.interval)
    session.signal(SIGKILL)
    session.closeTerminal()
    _ = session.finish()
  }
}
