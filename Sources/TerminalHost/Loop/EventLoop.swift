import CSystem
import Glibc
import Synchronization

/// An error for an event loop that cannot sleep, because the system has no descriptors left for its wake-ups. Its
/// description is one sentence for the user.
public struct EventLoopError: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String {
    "the system has no event descriptors left; close other programs and start again"
  }
}

/// An event loop that is Swift's main executor: `@MainActor` code, tasks, keys and deadlines all run on one thread,
/// which sleeps in `ppoll` when there is no work.
///
/// ```swift
/// // main.swift, before anything else
/// let outcome = try EventLoop.run { await run() }  // -> ProgramOutcome
/// outcome.exitProcess()
/// ```
///
/// Do blocking work on another thread; its result wakes the loop.
///
// @unchecked: every variable outside `inbox` is accessed on the loop's thread only, as checked with `isOnLoopThread`.
// Calls of `enqueue` from other threads use the mutex. The other properties are constants.
public final class EventLoop: @unchecked Sendable {
  /// The loop of the process.
  public static let shared = EventLoop()

  /// The work that other threads submit to the loop.
  struct Inbox {
    var jobs: [UnownedJob] = []
    var cancelled: [UInt64] = []
    var scheduledJobs: [(UnownedJob, LoopClock.Instant)] = []
    /// Whether the wake-up descriptor was already signaled.
    var isSignaled = false

    mutating func removeAll() {
      jobs.removeAll(keepingCapacity: true)
      cancelled.removeAll(keepingCapacity: true)
      scheduledJobs.removeAll(keepingCapacity: true)
      isSignaled = false
    }
  }

  let inbox = Mutex(Inbox())
  private let isInstalledFlag = Atomic(false)
  /// The thread that runs the loop; 0 before it runs.
  private let thread = Atomic<UInt>(0)
  let wakeDescriptor = csys_eventfd()
  let alarm = csys_timerfd()

  var queue = JobQueue()
  var deadlines = DeadlineQueue()
  var sources = SourceTable()
  /// The instant of this turn, read when the loop woke and again after a suspension; `nil` between turns.
  var turnInstant: LoopClock.Instant?
  /// Called at the end of each turn, after all jobs, to paint.
  var didEndTurn: (@MainActor () -> Void)?
  /// Called when a watched signal may have arrived.
  var didWake: (@MainActor () -> Void)?
  private var isStopped = false
  /// Whether this turn was started by a clock's tick instead of input.
  var isTickOnly = false
  /// An empty inbox with spare arrays, so that emptying the other inbox allocates nothing.
  private var spareInbox = Inbox()

  private init() {}

  /// Makes the loop the main and default executor, runs `body` on the main actor, and returns its result. Call this
  /// once, from a synchronous `main`, before any task is created.
  ///
  /// - Throws: ``EventLoopError`` before `body` runs, and the errors of `body`.
  public static func run<Value: Sendable>(
    _ body: @escaping @MainActor () async throws -> Value
  ) throws -> Value {
    guard shared.wakeDescriptor >= 0, shared.alarm >= 0 else { throw EventLoopError() }
    shared.install()
    let box = ResultBox<Value>()
    Task { @MainActor in
      do {
        box.result = .success(try await body())
      } catch {
        box.result = .failure(error)
      }
      shared.stop()
    }
    shared.run()
    guard let result = box.result else { preconditionFailure("the event loop was stopped early") }
    return try result.get()
  }

  // @unchecked: written by the main actor's task and read after the loop has returned, both on the loop's thread.
  private final class ResultBox<Value>: @unchecked Sendable {
    var result: Result<Value, any Error>?
  }

  /// Whether the loop runs this process's main actor. If not, as in tests, a ``LoopClock`` sleeps like a
  /// `ContinuousClock`.
  public var isInstalled: Bool { isInstalledFlag.load(ordering: .acquiring) }

  private func install() {
    precondition(!isInstalled, "the event loop can only be installed once")
    thread.store(pthread_self(), ordering: .releasing)
    csys_minimize_timer_slack()
    installAsExecutor()
    isInstalledFlag.store(true, ordering: .releasing)
  }

  var isOnLoopThread: Bool { thread.load(ordering: .relaxed) == pthread_self() }

  /// Makes `run` return after this turn's jobs.
  func stop() {
    isStopped = true
  }

  // MARK: Jobs

  /// Enqueues a job from any thread.
  func enqueue(_ job: UnownedJob) {
    if isOnLoopThread {
      queue.append(job)
    } else {
      submit { $0.jobs.append(job) }
    }
  }

  /// Adds work to the inbox and wakes the loop, once for any number of additions.
  func submit(_ update: (inout Inbox) -> Void) {
    let shouldSignal = inbox.withLock { inbox in
      update(&inbox)
      defer { inbox.isSignaled = true }
      return !inbox.isSignaled
    }
    if shouldSignal { csys_eventfd_signal(wakeDescriptor) }
  }

  /// Moves work from the inbox, where other threads submit it, to the loop's own queues.
  private func drainInbox() {
    inbox.withLock { swap(&$0, &spareInbox) }
    for job in spareInbox.jobs { queue.append(job) }
    for (job, instant) in spareInbox.scheduledJobs {
      register(.job(job), until: instant, id: deadlines.newID())
    }
    for id in spareInbox.cancelled { cancelDeadline(id) }
    spareInbox.removeAll()
  }

  /// Whether no job is queued.
  var isDrained: Bool { queue.isEmpty && inbox.withLock(\.jobs.isEmpty) }

  /// Requests another turn, even without events.
  func requestTurn() { submit { _ in } }

  // MARK: Turns

  /// Runs turns until stopped.
  // The loop's thread is the main actor's. This is asserted once instead of for each call, because the assertion
  // allocates.
  func run() { MainActor.assumeIsolated { runTurns() } }

  @MainActor
  private func runTurns() {
    isStopped = false
    while !isStopped {
      runJobs()
      didEndTurn?()
      if isStopped { break }
      turnInstant = nil
      wait()
      // Paints a tick before running the jobs that it started, because a write to the disk, for example, would delay
      // the frame.
      if isTickOnly, !queue.isEmpty { didEndTurn?() }
    }
  }

  /// The maximum number of jobs in one turn, so that tasks that start each other cannot delay input.
  private static let maxJobsPerTurn = 1024

  private func runJobs() {
    var left = Self.maxJobsPerTurn
    while left > 0, let job = queue.popFirst() {
      perform(job)
      left -= 1
    }
  }

  /// Sleeps until the next event and dispatches it.
  @MainActor
  private func wait() {
    isTickOnly = false
    let delay = queue.isEmpty ? deadlines.delay() : 0
    armAlarm(delay)
    sources.prepare(wake: wakeDescriptor, alarm: isAlarmArmed ? alarm : nil)
    let ready = sources.poll(delay)
    let now = LoopClock.Instant.now
    turnInstant = now
    if ready > 0 {
      if sources.isWakeReady {
        _ = csys_eventfd_reset(wakeDescriptor)
        drainInbox()
        didWake?()
      }
      if sources.isAlarmReady { _ = csys_eventfd_reset(alarm) }
      dispatchSources()
    }
    // Input comes before deadlines, so that the deadline of an Esc does not split a sequence that has already arrived.
    fireDeadlines(now)
    if ready > 0 { isTickOnly = false }
  }

  /// The maximum delay in nanoseconds for the timeout of `ppoll`. For a longer delay the alarm is used.
  ///
  /// The timeout stops while the machine sleeps, which does not matter for a tick. A rest of three minutes needs the
  /// alarm, which also runs while the machine sleeps, but costs two more system calls.
  private static let longDelay: Int64 = 1_000_000_000
  private var isAlarmArmed = false

  private func armAlarm(_ delay: Int64) {
    let isLong = delay > Self.longDelay
    guard isLong || isAlarmArmed else { return }
    csys_timerfd_arm(alarm, isLong ? delay : -1)
    isAlarmArmed = isLong
  }
}

// MARK: - Jobs

/// A FIFO queue of jobs that only allocates when it grows.
struct JobQueue {
  private var jobs: [UnownedJob] = []
  /// The number of jobs at the start of the array that have been removed.
  private var head = 0
  /// The maximum number of removed jobs in the array, for tasks that start each other and never leave the queue empty.
  private static let maxHead = 1024

  var isEmpty: Bool { head == jobs.count }

  /// Appends a job.
  ///
  /// - Complexity: O(1) amortized.
  mutating func append(_ job: UnownedJob) { jobs.append(job) }

  /// Removes and returns the first job.
  ///
  /// - Complexity: O(1) amortized.
  mutating func popFirst() -> UnownedJob? {
    guard !isEmpty else { return nil }
    let job = jobs[head]
    head += 1
    if isEmpty || head == Self.maxHead {
      jobs.removeFirst(head)
      head = 0
    }
    return job
  }
}
