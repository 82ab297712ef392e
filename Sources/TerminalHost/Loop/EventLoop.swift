import CSystem
import Glibc
import Synchronization

/// An event loop that is Swift's main executor: `@MainActor` code, tasks, keys and deadlines all run on one thread,
/// which sleeps in `ppoll` when there is no work.
///
/// ```swift
/// // main.swift, before anything else
/// let outcome = EventLoop.run { await run() }  // -> Outcome
/// outcome.leave()
/// ```
///
/// Blocking work belongs on another thread; its result wakes the loop.
///
// @unchecked: every variable outside `inbox` is accessed on the loop's thread only. `enqueue` from other threads uses
// the mutex, and the users of `isOnLoopThread` assert it. The rest are constants.
public final class EventLoop: @unchecked Sendable {
  /// The loop of the process.
  public static let shared = EventLoop()

  /// The work that other threads submit to the loop.
  struct Inbox {
    var jobs: [UnownedJob] = []
    var cancelled: [UInt64] = []
    var parked: [(UnownedJob, LoopClock.Instant)] = []
    /// Whether the wake-up descriptor was already signalled.
    var isSignalled = false
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
  /// The instant of this turn, read when the loop woke, and again after a suspension; `nil` between turns.
  var turnInstant: LoopClock.Instant?
  /// Called at the end of each turn, after all jobs: the time to paint.
  var turnEnded: (@MainActor () -> Void)?
  /// Called when a watched signal may have arrived.
  var woken: (@MainActor () -> Void)?
  private var isStopped = false
  /// Whether this turn began with a clock's tick and not with input.
  var hasTicked = false
  /// Spare arrays for the inbox, so that emptying it allocates nothing.
  private var takenJobs: [UnownedJob] = []
  private var takenCancelled: [UInt64] = []
  private var takenParked: [(UnownedJob, LoopClock.Instant)] = []

  private init() {
    precondition(wakeDescriptor >= 0 && alarm >= 0, "no descriptors left for the event loop")
  }

  /// Makes the loop the main and default executor, runs `body` on the main actor, and returns its result. Call it
  /// once, from a synchronous `main`, before any task is created.
  public static func run<Result: Sendable>(
    _ body: @escaping @MainActor () async -> Result
  ) -> Result {
    shared.install()
    let answer = Answer<Result>()
    Task { @MainActor in
      answer.value = await body()
      shared.stop()
    }
    shared.run()
    guard let value = answer.value else { preconditionFailure("the event loop was stopped early") }
    return value
  }

  // @unchecked: written by the main actor's task and read after the loop has returned, both on the loop's thread.
  private final class Answer<Value>: @unchecked Sendable { var value: Value? }

  /// Whether the loop runs this process's main actor. If not, as in tests, a ``LoopClock`` sleeps as a
  /// `ContinuousClock` does.
  public var isInstalled: Bool { isInstalledFlag.load(ordering: .acquiring) }

  private func install() {
    precondition(!isInstalled, "the event loop is installed once")
    thread.store(pthread_self(), ordering: .releasing)
    csys_wake_on_time()
    installAsExecutor()
    isInstalledFlag.store(true, ordering: .releasing)
  }

  var isOnLoopThread: Bool { thread.load(ordering: .relaxed) == pthread_self() }

  /// Makes `run` return once this turn's jobs have run.
  func stop() {
    isStopped = true
  }

  // MARK: Jobs

  /// Enqueues a job from any thread.
  func accept(_ job: UnownedJob) {
    if isOnLoopThread {
      queue.append(job)
    } else {
      leave { $0.jobs.append(job) }
    }
  }

  /// Adds work to the inbox and wakes the loop, once for any number of additions.
  func leave(_ put: (inout Inbox) -> Void) {
    let mustSignal = inbox.withLock { inbox in
      put(&inbox)
      defer { inbox.isSignalled = true }
      return !inbox.isSignalled
    }
    if mustSignal { csys_eventfd_signal(wakeDescriptor) }
  }

  /// Moves the work of other threads to this one.
  private func emptyInbox() {
    inbox.withLock { inbox in
      swap(&inbox.jobs, &takenJobs)
      swap(&inbox.cancelled, &takenCancelled)
      swap(&inbox.parked, &takenParked)
      inbox.isSignalled = false
    }
    for job in takenJobs { queue.append(job) }
    for (job, instant) in takenParked {
      park(.job(job), until: instant, id: deadlines.newID())
    }
    for id in takenCancelled { cancelDeadline(id) }
    takenJobs.removeAll(keepingCapacity: true)
    takenCancelled.removeAll(keepingCapacity: true)
    takenParked.removeAll(keepingCapacity: true)
  }

  // MARK: Turns

  /// Runs turns until stopped.
  // The loop's thread is the main actor's. It is asserted once here and not for each call, because the assertion
  // allocates.
  func run() { MainActor.assumeIsolated { turns() } }

  @MainActor
  private func turns() {
    isStopped = false
    while !isStopped {
      runJobs()
      turnEnded?()
      if isStopped { break }
      turnInstant = nil
      wait()
      // A tick is painted before the jobs it started run. The checkpoint of a workout, once a second, would delay
      // that frame.
      if hasTicked, !queue.isEmpty { turnEnded?() }
    }
  }

  /// The maximum number of jobs in one turn, so that tasks that start each other cannot delay input.
  private static let jobsPerTurn = 1024

  private func runJobs() {
    var left = Self.jobsPerTurn
    while left > 0, let job = queue.popFirst() {
      perform(job)
      left -= 1
    }
  }

  /// Sleeps until the next event and dispatches it.
  @MainActor
  private func wait() {
    hasTicked = false
    let delay = queue.isEmpty ? deadlines.delay() : 0
    armAlarm(delay)
    sources.prepare(wake: wakeDescriptor, alarm: alarmIsArmed ? alarm : nil)
    let ready = sources.poll(delay)
    let now = LoopClock.Instant.now
    turnInstant = now
    if ready > 0 {
      if sources.wakeIsReady {
        _ = csys_eventfd_take(wakeDescriptor)
        emptyInbox()
        woken?()
      }
      if sources.alarmIsReady { _ = csys_eventfd_take(alarm) }
      dispatchSources()
    }
    // Input before deadlines: a sequence that has arrived is not cut by the deadline of its Esc.
    fireDeadlines(now)
    if ready > 0 { hasTicked = false }
  }

  /// The timeout of `ppoll` stops while the machine sleeps, which does not matter for a tick. A rest of three minutes
  /// needs an alarm that continues, at the cost of two more system calls.
  private static let longDelay: Int64 = 1_000_000_000
  private var alarmIsArmed = false

  private func armAlarm(_ delay: Int64) {
    let isLong = delay > Self.longDelay
    guard isLong || alarmIsArmed else { return }
    csys_timerfd_arm(alarm, isLong ? delay : -1)
    alarmIsArmed = isLong
  }
}
