import Synchronization
@_spi(ExperimentalCustomExecutors) import _Concurrency

/// Runs the effects of a test store, when it is told to and on the main actor's thread: nothing runs in between, and an
/// empty queue means that every effect waits for something from outside.
public final class EffectQueue: TaskExecutor, Sendable {
  private struct Pending {
    /// What is to run. What was taken for running leaves the front free until all of it is done.
    var jobs: [UnownedJob] = []
    var next = 0
    /// Waits for a job to come.
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let pending = Mutex(Pending())

  // The queues that each test has made and that are alive, so that a clock can let the effects of its test come to rest:
  // what a test does must not depend on those that run beside it. Nil is where no test is watched.
  private static let alive = Mutex<[ObjectIdentifier?: [ObjectIdentifier: WeakQueue]]>([:])

  private struct WeakQueue: Sendable {
    weak let queue: EffectQueue?
  }

  private let test = EffectQueue.currentTest

  public init() {
    Self.alive.withLock { $0[test, default: [:]][ObjectIdentifier(self)] = WeakQueue(queue: self) }
  }

  deinit {
    Self.alive.withLock {
      $0[test]?[ObjectIdentifier(self)] = nil
      if $0[test]?.isEmpty == true { $0[test] = nil }
    }
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let waiter = pending.withLock { pending in
      pending.jobs.append(job)
      return pending.waiter.take()
    }
    waiter?.resume()
  }

  /// How many jobs are run before an effect that goes on for ever, yielding, is left to itself.
  private static let patience = 10_000

  /// Runs jobs until there are none left, or until so many have run that there is no end to be expected.
  ///
  /// - Returns: Whether there were any.
  @MainActor
  @discardableResult
  public func drain() -> Bool {
    var ran = 0
    while ran < Self.patience, let job = next() {
      // Said to be the main actor's as well, so that an effect which sends goes on without a hop.
      job.runSynchronously(
        isolatedTo: MainActor.sharedUnownedExecutor, taskExecutor: asUnownedTaskExecutor())
      ran += 1
    }
    return ran > 0
  }

  private func next() -> UnownedJob? {
    pending.withLock { pending in
      guard pending.next < pending.jobs.count else { return nil }
      let job = pending.jobs[pending.next]
      pending.next += 1
      // Kept short, also where the next is enqueued before the last is done.
      if pending.next == pending.jobs.count || pending.next == 1024 {
        pending.jobs.removeFirst(pending.next)
        pending.next = 0
      }
      return job
    }
  }

  /// The turns of other threads that ``run(until:timeout:)`` waits for beyond its timeout: since the last job that ran,
  /// and at most.
  private static let turns = (quiet: 100, most: 300)

  /// Runs jobs as they come until `isDone`.
  ///
  /// - Parameters:
  ///   - isDone: Whether to stop; called whenever no job is left.
  ///   - timeout: How long to wait, in real time, for what comes from outside. On a busy machine the threads that it
  ///     comes from may not have run by then. So the timeout counts only once 100 turns (``turn()``) have passed without
  ///     a job, or 300 turns in all.
  /// - Returns: Whether it was done in time.
  @MainActor
  @discardableResult
  public func run(until isDone: @MainActor () -> Bool, timeout: Duration) async -> Bool {
    let deadline = ContinuousClock.now + timeout
    var turns = (quiet: 0, all: 0)
    while true {
      if drain() { turns.quiet = 0 }
      if isDone() { return true }
      guard ContinuousClock.now >= deadline else {
        await waitForJob(until: deadline)
        continue
      }
      if turns.quiet >= Self.turns.quiet || turns.all >= Self.turns.most { return false }
      turns.quiet += 1
      turns.all += 1
      await Self.turn()
      // Other threads need some time between two turns. A caller that gives none wants to know at once.
      if timeout > .zero { try? await Task.sleep(for: .milliseconds(1)) }
    }
  }

  /// Waits until a job is enqueued or the deadline has passed.
  @MainActor
  private func waitForJob(until deadline: ContinuousClock.Instant) async {
    let alarm = Task.detached { [self] in
      try? await Task.sleep(until: deadline, clock: .continuous)
      pending.withLock { $0.waiter.take() }?.resume()
    }
    await withCheckedContinuation { continuation in
      let isLate = pending.withLock { pending in
        if pending.jobs.isEmpty { pending.waiter = continuation }
        return !pending.jobs.isEmpty
      }
      if isLate { continuation.resume() }
    }
    alarm.cancel()
    // What it waits for may need the main actor.
    await Task.yield()
  }

  /// Waits until all that was enqueued before on the global pool, at each priority, and on the main actor has had its
  /// turn: a measure of progress that is the same on a busy machine.
  package static func turn() async {
    for priority in [TaskPriority.high, .medium, .low, .background] {
      // Not awaited by its value, which would raise its priority.
      await withCheckedContinuation { continuation in
        Task.detached(priority: priority) { continuation.resume() }
      }
    }
    await MainActor.run {}
  }

  /// The queue that runs the task that asks.
  static var ofCurrentTask: EffectQueue? {
    withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() as? EffectQueue }
  }

  /// Lets what waits on the current task's queue go first. `Task.yield` knows no such queue: it goes on elsewhere.
  static func yield() async {
    if let queue = ofCurrentTask {
      await Task(executorPreference: queue) {}.value
    } else {
      await Task.yield()
    }
  }

  private static var currentTest: ObjectIdentifier? {
    StoreWatch.current.map { ObjectIdentifier($0) }
  }

  /// Lets the effects of the test that asks come to rest.
  ///
  /// - Parameter guessing: Whether tasks that no queue runs may have something to do too. Nobody can know when those are
  ///   done; they are given a number of turns.
  @MainActor
  static func settle(guessing: Bool? = nil) async {
    let queues = alive.withLock { $0[currentTest]?.values.compactMap { $0.queue } ?? [] }
    for queue in queues { queue.drain() }
    if guessing ?? queues.isEmpty {
      for _ in 0..<20 { await Task(priority: .background) { await Task.yield() }.value }
      for queue in queues { queue.drain() }
    }
  }
}
