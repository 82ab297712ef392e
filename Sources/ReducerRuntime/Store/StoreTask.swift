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
