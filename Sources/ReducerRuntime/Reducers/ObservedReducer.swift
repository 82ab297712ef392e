/// A resolved reducer that can tell whether its state gave way to another as a whole.
///
/// A state announces what is done to its properties. What it cannot announce is being replaced (`state = State()`), nor,
/// where it is not observable, anything at all: then it is the place where it lies that has changed.
@usableFromInline
struct ObservedReducer<State, Action> {
  @usableFromInline let reduce: ResolvedReducer<State, Action>
  @usableFromInline let identity = StateIdentity<State>.make()

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

/// The way to the identity of a state: that of one which has none.
@usableFromInline
class StateIdentity<State> {
  @usableFromInline init() {}

  /// What leads to the identity of a `State`, looked up once.
  @usableFromInline
  static func make() -> StateIdentity {
    func known<Known: ObservableState>(_ type: Known.Type) -> AnyObject {
      KnownStateIdentity<Known>()
    }
    let identity = (State.self as? any ObservableState.Type).map { known($0) }
    return identity as? StateIdentity ?? StateIdentity()
  }

  /// Has the state differ from its copies, and returns its identity.
  @usableFromInline
  func stamp(_ state: inout State) -> ObservableStateID { ._$inert }

  /// - Parameter state: Only looked at; `inout` so that it is not copied.
  @usableFromInline
  func of(_ state: inout State) -> ObservableStateID { ._$inert }
}

private final class KnownStateIdentity<State: ObservableState>: StateIdentity<State> {
  override func stamp(_ state: inout State) -> ObservableStateID {
    state._$willModify()
    return state._$id
  }

  override func of(_ state: inout State) -> ObservableStateID { state._$id }
}
