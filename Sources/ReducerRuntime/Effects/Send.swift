/// Feeds an effect's actions back into the store: `await send(.timerTick)`.
///
/// It returns when the action, and every action that follows from it at once, has been reduced. Once the effect is
/// cancelled it sends nothing more.
@MainActor
public struct Send<Action>: Sendable {
  private let send: @MainActor @Sendable (Action) -> Void

  public nonisolated init(send: @escaping @MainActor @Sendable (Action) -> Void) {
    self.send = send
  }

  /// Sends `action` to the store, unless the effect is cancelled.
  public func callAsFunction(_ action: Action) {
    guard !Task.isCancelled else { return }
    send(action)
  }

  nonisolated func pullback<Child>(_ embed: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child> { [send] in send(embed($0)) }
  }
}
