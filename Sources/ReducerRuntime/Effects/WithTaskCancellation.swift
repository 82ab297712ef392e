/// Runs a part of an effect that can be cancelled by `id` without cancelling the rest of the effect.
///
/// ```swift
/// return .run { send in
///   await withTaskCancellation(id: CancelID.countdown, cancelInFlight: true) {
///     for await _ in clock.timer(interval: .seconds(1)) { await send(.countdownTick) }
///   }
///   await send(.countdownEnded)
/// }
/// ```
///
/// The operation is registered under `id` like an effect with ``Effect/cancellable(id:cancelInFlight:)``: in the
/// store and child of the surrounding effect, and only there. Outside effects, all tasks share one set of
/// identifiers.
///
/// - Parameters:
///   - id: Identifies the operation.
///   - cancelInFlight: Whether operations that already run under `id` are cancelled first.
///   - operation: The work. Cancelling it does not cancel the surrounding task, but cancelling the task cancels it.
/// - Returns: The result of the operation.
/// - Throws: The error of the operation, including `CancellationError`.
public nonisolated(nonsending) func withTaskCancellation<Value: Sendable, Failure: Error>(
  id: some Hashable & Sendable, cancelInFlight: Bool = false,
  operation:
    nonisolated(nonsending) @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  let running = await EffectSite.currentOrShared.start(
    operation, as: CancelID(id), cancelInFlight: cancelInFlight)
  // Awaited here and not on the main actor, so that the executor of the effects runs this as well.
  await withTaskCancellationHandler {
    await running.task.value
  } onCancel: {
    running.task.cancel()
  }
  return try await running.end()
}

extension EffectSite {
  @MainActor
  fileprivate func start<Value: Sendable, Failure: Error>(
    _ operation: nonisolated(nonsending) @escaping @Sendable () async throws(Failure) -> Value,
    as id: CancelID, cancelInFlight: Bool
  ) -> RunningOperation<Value, Failure> {
    let cancellations = host.cancellations
    if cancelInFlight { cancellations.cancel(id: id, path: path) }
    let outcome = Outcome<Value, Failure>()
    let task: Task<Void, Never>
    if let executor = host.executor {
      task = Task(executorPreference: executor) {
        let result = await result(of: operation)
        await outcome.set(result)
      }
    } else {
      task = Task { @MainActor in outcome.set(await result(of: operation)) }
    }
    let entry = cancellations.register(id: id, path: path)
    entry.insert(task)
    return RunningOperation(task: task, outcome: outcome) {
      cancellations.unregister(entry)
    }
  }
}

private nonisolated(nonsending) func result<Value, Failure: Error>(
  of operation: nonisolated(nonsending) @Sendable () async throws(Failure) -> Value
) async -> Result<Value, Failure> {
  do throws(Failure) {
    return .success(try await operation())
  } catch {
    return .failure(error)
  }
}

/// The result of an operation; set once, by the operation's task.
@MainActor
private final class Outcome<Value: Sendable, Failure: Error> {
  private(set) var result: Result<Value, Failure>?
  nonisolated init() {}
  func set(_ result: Result<Value, Failure>) { self.result = result }
}

private struct RunningOperation<Value: Sendable, Failure: Error>: Sendable {
  let task: Task<Void, Never>
  let outcome: Outcome<Value, Failure>
  let unregister: @MainActor () -> Void

  /// Returns the result of the operation after its task has ended.
  @MainActor
  func end() throws(Failure) -> Value {
    unregister()
    guard let result = outcome.result else {
      preconditionFailure("An operation has an outcome when its task has ended")
    }
    return try result.get()
  }
}
