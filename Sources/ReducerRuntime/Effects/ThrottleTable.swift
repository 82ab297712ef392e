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
  private var waiting: Action?

  /// Offers an action.
  ///
  /// - Returns: The time at which `action` may be sent, or `nil` for now. Until then it waits, unless an earlier
  ///   action already waits and takes precedence.
  func offer(
    _ action: Action, at now: C.Instant, interval: C.Duration, latest: Bool
  ) -> C.Instant? {
    if let lastOpening {
      let opens = lastOpening.advanced(by: interval)
      if now < opens {
        if latest || waiting == nil { waiting = action }
        return opens
      }
    }
    lastOpening = now
    waiting = nil
    return nil
  }

  /// Removes and returns the waiting action, if its time has come.
  func removeWaiting(at now: C.Instant) -> Action? {
    guard let action = waiting else { return nil }
    lastOpening = now
    waiting = nil
    return action
  }
}
