extension Effect {
  /// Returns this effect, delayed until `duration` has passed without another effect debounced under `id`.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   return .run { send in await send(.found(try await search(query))) }
  ///     .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
  /// ```
  ///
  /// The effect can be cancelled by `id` as soon as it is returned, both while it waits and while it runs.
  ///
  /// - Parameters:
  ///   - id: Identifies the effect.
  ///   - duration: The time to wait.
  ///   - clock: The clock to wait by.
  public func debounce(
    id: some Hashable & Sendable, for duration: Duration, clock: any Clock<Duration>
  ) -> Self {
    if isNone { return .none }
    let wait = Effect.run { _ in try await clock.sleep(for: duration) }
    return wait.concatenate(with: self).cancellable(id: id, cancelInFlight: true)
  }
}
