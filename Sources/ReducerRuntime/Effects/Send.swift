/// Feeds an effect's actions back into the store: `await send(.timerTick)`.
///
/// It returns when the action, and every action that follows from it at once, has been reduced. Once the effect is
/// cancelled it sends nothing more.
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

  /// What sends `action` each time it is called, unless the effect is cancelled: for one that is sent often.
  ///
  /// ```swift
  /// let tick = await send.prepared(.timerTick)
  /// await clock.tick(every: .milliseconds(10), tick)
  /// ```
  ///
  /// The parents' actions around it are made once, where ``callAsFunction(_:)`` makes them anew each time, which allocates
  /// for each presented child on the way.
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
