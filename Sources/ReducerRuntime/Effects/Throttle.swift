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

extension Effect {
  /// Returns this effect, limited to one action in each `interval` together with all other effects throttled under
  /// `id`.
  ///
  /// The first action is sent immediately. Of the later actions within the interval, one is sent at the interval's end.
  ///
  /// ```swift
  /// case .scrolled(let row):
  ///   return .send(.rowShown(row))
  ///     .throttle(id: CancelID.scroll, for: .seconds(1), clock: clock, latest: true)
  /// ```
  ///
  /// The effect can be cancelled by `id`.
  ///
  /// - Parameters:
  ///   - id: Identifies the effect.
  ///   - interval: The minimum time between two actions.
  ///   - clock: The clock to measure and wait by.
  ///   - latest: Whether the action sent at the end is the last of the later actions, instead of the first of them.
  public func throttle(
    id: some Hashable & Sendable, for interval: Duration, clock: any Clock<Duration>, latest: Bool
  ) -> Self {
    if isNone { return .none }
    func throttled(by clock: some Clock<Duration>) -> Self {
      self.throttled(
        by: Throttle(
          id: CancelID(id), interval: interval, clock: clock, latest: latest,
          dependencies: .current))
    }
    return throttled(by: clock).cancellable(id: id, cancelInFlight: true)
  }

  fileprivate func throttled<C: Clock>(by throttle: Throttle<Action, C>) -> Self {
    switch operation {
    case .none, .cancel, .cancelRemoved:
      return self
    case .send(let action):
      // It is passed from the reducer to the store that runs the effect. Both are on the main actor, and nothing else
      // refers to it.
      nonisolated(unsafe) let action = action
      return Effect.throttled(
        by: throttle, name: nil, priority: nil, dependencies: throttle.dependencies
      ) { send in
        await send(action)
      }
    case .run(let run):
      return Effect.throttled(
        by: throttle, name: run.name, priority: run.priority, dependencies: run.dependencies,
        run.operation)
    case .merge(let effects):
      return Self(.merge(effects.map { $0.throttled(by: throttle) }))
    case .concatenate(let effects):
      return Self(.concatenate(effects.map { $0.throttled(by: throttle) }))
    case .cancellable(let effect, let id, let cancelInFlight):
      return Self(
        .cancellable(effect.throttled(by: throttle), id: id, cancelInFlight: cancelInFlight))
    case .child(let effect, let component, let children, let dismiss):
      return Self(
        .child(
          ThrottledEffect(base: effect, throttle: throttle), component, of: children,
          dismiss: dismiss))
    }
  }

  private static func throttled<C: Clock>(
    by throttle: Throttle<Action, C>, name: String?, priority: TaskPriority?,
    dependencies: DependencyValues,
    _ operation: nonisolated(nonsending) @escaping @Sendable (Send<Action>) async -> Void
  ) -> Self {
    Self(
      .run(
        RunEffect(name: name, priority: priority, dependencies: dependencies) {
          await throttle.run(operation, send: $0)
        }))
  }
}

/// A throttle of an effect's actions, which shares its gate with other effects under the same identifier.
private struct Throttle<Action, C: Clock>: Sendable {
  let id: CancelID
  let interval: C.Duration
  let clock: C
  let latest: Bool
  /// The dependencies of the context in which the effect was throttled.
  let dependencies: DependencyValues

  nonisolated(nonsending) func run(
    _ operation: nonisolated(nonsending) @Sendable (Send<Action>) async -> Void,
    send: Send<Action>
  ) async {
    guard let site = EffectSite.current else {
      preconditionFailure("A throttled operation is run by a store")
    }
    let gate = await site.throttleGate(id, for: self)
    let (openings, continuation) = AsyncStream.makeStream(of: C.Instant.self)
    let throttled = Send<Action> { action in
      if let opens = gate.offer(action, at: clock.now, interval: interval, latest: latest) {
        continuation.yield(opens)
      } else {
        send(action)
      }
    }
    // This runs concurrently with the operation, which may run longer than the interval.
    async let waited: Void = sendWaiting(behind: gate, at: openings, send: send)
    await operation(throttled)
    continuation.finish()
    await waited
  }

  private func sendWaiting(
    behind gate: ThrottleGate<Action, C>, at openings: AsyncStream<C.Instant>, send: Send<Action>
  ) async {
    for await opens in openings {
      guard (try? await clock.sleep(until: opens, tolerance: nil)) != nil else { return }
      await gate.sendWaiting(at: clock.now, send)
    }
  }
}

/// A child's effect that is throttled.
private struct ThrottledEffect<Action, C: Clock>: DeferredEffect {
  let base: any DeferredEffect<Action>
  let throttle: Throttle<Action, C>

  func resolve<Mapped>(_ transform: @escaping @Sendable (Action) -> Mapped) -> Effect<Mapped> {
    base.resolve { $0 }.throttled(by: throttle).map(transform)
  }
}

extension ThrottleGate {
  fileprivate func sendWaiting(at now: C.Instant, _ send: Send<Action>) {
    if !Task.isCancelled, let action = removeWaiting(at: now) { send(action) }
  }
}

extension EffectSite {
  @MainActor
  fileprivate func throttleGate<Action, C: Clock>(
    _ id: CancelID, for throttle: Throttle<Action, C>
  ) -> ThrottleGate<Action, C> {
    host.throttles.gate(id, path: feature.path, action: Action.self, clock: C.self)
  }
}

/// The throttle gates of one store.
@MainActor
final class ThrottleTable {
  struct Key: Hashable {
    var id: CancelID
    var path: [PathComponent]
    var action: ObjectIdentifier
    var clock: ObjectIdentifier
  }

  private var gates: [Key: AnyObject] = [:]

  nonisolated init() {}

  func gate<Action, C: Clock>(
    _ id: CancelID, path: [PathComponent], action: Action.Type, clock: C.Type
  ) -> ThrottleGate<Action, C> {
    let key = Key(
      id: id, path: path, action: ObjectIdentifier(action), clock: ObjectIdentifier(clock))
    if let gate = gates[key] as? ThrottleGate<Action, C> { return gate }
    let gate = ThrottleGate<Action, C>()
    gates[key] = gate
    return gate
  }
}

/// A gate that lets one action through in each interval.
@MainActor
final class ThrottleGate<Action, C: Clock> {
  private var lastOpening: C.Instant?
  private var waiting: (action: Action, opens: C.Instant)?

  /// Offers an action.
  ///
  /// - Returns: The time at which `action` may be sent, or `nil` if that is now. Until then it waits, unless an earlier
  ///   action already waits and takes precedence.
  func offer(
    _ action: Action, at now: C.Instant, interval: C.Duration, latest: Bool
  ) -> C.Instant? {
    if let lastOpening {
      let opens = lastOpening.advanced(by: interval)
      if now < opens {
        if latest || waiting == nil { waiting = (action, opens) }
        return opens
      }
    }
    lastOpening = now
    waiting = nil
    return nil
  }

  /// Removes and returns the waiting action, if there is one.
  ///
  /// Another effect may have waited for an action that a newer one replaced, so that it asks too early.
  func removeWaiting(at now: C.Instant) -> Action? {
    guard let waiting, waiting.opens <= now else { return nil }
    lastOpening = now
    self.waiting = nil
    return waiting.action
  }
}
