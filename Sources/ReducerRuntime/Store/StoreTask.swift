/// What a sent action set going: wait for it, or cancel it.
@MainActor
public struct StoreTask: Sendable {
  @usableFromInline let tasks: EffectTasks?

  @inlinable
  init(tasks: EffectTasks?) {
    self.tasks = tasks
  }

  /// Waits until the effects of the action, and of every action those effects sent, have completed.
  public func finish() async {
    await tasks?.finish()
  }

  /// Cancels the effects of the action, at once.
  public func cancel() {
    tasks?.cancel()
  }

  /// Whether nothing is under way any more.
  package var isFinished: Bool { tasks?.isAtRest ?? true }

  /// Whether ``cancel()`` was called; `true` as well where there never was anything to cancel.
  public var isCancelled: Bool { tasks?.isCancelled ?? true }
}

extension StoreTask: Hashable {
  /// Whether both are what one and the same action set going. All that set nothing going are alike.
  public nonisolated static func == (lhs: StoreTask, rhs: StoreTask) -> Bool {
    lhs.tasks === rhs.tasks
  }

  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(tasks.map(ObjectIdentifier.init))
  }
}
