extension DependencyValues {
  /// Starts an operation without waiting until it ends. In tests, the caller waits.
  ///
  /// ```swift
  /// @Dependency(\.fireAndForget) var fireAndForget
  /// await fireAndForget { try await analytics.upload() }
  /// ```
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }

  private enum FireAndForgetKey: DependencyKey {
    static let liveValue = FireAndForget { priority, operation in
      Task(priority: priority) { try await operation() }
    }
    static let testValue = FireAndForget { priority, operation in
      // A task of its own, which is not cancelled with the caller. The operation has reported its error.
      _ = await Task(priority: priority) { try await operation() }.result
    }
  }
}

/// A function that starts an operation without waiting until it ends.
public struct FireAndForget: Sendable {
  /// Starts an operation.
  public let operation:
    @Sendable (
      _ priority: TaskPriority?, _ operation: @escaping @Sendable () async throws -> Void
    ) async -> Void

  /// Creates a function that starts operations with `operation`.
  public init(
    _ operation:
      @escaping @Sendable (
        _ priority: TaskPriority?, _ operation: @escaping @Sendable () async throws -> Void
      ) async -> Void
  ) {
    self.operation = operation
  }

  /// Starts `operation`, which is not cancelled with its caller.
  ///
  /// An error that it throws fails a test at the caller's line. In the running program it is ignored.
  ///
  /// - Parameter priority: The priority of the task; `nil` for the current one.
  public func callAsFunction(
    priority: TaskPriority? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    @_inheritActorContext _ operation: @escaping @Sendable () async throws -> Void
  ) async {
    let isTest = DependencyValues.current.context == .test
    await self.operation(priority) {
      do {
        try await operation()
      } catch {
        if isTest {
          reportIssue(
            error, "in 'fireAndForget'",
            fileID: fileID, filePath: filePath, line: line, column: column)
        }
        throw error
      }
    }
  }
}
