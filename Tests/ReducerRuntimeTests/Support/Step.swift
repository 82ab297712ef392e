import ReducerRuntime

/// An action with a payload and one without.
@CasePathable
enum Step: Hashable {
  case walk(Int)
  case stop
}
