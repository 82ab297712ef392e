/// The tasks that one send has under way, directly or through the actions its effects sent.
@MainActor
@usableFromInline
final class EffectTasks {
  private var underWay = 0
  private var tasks = Slots<Task<Void, Never>>()
  private var waiters: [CheckedContinuation<Void, Never>] = []

  // Only set and asked, never held open; so the bookkeeping of accesses is left out.
  @exclusivity(unchecked) @usableFromInline private(set) var isCancelled = false

  @usableFromInline
  init() {}

  /// Whether nothing is under way.
  var isAtRest: Bool { underWay == 0 }

  /// Notes that something has begun; `end` must follow.
  func begin() {
    underWay += 1
  }

  func end() {
    underWay -= 1
    guard underWay == 0 else { return }
    let waiting = waiters
    waiters = []
    for waiter in waiting { waiter.resume() }
  }

  /// Keeps `task` so that cancelling reaches it.
  ///
  /// - Returns: Where it is kept, for ``remove(_:)``.
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

  /// Returns when nothing is under way any more.
  func finish() async {
    // Mostly there is one task, and to wait for that itself takes a turn of the actor less.
    if let task = tasks.first { await task.value }
    guard underWay > 0 else { return }
    await withCheckedContinuation { waiters.append($0) }
  }
}
