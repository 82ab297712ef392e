/// An asynchronous operation with everything it needs to be started later.
///
/// It is a class, because it is passed on several times before it runs.
@usableFromInline
final class RunEffect<Action>: Sendable {
  /// The name of the task in debuggers and profilers.
  let name: String?
  let priority: TaskPriority?
  /// The dependencies of the context in which the effect was created.
  let dependencies: DependencyValues
  /// Runs on the actor that starts it, so that sending an action needs no hop between threads.
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

  /// Returns an effect whose actions are transformed by `transform`.
  func map<Mapped>(_ transform: @escaping @Sendable (Action) -> Mapped) -> RunEffect<Mapped> {
    RunEffect<Mapped>(name: name, priority: priority, dependencies: dependencies) { [operation] in
      await operation($0.pullback(transform))
    }
  }
}

extension Effect {
  /// Returns an effect that runs an asynchronous operation, which may send any number of actions.
  ///
  /// ```swift
  /// return .run { send in
  ///   for await _ in clock.timer(interval: .milliseconds(10)) { await send(.timerTick) }
  /// }
  /// .cancellable(id: CancelID.timer)
  /// ```
  ///
  /// The current dependencies apply to the operation, and to the reduction of each action it sends.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; `nil` for the current one.
  ///   - name: The name of the task in debuggers and profilers.
  ///   - operation: The work. It starts on the store's actor, after the actions that are already queued.
  ///   - handler: Handles an error thrown by the operation, other than `CancellationError`. Without a handler, an
  ///     error is reported as an issue at the line of this call. Errors thrown after a cancellation are ignored.
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
            // A cancelled operation may throw an error of its own instead of `CancellationError`.
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

/// A function that an effect calls to send actions to the store: `await send(.timerTick)`.
///
/// It returns when the action, and every action that follows from it synchronously, has been reduced. A cancelled
/// effect sends nothing.
@MainActor
public struct Send<Action>: Sendable {
  private let send: @MainActor @Sendable (Action) -> Void
  private let prepare: @MainActor @Sendable (Action) -> @MainActor @Sendable () -> Void

  /// Creates a function that forwards its actions to `send`.
  public nonisolated init(send: @escaping @MainActor @Sendable (Action) -> Void) {
    self.send = send
    prepare = { action in { send(action) } }
  }

  nonisolated init(
    send: @escaping @MainActor @Sendable (Action) -> Void,
    prepare: @escaping @MainActor @Sendable (Action) -> @MainActor @Sendable () -> Void
  ) {
    self.send = send
    self.prepare = prepare
  }

  /// Sends `action` to the store, unless the effect is cancelled.
  public func callAsFunction(_ action: Action) {
    guard !Task.isCancelled else { return }
    send(action)
  }

  /// Returns a closure that sends `action` at each call, unless the effect is cancelled. Use it for actions that are
  /// sent often.
  ///
  /// ```swift
  /// let tick = await send.prepared(.timerTick)
  /// await clock.tick(every: .milliseconds(10), tick)
  /// ```
  ///
  /// The closure builds the parents' actions once. ``callAsFunction(_:)`` builds them for each call and allocates for
  /// each presented child on the way.
  public func prepared(_ action: Action) -> @MainActor @Sendable () -> Void {
    let sendPrepared = prepare(action)
    return {
      guard !Task.isCancelled else { return }
      sendPrepared()
    }
  }

  nonisolated func pullback<Child>(_ embed: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child>(
      send: { [send] in send(embed($0)) }, prepare: { [prepare] in prepare(embed($0)) })
  }
}
