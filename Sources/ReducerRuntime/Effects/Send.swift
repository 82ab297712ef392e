/// A function that an effect calls to send actions to the store: `await send(.timerTick)`.
///
/// It returns when the action, and every action that follows from it synchronously, has been reduced. A cancelled
/// effect sends nothing.
@MainActor
public struct Send<Action>: Sendable {
  private let send: @MainActor @Sendable (Action) -> Void
  private let prepare: @MainActor @Sendable (Action) -> @MainActor @Sendable () -> Void

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
