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
    static let testValue = FireAndForget { _, operation in
      // Ignored, as in the running program.
      try? await operation()
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

  public init(
    _ operation:
      @escaping @Sendable (
        _ priority: TaskPriority?, _ operation: @escaping @Sendable () async throws -> Void
      ) async -> Void
  ) {
    self.operation = operation
  }

  /// Starts `operation`. An error that it throws is ignored.
  ///
  /// - Parameter priority: The priority of the task; `nil` for the current one.
  public func callAsFunction(
    priority: TaskPriority? = nil,
    @_inheritActorContext _ operation: @escaping @Sendable () async throws -> Void
  ) async {
    await self.operation(priority, operation)
  }
}
