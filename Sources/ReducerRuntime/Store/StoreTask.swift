/// The effects that an action started, which can be awaited or cancelled.
@MainActor
public struct StoreTask: Sendable {
  @usableFromInline let tasks: EffectTasks?

  @inlinable
  init(tasks: EffectTasks?) {
    self.tasks = tasks
  }

  /// Waits until the effects of the action, and of every action those effects sent, have completed.
  ///
  /// If the waiting task is cancelled, for example because a view disappears, the effects are cancelled too.
  public func finish() async {
    guard let tasks else { return }
    await withTaskCancellationHandler {
      await tasks.finish()
    } onCancel: {
      Task.immediate { @MainActor in tasks.cancel() }
    }
  }

  /// Cancels the effects of the action immediately.
  public func cancel() {
    tasks?.cancel()
  }

  /// Whether no effect is active any more.
  package var isFinished: Bool { tasks?.isIdle ?? true }

  /// Whether ``cancel()`` was called; also `true` if there was nothing to cancel.
  public var isCancelled: Bool { tasks?.isCancelled ?? true }
}

extension StoreTask: Hashable {
  /// Whether both stand for the effects of the same action. Tasks without effects are equal.
  public nonisolated static func == (lhs: StoreTask, rhs: StoreTask) -> Bool {
    lhs.tasks === rhs.tasks
  }

  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(tasks.map(ObjectIdentifier.init))
  }
}

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

/// A collection of elements with stable slots as identifiers.
///
/// - Complexity: Inserting O(1) amortized, removing O(1); no hashing, and no allocation below the earlier maximum
///   count.
struct Slots<Element> {
  private enum Slot {
    case full(Element)
    case free(next: Int?)
  }

  private var slots: [Slot] = []
  private var firstFree: Int?

  /// Inserts an element.
  ///
  /// - Returns: The slot of `element`.
  mutating func insert(_ element: Element) -> Int {
    guard let index = firstFree, case .free(let next) = slots[index] else {
      slots.append(.full(element))
      return slots.endIndex - 1
    }
    firstFree = next
    slots[index] = .full(element)
    return index
  }

  /// Removes the element in `slot`, which must hold one.
  mutating func remove(_ slot: Int) {
    slots[slot] = .free(next: firstFree)
    firstFree = slot
  }

  /// The element in the lowest slot, if any.
  var first: Element? {
    for case .full(let element) in slots { return element }
    return nil
  }

  func forEach(_ body: (Element) -> Void) {
    for case .full(let element) in slots { body(element) }
  }
}
