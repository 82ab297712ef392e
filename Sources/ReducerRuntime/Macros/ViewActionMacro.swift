/// Adds a method `send(_:)` for view actions to a view with a `store`.
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
