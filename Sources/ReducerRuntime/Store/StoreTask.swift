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

  /// Whether no effect is active anymore.
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

/// A group of active tasks, which can be awaited and cancelled together: those that result from one `send`, directly or
/// through actions sent by its effects, those of one cancellable effect, or all tasks of a store.
@MainActor
@usableFromInline
final class EffectTasks {
  private var tasks: Set<Task<Void, Never>> = []
  private var waiters: [CheckedContinuation<Void, Never>] = []

  // Accesses never overlap, so dynamic exclusivity checks are disabled.
  @exclusivity(unchecked) @usableFromInline private(set) var isCancelled = false

  @usableFromInline
  init() {}

  /// Whether no task is active.
  var isIdle: Bool { tasks.isEmpty }

  /// Adds a task that has started. It is cancelled if the group was cancelled.
  func insert(_ task: Task<Void, Never>) {
    if isCancelled { task.cancel() }
    tasks.insert(task)
  }

  /// Removes a task that has ended.
  func remove(_ task: Task<Void, Never>) {
    tasks.remove(task)
    guard tasks.isEmpty else { return }
    let waiting = waiters
    waiters = []
    for waiter in waiting { waiter.resume() }
  }

  func cancel() {
    isCancelled = true
    for task in tasks { task.cancel() }
  }

  /// Returns when no task is active.
  func finish() async {
    // Usually there is one task; waiting for it directly saves an actor hop.
    if let task = tasks.first { await task.value }
    guard !tasks.isEmpty else { return }
    await withCheckedContinuation { waiters.append($0) }
  }
}
