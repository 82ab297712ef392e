// The only file that uses the experimental executor SPI of Swift 6.3.
//
// If a toolchain removes it, use public API: keep `SerialExecutor` and `TaskExecutor` here, pass the loop to the main
// task with `Task(executorPreference:)`, and let Dispatch run the main actor's own queue. Every continuation then needs
// an extra hop through a pool thread. Nothing else changes.
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

extension EventLoop {
  /// Makes the loop the executor of the main actor and of tasks without a preferred executor.
  func installAsExecutor() { _createExecutors(factory: LoopExecutorFactory.self) }

  /// Runs a job immediately, isolated to the main actor.
  func perform(_ job: UnownedJob) {
    let executor = LoopExecutor.shared
    job.runSynchronously(
      isolatedTo: executor.asUnownedSerialExecutor(),
      taskExecutor: executor.asUnownedTaskExecutor())
  }
}

private struct LoopExecutorFactory: ExecutorFactory {
  static var mainExecutor: any MainExecutor { LoopExecutor.shared }
  static var defaultExecutor: any TaskExecutor { LoopExecutor.shared }
}

/// An executor that runs jobs on the loop. It is internal, because a public type must not conform to SPI.
final class LoopExecutor: MainExecutor, TaskExecutor, SchedulingExecutor {
  static let shared = LoopExecutor()

  private var loop: EventLoop { .shared }

  func run() throws { loop.run() }
  func stop() { loop.stop() }

  func enqueue(_ job: consuming ExecutorJob) { loop.enqueue(UnownedJob(job)) }

  func checkIsolated() {
    precondition(loop.isOnLoopThread, "main actor code off the event loop's thread")
  }

  func isIsolatingCurrentContext() -> Bool? { loop.isOnLoopThread }

  // The tolerance is ignored: the loop sleeps exactly until the next deadline.

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    // Clocks with another duration type implement their own sleep and do not call this method.
    loop.enqueue(UnownedJob(job), at: loop.now.advanced(by: delay as? Duration ?? .zero))
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    if let instant = instant as? LoopClock.Instant {
      loop.enqueue(UnownedJob(job), at: instant)
    } else {
      enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
    }
  }
}
