/// Gives a view with a `store` a method `send(_:)` for its own actions.
///
/// ```swift
/// @ViewAction(for: WorkoutTimer.self)
/// struct WorkoutTimerView {
///   let store: StoreOf<WorkoutTimer>
///   func keyPressed() { send(.startButtonTapped) }
/// }
/// ```
@attached(extension, conformances: ViewActionSending)
public macro ViewAction<R: Reducer>(for: R.Type) =
  #externalMacro(module: "ReducerMacros", type: "ViewActionMacro") where R.Action: ViewAction
