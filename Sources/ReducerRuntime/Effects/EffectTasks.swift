/// The active tasks that result from one `send`, directly or through actions sent by its effects.
@MainActor
@usableFromInline
final class EffectTasks {
  private var activeCount = 0
  private var tasks = Slots<Task<Void, Never>>()
  private var waiters: [CheckedContinuation<Void, Never>] = []

  // Accesses never overlap, so dynamic exclusivity checks are disabled.
  @exclusivity(unchecked) @usableFromInline private(set) var isCancelled = false

  @usableFromInline
  init() {}

  /// Whether no task is active.
  var isIdle: Bool { activeCount == 0 }

  /// Records that a task has started. Must be balanced by `end()`.
  func begin() {
    activeCount += 1
  }

  func end() {
    activeCount -= 1
    guard activeCount == 0 else { return }
    let waiting = waiters
    waiters = []
    for waiter in waiting { waiter.resume() }
  }

  /// Stores `task` so that `cancel()` reaches it.
  ///
  /// - Returns: The slot of the task, for ``remove(_:)``.
  func insert(_ task: Task<Void, Never>) -> Int {
    if isCancelled { task.cancel() }
    return tasks.insert(task)
  }

  func remove(_ slot: Int) {
    tasks.remove(slot)
  }

  func cancel() {
    isCancelled = true
    tasks.forEach { $0.cancel() }
  }

  /// Returns when no task is active.
  func finish() async {
    // Usually there is one task; waiting for it directly saves a hop of the actor.
    if let task = tasks.first { await task.value }
    guard activeCount > 0 else { return }
    await withCheckedContinuation { waiters.append($0) }
  }
}
