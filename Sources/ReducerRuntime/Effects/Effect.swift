/// A description of work outside the reducer, which a reducer returns and the store runs.
///
/// The store starts it after reducing the action that returned it.
public struct Effect<Action> {
  // Indirect, so that an effect is one word and `none`, the most frequent one, is zero.
  @usableFromInline
  indirect enum Operation {
    case none
    case send(Action)
    case run(RunEffect<Action>)
    case merge([Effect])
    case concatenate([Effect])
    case cancel(id: CancelID)
    /// Cancels the effects of the children at `site` that were removed.
    case cancelRemoved(site: CancelID, isPresent: @MainActor @Sendable (CancelID) -> Bool)
    case cancellable(Effect, id: CancelID, cancelInFlight: Bool)
    /// An effect of the child at the component, with the effect that dismisses the child, or `none` if it is not
    /// presented.
    case child(Effect, PathComponent, of: ActiveChildren, dismiss: Effect)
  }

  @usableFromInline let operation: Operation

  @inlinable
  init(_ operation: Operation) {
    self.operation = operation
  }

  /// An effect that does nothing.
  @inlinable
  public static var none: Self { Self(.none) }

  /// Returns an effect that sends `action` once the current action, and all actions sent before it, are reduced.
  ///
  /// Use it for messages from a child to its parent (a `delegate` action). To share logic, call a method, which is
  /// cheaper.
  @inlinable
  public static func send(_ action: Action) -> Self { Self(.send(action)) }

  @inlinable
  var isNone: Bool {
    if case .none = operation { true } else { false }
  }
}

extension Effect: Sendable where Action: Sendable {}
extension Effect.Operation: Sendable where Action: Sendable {}

/// The effect of a reducer.
public typealias EffectOf<R: Reducer> = Effect<R.Action>
