@_spi(ExperimentalCustomExecutors) import _Concurrency
import Synchronization

/// Runs the effects of a test store, when it is told to and on the main actor's thread: nothing runs in between, and an
/// empty queue means that every effect waits for something from outside.
public final class EffectQueue: TaskExecutor, Sendable {
  private let jobs = Mutex<[UnownedJob]>([])
  private let arrival = Mutex<CheckedContinuation<Void, Never>?>(nil)

  // Every queue that is alive, so that a clock can let their effects come to rest.
  private static let alive = Mutex<[ObjectIdentifier: WeakQueue]>([:])

  private struct WeakQueue: Sendable {
    weak let queue: EffectQueue?
  }

  public init() {
    Self.alive.withLock { $0[ObjectIdentifier(self)] = WeakQueue(queue: self) }
  }

  deinit {
    Self.alive.withLock { $0[ObjectIdentifier(self)] = nil }
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrival.withLock { $0.take() }?.resume()
  }

  /// Runs jobs until there are none left.
  ///
  /// - Returns: Whether there were any.
  @MainActor
  @discardableResult
  public func drain() -> Bool {
    var ran = false
    while let job = next() {
      // Said to be the main actor's as well, so that an effect which sends goes on without a hop.
      job.runSynchronously(
        isolatedTo: MainActor.sharedUnownedExecutor, taskExecutor: asUnownedTaskExecutor())
      ran = true
    }
    return ran
  }

  private func next() -> UnownedJob? {
    jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  /// Whether the task that asks is run by one of these queues.
  static var runsCurrentTask: Bool {
    withUnsafeCurrentTask { task in
      guard let executor = task?.unownedTaskExecutor else { return false }
      return queues.contains { $0.asUnownedTaskExecutor() == executor }
    }
  }

  private static var queues: [EffectQueue] {
    alive.withLock { $0.values.compactMap(\.queue) }
  }

  /// Lets all effects come to rest.
  ///
  /// - Parameter guessing: Whether tasks that no queue runs may have something to do too. Nobody can know when those are
  ///   done; they are given a number of turns.
  @MainActor
  static func settle(guessing: Bool? = nil) async {
    let queues = queues
    for queue in queues { queue.drain() }
    if guessing ?? queues.isEmpty {
      for _ in 0..<20 { await Task(priority: .background) { await Task.yield() }.value }
      for queue in queues { queue.drain() }
    }
  }

}
