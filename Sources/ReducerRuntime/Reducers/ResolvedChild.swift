/// A resolved reducer that detects whether its state was replaced as a whole.
///
/// A state reports changes of its properties, but it cannot report being replaced (`state = State()`). A state that is
/// not observable reports nothing. In both cases the property that holds it has changed.
@usableFromInline
struct ObservedReducer<State, Action> {
  @usableFromInline let reduce: ResolvedReducer<State, Action>
  @usableFromInline let identity = _StateIdentity<State>.make()

  @inlinable
  init(_ reduce: @escaping ResolvedReducer<State, Action>) {
    self.reduce = reduce
  }

  /// Reduces `action`.
  ///
  /// - Parameter isReplaced: Set to `true` if observers of the property that holds the state must be notified.
  @MainActor
  @inlinable
  @inline(__always)
  func callAsFunction(
    _ state: inout State, _ action: Action, isReplaced: inout Bool
  ) -> Effect<Action> {
    guard ObservationActivity.isObserved else { return reduce(&state, action) }
    let before = identity.stamp(&state)
    let effect = reduce(&state, action)
    let now = identity.of(&state)
    // An enum case without an observable payload does not report changes of its values.
    if now != before || now.isInert { isReplaced = true }
    return effect
  }
}

/// An accessor of a state's identity, specialized for its type, so that an action needs no type lookup.
public struct _StateIdentity<State> {
  /// Renews the stamp, so that the state differs from its copies, and returns the identity.
  @usableFromInline let stamp: (inout State) -> ObservableStateID
  /// Returns the identity. The parameter is `inout` to avoid a copy.
  @usableFromInline let of: (inout State) -> ObservableStateID

  @usableFromInline
  init(
    stamp: @escaping (inout State) -> ObservableStateID,
    of: @escaping (inout State) -> ObservableStateID
  ) {
    self.stamp = stamp
    self.of = of
  }

  /// Returns the accessor for `State`. The identity of a state that is not observable is constant.
  ///
  /// Inlinable, so that the compiler finds the conformance: at run time, the first search for each type compares it with
  /// all conformances of the program.
  @inlinable
  static func make() -> Self {
    func known<Known: ObservableState>(_ type: Known.Type) -> Any { Known._$stateIdentity() }
    let identity = (State.self as? any ObservableState.Type).map { known($0) }
    return identity as? Self ?? Self(stamp: { _ in ._$inert }, of: { _ in ._$inert })
  }
}

extension ObservableState {
  @inlinable
  public static func _$stateIdentity() -> _StateIdentity<Self> {
    _StateIdentity(
      stamp: { state in
        state._$willModify()
        return state._$id
      },
      of: { $0._$id })
  }
}

/// A value that is resolved when it is first used.
///
/// An optional child can have the same type as its parent, like a folder in a folder. Eager resolution would never
/// end, but the number of present children is finite.
@usableFromInline
@MainActor
final class Deferred<Resolved> {
  @usableFromInline let resolve: @Sendable () -> Resolved
  @usableFromInline let dependencies = DependencyValues.current
  // Accesses never overlap, so dynamic exclusivity checks are disabled.
  @exclusivity(unchecked) @usableFromInline var resolved: Resolved?

  @usableFromInline
  nonisolated init(_ resolve: @escaping @Sendable () -> Resolved) {
    self.resolve = resolve
  }

  @inlinable
  @inline(__always)
  var value: Resolved { resolved ?? resolveNow() }

  @inlinable
  func resolveNow() -> Resolved {
    // At the first use the current dependencies are those of an action; the tree must be resolved with the dependencies
    // of the context in which it was built.
    withDependencies {
      $0 = dependencies
    } operation: {
      resolved = resolve()
    }
    return resolved!
  }
}

// This is a struct, because a closure inside an optional is reabstracted, and each call would allocate.
@usableFromInline
struct DeferredReducer<State, Action> {
  @usableFromInline let reduce: ResolvedReducer<State, Action>

  @usableFromInline
  init(reduce: @escaping ResolvedReducer<State, Action>) {
    self.reduce = reduce
  }
}

extension Reducer {
  /// Returns this reducer as one closure, whose tree is resolved at its first call.
  @inlinable
  func _resolveLazily() -> ResolvedReducer<State, Action> {
    let deferred = Deferred { DeferredReducer(reduce: _resolve()) }
    return { deferred.value.reduce(&$0, $1) }
  }

  /// Same as ``_resolveLazily()``, for a presented child. The closure marks the context as presented while it reduces.
  @inlinable
  func _resolvePresentedLazily() -> ResolvedReducer<State, Action> {
    let deferred = Deferred { DeferredReducer(reduce: _resolve()) }
    return { state, action in
      let outer = RuntimeContext.beginPresenting()
      defer { RuntimeContext.endPresenting(outer) }
      return deferred.value.reduce(&state, action)
    }
  }
}
