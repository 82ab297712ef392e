import Glibc

/// Runs `body`, which may block, on a separate thread.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let code = pthread_create(
    &thread, nil,
    { context in
      // Never `nil`: this is the pointer passed below.
      if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
      return nil
    }, Unmanaged.passRetained(Box(body)).toOpaque())
  guard code == 0 else { fatalError("no thread for a test: error \(code)") }
  pthread_detach(thread)
}

/// Runs `body` on a separate thread. Tasks share at most as many threads as the machine has processors, so tasks that
/// block until another one runs could wait forever.
package func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation { continuation in
    startThread { continuation.resume(with: Result(catching: body)) }
  }
}
