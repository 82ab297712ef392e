/// A resolved reducer that can tell whether its state gave way to another as a whole.
///
/// A state announces what is done to its properties. What it cannot announce is being replaced (`state = State()`), nor,
/// where it is not observable, anything at all: then it is the place where it lies that has changed.
struct ObservedReducer<State, Action> {
  private let reduce: ResolvedReducer<State, Action>
  /// Stamps the state, and returns its identity; `nil` where it is not observable.
  private let stamp: ((inout State) -> ObservableStateID)?
  private let identify: ((inout State) -> ObservableStateID)?

  init(_ reduce: @escaping ResolvedReducer<State, Action>) {
    self.reduce = reduce
    func open<Known: ObservableState>(
      _ type: Known.Type
    ) -> (stamp: (inout Known) -> ObservableStateID, identify: (inout Known) -> ObservableStateID) {
      (
        { state in
          state._$willModify()
          return state._$id
        },
        { $0._$id }
      )
    }
    guard let type = State.self as? any ObservableState.Type else {
      (stamp, identify) = (nil, nil)
      return
    }
    func functions(_ type: (some ObservableState).Type) -> (Any, Any) {
      let functions = open(type)
      return (functions.stamp, functions.identify)
    }
    let (stamp, identify) = functions(type)
    self.stamp = stamp as? (inout State) -> ObservableStateID
    self.identify = identify as? (inout State) -> ObservableStateID
  }

  /// - Parameter isReplaced: Becomes `true` when observers of the place must be told.
  @MainActor
  @inline(__always)
  func callAsFunction(
    _ state: inout State, _ action: Action, isReplaced: inout Bool
  ) -> Effect<Action> {
    ObservationActivity.isObserved
      ? observed(&state, action, isReplaced: &isReplaced) : reduce(&state, action)
  }

  @MainActor
  private func observed(
    _ state: inout State, _ action: Action, isReplaced: inout Bool
  ) -> Effect<Action> {
    guard let stamp, let identify else {
      isReplaced = true
      return reduce(&state, action)
    }
    let before = stamp(&state)
    let effect = reduce(&state, action)
    let now = identify(&state)
    // An enum's case with a plain value, or none, says nothing when that value changes.
    if now != before || now.isInert { isReplaced = true }
    return effect
  }
}
