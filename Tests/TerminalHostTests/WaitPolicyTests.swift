import Glibc
import Synchronization
import SystemTestSupport
import Testing

/// Tests of the conditions that end a wait for a program.
struct WaitPolicyTests {
  private typealias Observation = WaitPolicy.Observation

  /// Returns the reasons after each of some observations, up to the first.
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

  @Test func `a context switch or CPU time begins the count again`() {
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
        #"no "bye": all its processes were idle for 2 observations in a row; "#
          + #"last seen: "hello\r\nhello\r\n""#
      ])
    var end: (code: Int32, signal: Int32)?
    let messages = try issues { end = session.finish() }
    #expect(
      messages == [
        "the program does not end: all its processes were idle for 2 observations in a row; "
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

  @Test func `children of the program count`() throws {
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
