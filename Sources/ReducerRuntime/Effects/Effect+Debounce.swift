extension Effect {
  /// Carries out this effect when `duration` has passed in which no other was debounced under `id`.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   return .run { send in await send(.found(try await search(query))) }
  ///     .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
  /// ```
  ///
  /// The effect can be cancelled by `id` from the moment it is returned, while it waits and while it runs.
  ///
  /// - Parameters:
  ///   - id: Identifies the effect.
  ///   - duration: How long to wait.
  ///   - clock: What to wait by.
  public func debounce(
    id: some Hashable & Sendable, for duration: Duration, clock: any Clock<Duration>
  ) -> Self {
    if isNone { return .none }
    let wait = Effect.run { _ in try await clock.sleep(for: duration) }
    return wait.concatenate(with: self).cancellable(id: id, cancelInFlight: true)
  }
}
