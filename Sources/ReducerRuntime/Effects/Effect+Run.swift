/// An asynchronous operation with all it needs to be started later.
///
/// An object, as it is handed on several times before it runs.
@usableFromInline
final class RunEffect<Action>: Sendable {
  /// What tools call its task.
  let name: String?
  let priority: TaskPriority?
  /// What was in force where the effect was made.
  let dependencies: DependencyValues
  /// Runs on the actor that starts it, so that an action it sends needs no hop between threads.
  let operation: nonisolated(nonsending) @Sendable (Send<Action>) async -> Void

  init(
    name: String?, priority: TaskPriority?, dependencies: DependencyValues,
    operation: nonisolated(nonsending) @escaping @Sendable (Send<Action>) async -> Void
  ) {
    self.name = name
    self.priority = priority
    self.dependencies = dependencies
    self.operation = operation
  }
}

extension Effect {
  /// Runs an asynchronous operation that may send any number of actions.
  ///
  /// ```swift
  /// return .run { send in
  ///   for await _ in clock.timer(interval: .milliseconds(10)) { await send(.timerTick) }
  /// }
  /// .cancellable(id: CancelID.timer)
  /// ```
  ///
  /// The dependencies in force here are in force in the operation too, and again for each action it sends.
  ///
  /// - Parameters:
  ///   - priority: The task's priority; `nil` takes the current one.
  ///   - name: What debuggers and profilers call the task.
  ///   - operation: The work. It starts on the store's actor, after the actions already waiting.
  ///   - handler: Receives an error the operation threw, other than `CancellationError`. An error nobody handles is
  ///     reported as an issue at the line of this call. What an effect throws that was cancelled is no error.
  public static func run(
    priority: TaskPriority? = nil, name: String? = nil,
    operation:
      nonisolated(nonsending) @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (
      nonisolated(nonsending) @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void
    )? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Self {
    Self(
      .run(
        RunEffect(name: name, priority: priority, dependencies: .current) { send in
          do {
            try await operation(send)
          } catch is CancellationError {
            return
          } catch {
            // What it was doing may call being cancelled something else.
            if Task.isCancelled { return }
            if let handler {
              await handler(error, send)
            } else {
              reportIssue(
                """
                An 'Effect.run' threw an error that nothing handled: \(error). Catch it with \
                'catch:' or inside the operation.
                """, fileID: fileID, filePath: filePath, line: line, column: column)
            }
          }
        }))
  }
}
