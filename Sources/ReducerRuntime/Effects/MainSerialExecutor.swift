/// Runs `operation`, and returns when every effect of the test stores it made has come to rest.
///
/// ```swift
/// await withMainSerialExecutor {
///   await store.send(.onAppear)
///   …
/// }
/// ```
///
/// A test store's effects always run one after the other, in the order in which they were begun: this is only for tests
/// that say so. It does not change where tasks run that no store started.
@MainActor
public func withMainSerialExecutor(operation: @MainActor () async throws -> Void) async rethrows {
  try await operation()
  await EffectQueue.settle()
}

/// As above, for an operation that waits for nothing, on whatever thread.
///
/// ```swift
/// override func invokeTest() { withMainSerialExecutor { super.invokeTest() } }
/// ```
public func withMainSerialExecutor(operation: () throws -> Void) rethrows {
  try operation()
}
