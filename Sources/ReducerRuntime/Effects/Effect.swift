/// Work for the outside world, which a reducer returns and the store carries out.
///
/// An effect is a description: nothing happens until the store has finished reducing the action it came from.
public struct Effect<Action> {
  // All of it indirect, so that an effect is one word and `none`, the most frequent one, is zero.
  @usableFromInline
  indirect enum Operation {
    case none
    case send(Action)
    case run(RunEffect<Action>)
    case merge([Effect])
    case concatenate([Effect])
    case cancel(id: CancelID)
    case cancelChild(PathComponent)
    /// Cancels the effects of those rows of the list at `site` that are not there any more.
    case cancelRemoved(site: CancelID, isPresent: @MainActor @Sendable (CancelID) -> Bool)
    case cancellable(Effect, id: CancelID, cancelInFlight: Bool)
    /// An effect of the child that the component names, and what dismisses the child where it is presented, `none` where it is not.
    case child(Effect, PathComponent, dismiss: Effect)
  }

  @usableFromInline let operation: Operation

  @inlinable
  init(_ operation: Operation) {
    self.operation = operation
  }

  /// Nothing to do.
  @inlinable
  public static var none: Self { Self(.none) }

  /// Sends `action` to the store once the action being reduced, and all that were sent before it, are done.
  ///
  /// Meant for a child to tell its parent (a `delegate` action), not for sharing logic: a method does that for nothing.
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
