/// Runs `apply` and calls `onChange` once when anything that `apply` read changes: the name of
/// `withObservationTracking` where Observation was not yet available.
///
/// - Parameters:
///   - apply: Reads properties of stores, states, shared values and observable objects.
///   - onChange: Called once. For a change by a store it is called after the action, and otherwise immediately.
/// - Returns: The result of `apply`.
public func withPerceptionTracking<Result>(
  _ apply: () -> Result, onChange: @autoclosure () -> @Sendable () -> Void
) -> Result {
  withObservationTracking(apply, onChange: onChange())
}
