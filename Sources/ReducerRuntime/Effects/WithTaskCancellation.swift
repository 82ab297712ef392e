/// Runs an operation inside an effect so that it can be cancelled by `id` while the rest of the effect goes on.
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
/// It runs under `id` as an effect does that is ``Effect/cancellable(id:cancelInFlight:)``: in the store and child of the
/// surrounding effect, and only for them. Outside effects there is one set of identifiers for all.
///
/// - Parameters:
///   - id: Identifies the operation.
///   - cancelInFlight: Whether what already runs under `id` is cancelled first.
///   - operation: The work. Cancelling it does not cancel the surrounding task, but cancelling that cancels it.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws, a `CancellationError` among it.
public nonisolated(nonsending) func withTaskCancellation<Value: Sendable, Failure: Error>(
  id: some Hashable & Sendable, cancelInFlight: Bool = false,
  operation:
    nonisolated(nonsending) @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
  let running = await EffectSite.here.start(
    operation, as: CancelID(id), cancelInFlight: cancelInFlight)
  // Waits here, not on the main actor, so that whoever runs effects runs this as well.
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

/// What an operation came to; set once, by the operation's task.
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

  /// What the operation came to, once the task has ended.
  @MainActor
  func end() throws(Failure) -> Value {
    unregister()
    guard let result = outcome.result else {
      preconditionFailure("An operation has an outcome when its task has ended")
    }
    return try result.get()
  }
}
