/// The progress of effects that run one after the other.
@MainActor
final class EffectSequence<Action> {
  private var remaining: ArraySlice<Effect<Action>>
  /// Whether an effect is being started.
  private var isStarting = false
  /// Whether the last effect that was started has not completed.
  private var isRunning = false

  init(_ effects: [Effect<Action>]) {
    remaining = effects[...]
  }

  /// Returns the next effect to start, if any.
  func begin() -> Effect<Action>? {
    isStarting = true
    isRunning = true
    return remaining.popFirst()
  }

  /// Records that the effect has been started.
  ///
  /// - Returns: Whether it has completed already, so that the next one can begin.
  func didStart() -> Bool {
    isStarting = false
    return !isRunning
  }

  /// Records that the effect has completed.
  ///
  /// - Returns: Whether the next one has to begin now; `false` while the effect is still being started.
  func end() -> Bool {
    isRunning = false
    return !isStarting
  }
}
