import ReducerRuntime

/// What an action sent to a test store set going.
@MainActor
public struct TestStoreTask: Sendable {
  let task: StoreTask
  let queue: EffectQueue
  let timeout: Duration

  /// Cancels the effects of the action, and lets them end.
  public func cancel() async {
    task.cancel()
    queue.drain()
  }

  /// Waits until the effects of the action have completed.
  ///
  /// - Parameter duration: How long to wait for something from outside; the store's timeout where it is `nil`.
  public func finish(
    timeout duration: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    queue.drain()
    if await !queue.run(until: { task.isFinished }, timeout: duration ?? timeout) {
      reportIssue(
        "The effects of this action are still under way. End them with an action, or cancel the task.",
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Whether ``cancel()`` was called.
  public var isCancelled: Bool { task.isCancelled }
}
