import Glibc
import Synchronization

@_spi(ExperimentalCustomExecutors) import _Concurrency

/// An executor that runs the effects of a test store on the main actor's thread when it is drained. Nothing else runs in
/// between, so an empty queue means that every effect waits for an external event.
public final class EffectQueue: TaskExecutor, Sendable {
  private struct Pending {
    /// The queued jobs. Those before `next` have been taken; they are removed once all jobs or 1024 are taken.
    var jobs: [UnownedJob] = []
    var next = 0
    /// The continuation that is resumed when a job is enqueued.
    var waiter: CheckedContinuation<Void, Never>?
    /// Whether ``drain()`` is running and may find more jobs.
    var isDraining = false
    /// Whether a task that drains the queue has been created.
    var isDrainScheduled = false
  }

  private let pending = Mutex(Pending())
  /// Whether the main actor also drains the queue when an external event enqueues a job between two drains.
  private let drainsBetweenSteps: Bool

  // The live queues of each test, so that a clock can run the effects of its own test only: a test must not depend on
  // the tests that run in parallel. The key is `nil` outside tests.
  private static let liveQueues = Mutex<[ObjectIdentifier?: [ObjectIdentifier: WeakQueue]]>([:])

  private struct WeakQueue: Sendable {
    weak let queue: EffectQueue?
  }

  private let test = EffectQueue.currentTest

  /// Creates a queue that runs jobs only when it is drained.
  public convenience init() {
    self.init(drainsBetweenSteps: false)
  }

  /// Creates a queue.
  ///
  /// - Parameter drainsBetweenSteps: Whether the main actor also drains it between the steps of a test, e.g. while the
  ///   test awaits a real clock.
  package init(drainsBetweenSteps: Bool) {
    self.drainsBetweenSteps = drainsBetweenSteps
    Self.liveQueues.withLock {
      $0[test, default: [:]][ObjectIdentifier(self)] = WeakQueue(queue: self)
    }
  }

  deinit {
    Self.liveQueues.withLock {
      $0[test]?[ObjectIdentifier(self)] = nil
      if $0[test]?.isEmpty == true { $0[test] = nil }
    }
  }

  /// Adds a job, which runs when the queue is drained.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (waiter, schedulesDrain) = pending.withLock { pending in
      pending.jobs.append(job)
      if let waiter = pending.waiter.take() { return (waiter as CheckedContinuation?, false) }
      guard drainsBetweenSteps, !pending.isDraining, !pending.isDrainScheduled else {
        return (nil, false)
      }
      pending.isDrainScheduled = true
      return (nil, true)
    }
    waiter?.resume()
    if schedulesDrain { scheduleDrain() }
  }

  private func scheduleDrain() {
    // Detached, because a task that inherits the `StoreTracker` would look like a leaked one.
    Task.detached { @MainActor [weak self] in
      guard let self else { return }
      pending.withLock { $0.isDrainScheduled = false }
      drain()
    }
  }

  /// The maximum number of jobs in one ``drain()``, after which an effect that yields forever is left queued.
  private static let maxJobsPerDrain = 10_000

  /// Runs jobs until the queue is empty, or until a maximum number of jobs has run.
  ///
  /// - Returns: Whether it ran any job.
  @MainActor
  @discardableResult
  public func drain() -> Bool {
    var ran = 0
    pending.withLock { $0.isDraining = true }
    defer { pending.withLock { $0.isDraining = false } }
    while ran < Self.maxJobsPerDrain, let job = next() {
      // Isolated to the main actor as well, so that after sending, an effect continues without a hop.
      job.runSynchronously(
        isolatedTo: MainActor.sharedUnownedExecutor, taskExecutor: asUnownedTaskExecutor())
      ran += 1
    }
    return ran > 0
  }

  private func next() -> UnownedJob? {
    pending.withLock { pending in
      guard pending.next < pending.jobs.count else {
        // This flag must not be cleared later: a job that another thread enqueues from now on needs another drain.
        pending.isDraining = false
        return nil
      }
      let job = pending.jobs[pending.next]
      pending.next += 1
      // Taken jobs are not kept until the queue is empty, which may never happen: each job may enqueue the next one.
      if pending.next == pending.jobs.count || pending.next == 1024 {
        pending.jobs.removeFirst(pending.next)
        pending.next = 0
      }
      return job
    }
  }

  /// The maximum number of ``turn()``s that ``run(until:timeout:)`` waits beyond its timeout: since the last job, and
  /// in total.
  private static let turnLimits = (idle: 100, total: 300)

  /// Runs jobs as they arrive until `isDone` returns `true`.
  ///
  /// - Parameters:
  ///   - isDone: Whether to stop. Called whenever the queue is empty.
  ///   - timeout: The maximum real time to wait for external events. On a busy machine the threads that deliver them
  ///     may not have run by then. So the timeout only applies after 100 turns of the other threads (``turn()``)
  ///     without a job, or 300 turns in total.
  /// - Returns: Whether `isDone` returned `true` in time.
  @MainActor
  @discardableResult
  public func run(until isDone: @MainActor () -> Bool, timeout: Duration) async -> Bool {
    let deadline = ContinuousClock.now + timeout
    var turns = (idle: 0, all: 0)
    while true {
      if drain() { turns.idle = 0 }
      if isDone() { return true }
      guard ContinuousClock.now >= deadline else {
        await waitForJob(until: deadline)
        continue
      }
      if turns.idle >= Self.turnLimits.idle || turns.all >= Self.turnLimits.total { return false }
      turns.idle += 1
      turns.all += 1
      await Self.turn()
      // Other threads need some time between two turns. A timeout of zero asks for an immediate answer.
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
    // The awaited work may need the main actor.
    await Task.yield()
  }

  /// Waits until all work that is already enqueued on the global pool (at each priority) and on the main actor has run
  /// once. This measures progress independently of the machine's load.
  package static func turn() async {
    for priority in [TaskPriority.high, .medium, .low, .background] {
      // The value of the task is not awaited, because that would raise the task's priority.
      await withCheckedContinuation { continuation in
        Task.detached(priority: priority) { continuation.resume() }
      }
    }
    await MainActor.run {}
  }

  /// The queue that runs the current task, if any.
  static var forCurrentTask: EffectQueue? {
    withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() as? EffectQueue }
  }

  /// Lets other jobs on the current task's queue run first. `Task.yield` would continue on another executor.
  static func yield() async {
    if let queue = forCurrentTask {
      await Task(executorPreference: queue) {}.value
    } else {
      await Task.yield()
    }
  }

  private static var currentTest: ObjectIdentifier? {
    StoreTracker.current.map { ObjectIdentifier($0) }
  }

  /// Runs the effects of the current test until none of them can continue.
  ///
  /// - Parameter includesOtherTasks: Whether to wait for tasks outside the queues too. Their end cannot be detected, so
  ///   they get a fixed number of turns. By default, it waits for them only if there are no queues.
  @MainActor
  static func settle(includesOtherTasks: Bool? = nil) async {
    let queues = liveQueues.withLock { $0[currentTest]?.values.compactMap { $0.queue } ?? [] }
    for queue in queues { queue.drain() }
    if includesOtherTasks ?? queues.isEmpty {
      for _ in 0..<20 { await Task(priority: .background) { await Task.yield() }.value }
      for queue in queues { queue.drain() }
    }
  }
}

// MARK: - The main actor

/// Runs `operation` with all tasks on the main actor's thread, one after the other, and returns when all effects of the
/// test stores that `operation` created are idle.
///
/// ```swift
/// await withMainSerialExecutor {
///   await withTaskGroup { group in … }
/// }
/// ```
///
/// Use it for tests of code that starts its own tasks. The effects of a test store always run serially, in the order in
/// which they were started. Tasks of other code that runs at the same time are moved to the main actor's thread too.
@MainActor
public func withMainSerialExecutor(operation: @MainActor () async throws -> Void) async rethrows {
  MainSerialExecutor.addScopes(1)
  defer { MainSerialExecutor.addScopes(-1) }
  try await operation()
  await EffectQueue.settle()
}

/// Runs a synchronous operation on the calling thread. The tasks that it starts run serially on the main thread.
///
/// ```swift
/// override func invokeTest() { withMainSerialExecutor { super.invokeTest() } }
/// ```
public func withMainSerialExecutor(operation: () throws -> Void) rethrows {
  MainSerialExecutor.addScopes(1)
  defer { MainSerialExecutor.addScopes(-1) }
  try operation()
}

/// Whether all tasks of the process run on the main actor's thread. For tests; prefer ``withMainSerialExecutor(operation:)``.
public var uncheckedUseMainSerialExecutor: Bool {
  get { MainSerialExecutor.isInstalled }
  set { MainSerialExecutor.request(newValue) }
}

/// The function that the Swift runtime calls, if it is set, for each job of the global executor.
private enum MainSerialExecutor {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  /// The reasons to install the hook: running scopes, and a request by ``uncheckedUseMainSerialExecutor``.
  private struct Requests {
    var scopes = 0
    var isUnscoped = false
  }

  private static let requests = Mutex(Requests())

  // Safe: a pointer-sized variable of the Swift runtime at a constant address, `nil` where the runtime is linked
  // statically. It is written inside the lock of the requests. A thread that reads it meanwhile gets the old or the new
  // value, and both are valid.
  private nonisolated(unsafe) static let hook = dlsym(
    dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook")?
    .assumingMemoryBound(to: Hook?.self)

  static var isInstalled: Bool { hook?.pointee != nil }

  static func addScopes(_ count: Int) { update { $0.scopes += count } }

  static func request(_ isRequested: Bool) { update { $0.isUnscoped = isRequested } }

  private static func update(_ change: (inout Requests) -> Void) {
    requests.withLock { requests in
      change(&requests)
      let isNeeded = requests.scopes > 0 || requests.isUnscoped
      hook?.pointee = isNeeded ? { job, _ in MainActor.shared.enqueue(job) } : nil
    }
  }
}
