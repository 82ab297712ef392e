/// Runs `operation`, and returns when all effects of the test stores that it created are idle.
///
/// ```swift
/// await withMainSerialExecutor {
///   await store.send(.onAppear)
///   …
/// }
/// ```
///
/// The effects of a test store always run serially, in the order in which they were started, so this exists only for
/// tests that request it explicitly. It does not affect tasks outside stores.
@MainActor
public func withMainSerialExecutor(operation: @MainActor () async throws -> Void) async rethrows {
  try await operation()
  await EffectQueue.settle()
}

/// Same as above, for a synchronous operation on any thread.
///
/// ```swift
/// override func invokeTest() { withMainSerialExecutor { super.invokeTest() } }
/// ```
public func withMainSerialExecutor(operation: () throws -> Void) rethrows {
  try operation()
}
