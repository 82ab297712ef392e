extension Task where Failure == Never {
  /// Waits until the current task is cancelled, and throws then.
  ///
  /// ```swift
  /// $0.leaderboard.page = { _, _ in try await Task.never() }
  /// ```
  public static func never() async throws -> Success {
    for await element in AsyncStream<Success>.never { return element }
    throw _Concurrency.CancellationError()
  }

  /// The task's value; whoever is cancelled while waiting for it cancels the task.
  public var cancellableValue: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == any Error {
  /// The task's value; whoever is cancelled while waiting for it cancels the task.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}
