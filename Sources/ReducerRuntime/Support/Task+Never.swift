extension Task where Success == Never, Failure == Never {
  /// Suspends until the current task is cancelled, and then throws.
  ///
  /// ```swift
  /// case .onAppear:
  ///   return .run { _ in try await Task.never() }
  ///     .cancellable(id: CancelID.presence)
  /// ```
  public static func never() async throws {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }
}

extension Task where Failure == Never {
  /// Suspends until the current task is cancelled, and then throws, as an expression of any type.
  ///
  /// ```swift
  /// $0.leaderboard.page = { _, _ in try await Task.never() }
  /// ```
  public static func never() async throws -> Success {
    for await element in AsyncStream<Success>.never { return element }
    throw _Concurrency.CancellationError()
  }

  /// The task's value. Cancelling the awaiting task cancels this task.
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
  /// The task's value. Cancelling the awaiting task cancels this task.
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
