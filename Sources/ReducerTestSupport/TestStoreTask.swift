import ReducerRuntime

/// The effects that an action sent to a test store started.
@preconcurrency @MainActor
public struct TestStoreTask: Sendable {
  /// `nil` if the action was not sent.
  let task: StoreTask?
  let queue: EffectQueue
  let timeout: Duration

  /// Cancels the effects of the action, and waits until they end.
  public func cancel() async {
    task?.cancel()
    queue.drain()
  }

  /// Waits until the effects of the action have completed.
  ///
  /// - Parameter duration: The maximum time to wait for external events; the store's timeout if it is `nil`.
  public func finish(
    timeout duration: Duration? = nil,
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    queue.drain()
    if await !queue.run(until: { task?.isFinished ?? true }, timeout: duration ?? timeout) {
      reportIssue(
        "The effects of this action are still running. End them with an action, or cancel the task.",
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Whether ``cancel()`` was called, or there were no effects.
  public var isCancelled: Bool { task?.isCancelled ?? true }
}

extension TestStoreTask: Hashable {
  /// Whether both stand for the effects of the same action.
  public nonisolated static func == (lhs: TestStoreTask, rhs: TestStoreTask) -> Bool {
    lhs.task == rhs.task
  }

  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(task) }
}
