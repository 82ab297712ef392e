/// The tasks that one send has under way, directly or through the actions its effects sent.
@MainActor
@usableFromInline
final class EffectTasks {
  private var underWay = 0
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var nextID = 0
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
  func insert(_ task: Task<Void, Never>) -> Int {
    nextID += 1
    tasks[nextID] = task
    if isCancelled { task.cancel() }
    return nextID
  }

  func remove(_ id: Int) {
    tasks[id] = nil
  }

  func cancel() {
    isCancelled = true
    for task in tasks.values { task.cancel() }
  }

  /// Returns when nothing is under way any more.
  func finish() async {
    guard underWay > 0 else { return }
    await withCheckedContinuation { waiters.append($0) }
  }
}
