/// A resolved reducer that can tell whether its state gave way to another as a whole.
///
/// A state announces what is done to its properties. What it cannot announce is being replaced (`state = State()`), nor,
/// where it is not observable, anything at all: then it is the place where it lies that has changed.
@usableFromInline
struct ObservedReducer<State, Action> {
  @usableFromInline let reduce: ResolvedReducer<State, Action>
  @usableFromInline let identity = _StateIdentity<State>.make()

  @inlinable
  init(_ reduce: @escaping ResolvedReducer<State, Action>) {
    self.reduce = reduce
  }

  /// - Parameter isReplaced: Becomes `true` when observers of the place must be told.
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
    // An enum's case with a plain value, or none, says nothing when that value changes.
    if now != before || now.isInert { isReplaced = true }
    return effect
  }
}

/// The way to the identity of a state, written out for its type: nothing is looked up when an action comes.
public struct _StateIdentity<State> {
  /// Has the state differ from its copies, and returns its identity.
  @usableFromInline let stamp: (inout State) -> ObservableStateID
  /// `inout` so that the state, which is only looked at, is not copied.
  @usableFromInline let of: (inout State) -> ObservableStateID

  @usableFromInline
  init(
    stamp: @escaping (inout State) -> ObservableStateID,
    of: @escaping (inout State) -> ObservableStateID
  ) {
    self.stamp = stamp
    self.of = of
  }

  /// That of a `State`, which has none where it is not observable.
  @usableFromInline
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
