import CSystem
import Glibc
import Synchronization

/// The event loop that is Swift's main executor: `@MainActor` code, plain tasks, keys and deadlines
/// all run on one thread, which sleeps in `ppoll` when there is nothing to do.
///
/// ```swift
/// // main.swift, before anything else
/// let outcome = EventLoop.run { await run() }  // -> Outcome
/// outcome.leave()
/// ```
///
/// Work that blocks belongs on a thread of its own; its result wakes the loop.
///
// @unchecked: every stored variable outside `inbox` is touched on the loop's thread only (`enqueue`
// from elsewhere goes through the mutex; the assertions in `isOnLoopThread`'s users check it), and
// the rest are constants.
public final class EventLoop: @unchecked Sendable {
  /// The process's one loop.
  public static let shared = EventLoop()

  /// What other threads leave for the loop.
  struct Inbox {
    var jobs: [UnownedJob] = []
    var cancelled: [UInt64] = []
    var parked: [(UnownedJob, LoopClock.Instant)] = []
    /// Whether the wake-up descriptor was already made readable.
    var isSignalled = false
  }

  let inbox = Mutex(Inbox())
  private let isInstalledFlag = Atomic(false)
  /// The thread that runs the loop; 0 before it does.
  private let thread = Atomic<UInt>(0)
  let wakeDescriptor = csys_eventfd()
  let alarm = csys_timerfd()

  var queue = JobQueue()
  var deadlines = DeadlineQueue()
  var sources = SourceTable()
  /// The instant of this turn, fixed when the loop woke, and again after a stop; nil between turns.
  var turnInstant: LoopClock.Instant?
  /// Called at the end of each turn, when every job has run: the place to paint.
  var turnEnded: (@MainActor () -> Void)?
  /// Called when a watched signal may have arrived.
  var woken: (@MainActor () -> Void)?
  private var isStopped = false
  /// Whether it was a clock's tick, and nothing that anybody did, that this turn began with.
  var hasTicked = false
  /// Spare arrays of the inbox, so that taking from it allocates nothing.
  private var takenJobs: [UnownedJob] = []
  private var takenCancelled: [UInt64] = []
  private var takenParked: [(UnownedJob, LoopClock.Instant)] = []

  private init() {
    precondition(wakeDescriptor >= 0 && alarm >= 0, "no descriptors left for the event loop")
  }

  /// Makes the loop the main and the default executor, runs `body` on the main actor, and returns
  /// what it returns. Call it once, from a synchronous `main`, before any task exists.
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

  // @unchecked: written by the main actor's task and read after the loop has returned, both on the
  // loop's thread.
  private final class Answer<Value>: @unchecked Sendable { var value: Value? }

  /// Whether the loop runs this process's main actor. When it does not (tests, previews), a
  /// ``LoopClock`` sleeps as a `ContinuousClock` does.
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

  /// Takes a job from any thread.
  func accept(_ job: UnownedJob) {
    if isOnLoopThread {
      queue.append(job)
    } else {
      leave { $0.jobs.append(job) }
    }
  }

  /// Puts something into the inbox and wakes the loop, once however much is put.
  func leave(_ put: (inout Inbox) -> Void) {
    let mustSignal = inbox.withLock { inbox in
      put(&inbox)
      defer { inbox.isSignalled = true }
      return !inbox.isSignalled
    }
    if mustSignal { csys_eventfd_signal(wakeDescriptor) }
  }

  /// Brings what other threads left onto this one.
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
  // The loop's thread is the main actor's. That is said once here and not at each call: saying it
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
      // A tick is shown before the work that it asks for is done: once a second a workout is kept, which would make that
      // frame late.
      if hasTicked, !queue.isEmpty { turnEnded?() }
    }
  }

  /// Jobs run in one turn at most, so that tasks which feed each other cannot keep keys waiting.
  private static let jobsPerTurn = 1024

  private func runJobs() {
    var left = Self.jobsPerTurn
    while left > 0, let job = queue.popFirst() {
      perform(job)
      left -= 1
    }
  }

  /// Sleeps until something happens and hears about it.
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
    // Keys before deadlines: a sequence that has arrived is not cut by the deadline of its Esc.
    fireDeadlines(now)
    if ready > 0 { hasTicked = false }
  }

  /// `ppoll`'s timeout stands still while the machine sleeps. For a tick that is no matter; a rest of
  /// three minutes needs an alarm that does not, and may cost two more system calls.
  private static let longDelay: Int64 = 1_000_000_000
  private var alarmIsArmed = false

  private func armAlarm(_ delay: Int64) {
    let isLong = delay > Self.longDelay
    guard isLong || alarmIsArmed else { return }
    csys_timerfd_arm(alarm, isLong ? delay : -1)
    alarmIsArmed = isLong
  }
}
