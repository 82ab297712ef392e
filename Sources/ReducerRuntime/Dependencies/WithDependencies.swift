/// Runs an operation with changed dependencies.
///
/// ```swift
/// let model = withDependencies { $0.date.now = Date(timeIntervalSince1970: 0) } operation: { Model() }
/// ```
///
/// - Parameters:
///   - update: Changes a copy of the current dependencies.
///   - operation: The work, which runs with the changed dependencies.
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try values.set(by: update)
  let result = try DependencyValues.$taskLocal.withValue(values) {
    try RuntimeContext.with(values, operation)
  }
  ModelDependencies.record(values, of: result)
  return result
}

/// Runs an asynchronous operation, and the tasks it starts, with changed dependencies.
///
/// It runs on the caller's actor.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  try await values.set(by: update)
  let result = try await DependencyValues.$taskLocal.withValue(values, operation: operation)
  ModelDependencies.record(values, of: result)
  return result
}

/// Passes the current dependencies to a closure that runs later in another context.
public func withEscapedDependencies<Result>(
  _ operation: (DependencyValues.Continuation) throws -> Result
) rethrows -> Result {
  try operation(DependencyValues.Continuation())
}

/// Passes the current dependencies from an asynchronous operation to a closure that runs later in another context.
public func withEscapedDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (DependencyValues.Continuation) async throws -> Result
) async rethrows -> Result {
  try await operation(DependencyValues.Continuation())
}

// MARK: - Escaping closures

extension DependencyValues {
  /// A snapshot of dependencies for a closure that outlives the context in which they were set.
  public struct Continuation: Sendable {
    private let values = DependencyValues.current

    /// Runs `operation` with the dependencies of the snapshot.
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      try withDependencies {
        $0 = $0.merging(values)
      } operation: {
        try operation()
      }
    }

    /// Runs an asynchronous operation with the dependencies of the snapshot.
    public func yield<Result>(
      isolation: isolated (any Actor)? = #isolation,
      _ operation: () async throws -> Result
    ) async rethrows -> Result {
      try await DependencyValues.$taskLocal.withValue(
        DependencyValues.current.merging(values), operation: operation)
    }
  }
}

// MARK: - The whole program

/// Sets the initial dependencies of the whole program, replacing the keys' own defaults.
///
/// ```swift
/// prepareDependencies { $0.defaultAppStorage = SettingsFile() }
/// ```
///
/// Call it at the start of `main`. `withDependencies` and the dependencies of a store or test take precedence. In a
/// test it applies to that test only.
///
/// Prepare a dependency once, before its first use, because code that read it earlier may have kept the value.
/// Otherwise an issue is reported and the earlier value stays.
///
/// - Returns: The result of `update`.
@discardableResult
public func prepareDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Result,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) rethrows -> Result {
  let scope = SharedScope.current
  let earlier = scope.prepared.withLock { $0 }
  var values = earlier
  let result = try values.set(by: update)
  let context = DependencyValues.current.context
  // A preview may prepare its dependencies again each time it is shown.
  let types =
    context == .preview
    ? [] : values.restore(from: earlier) { scope.defaults.hasValue(of: $0, in: context) }
  for type in types {
    reportIssue(
      """
      The dependency of type '\(type)' was already prepared or used, and keeps its value. Prepare it once, before \
      its first use, or override it with 'withDependencies'.
      """,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
  scope.prepared.withLock { [values] in $0 = values }
  return result
}

// MARK: - Tasks of a reducer

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
}

/// Runs `operation` with the dependencies of the reducing store as those of the task.
private func withReducerDependencies<Result>(_ operation: () -> Result) -> Result {
  guard let storage = RuntimeContext.current?.dependencies else { return operation() }
  let values = DependencyValues(storage.takeUnretainedValue())
  return DependencyValues.$taskLocal.withValue(values, operation: operation)
}
