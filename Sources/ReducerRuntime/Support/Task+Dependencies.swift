// The compiler prefers these initializers to those of the standard library, which have more parameters. These pass the
// dependencies of a reducer to its tasks. A reducer's dependencies are not in a task local, because setting one for
// each action would allocate.

extension Task where Failure == Never {
  /// Runs `operation` in a new task. In a reducer, the task has the dependencies of the store.
  @discardableResult
  public init(
    @_inheritActorContext @_implicitSelfCapture
    operation: sending @escaping @isolated(any) () async -> Success
  ) {
    self.init(priority: nil as TaskPriority?, operation: operation)
  }

  /// Runs `operation` in a new task with a priority. In a reducer, the task has the dependencies of the store.
  @discardableResult
  public init(
    priority: TaskPriority?,
    @_inheritActorContext @_implicitSelfCapture
    operation: sending @escaping @isolated(any) () async -> Success
  ) {
    // Moved into the task, and used nowhere else.
    nonisolated(unsafe) let operation = operation
    self = withReducerDependencies { Task(name: nil, priority: priority, operation: operation) }
  }

  /// Runs `operation` in a new task with a name for debugging. In a reducer, the task has the dependencies of the
  /// store.
  @discardableResult
  public init(
    name: String, priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture
    operation: sending @escaping @isolated(any) () async -> Success
  ) {
    // Moved into the task, and used nowhere else.
    nonisolated(unsafe) let operation = operation
    self = withReducerDependencies {
      Task(name: name as String?, priority: priority, operation: operation)
    }
  }
}

extension Task where Failure == any Error {
  /// Runs `operation` in a new task. In a reducer, the task has the dependencies of the store.
  @discardableResult
  public init(
    @_inheritActorContext @_implicitSelfCapture
    operation: sending @escaping @isolated(any) () async throws -> Success
  ) {
    self.init(priority: nil as TaskPriority?, operation: operation)
  }

  /// Runs `operation` in a new task with a priority. In a reducer, the task has the dependencies of the store.
  @discardableResult
  public init(
    priority: TaskPriority?,
    @_inheritActorContext @_implicitSelfCapture
    operation: sending @escaping @isolated(any) () async throws -> Success
  ) {
    // Moved into the task, and used nowhere else.
    nonisolated(unsafe) let operation = operation
    self = withReducerDependencies { Task(name: nil, priority: priority, operation: operation) }
  }

  /// Runs `operation` in a new task with a name for debugging. In a reducer, the task has the dependencies of the
  /// store.
  @discardableResult
  public init(
    name: String, priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture
    operation: sending @escaping @isolated(any) () async throws -> Success
  ) {
    // Moved into the task, and used nowhere else.
    nonisolated(unsafe) let operation = operation
    self = withReducerDependencies {
      Task(name: name as String?, priority: priority, operation: operation)
    }
  }
}

/// Runs `operation` with the dependencies of the reducing store as those of the task.
private func withReducerDependencies<Result>(_ operation: () -> Result) -> Result {
  guard let storage = RuntimeContext.current?.dependencies else { return operation() }
  let values = DependencyValues(storage.takeUnretainedValue())
  return DependencyValues.$taskLocal.withValue(values, operation: operation)
}
