import ReducerRuntime

/// What an action sent to a test store set going.
@preconcurrency @MainActor
public struct TestStoreTask: Sendable {
  /// Nil where the action was not sent at all.
  let task: StoreTask?
  let queue: EffectQueue
  let timeout: Duration

  /// Cancels the effects of the action, and lets them end.
  public func cancel() async {
    task?.cancel()
    queue.drain()
  }

  /// Waits until the effects of the action have completed.
  ///
  /// - Parameter duration: How long to wait for something from outside; the store's timeout where it is `nil`.
  public func finish(
    timeout duration: Duration? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    queue.drain()
    if await !queue.run(until: { task?.isFinished ?? true }, timeout: duration ?? timeout) {
      reportIssue(
        "The effects of this action are still under way. End them with an action, or cancel the task.",
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Whether ``cancel()`` was called, or there was nothing to begin with.
  public var isCancelled: Bool { task?.isCancelled ?? true }
}

extension TestStoreTask: Hashable {
  /// Whether both are what one and the same action set going.
  public nonisolated static func == (lhs: TestStoreTask, rhs: TestStoreTask) -> Bool {
    lhs.task == rhs.task
  }

  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(task) }
}
