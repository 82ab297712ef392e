import Glibc

/// What the runtime is doing on this thread right now: reducing, observing, and with which dependencies.
///
/// A task local would say the same, but to push one costs an allocation, and a store sends a hundred times a second. So
/// there is one such object, the main actor's, and each thread knows whether it is inside it: only the thread that
/// entered sees it, whatever other threads do with copies of the same state.
final class RuntimeContext {
  /// Collects what is read while somebody observes.
  var tracking: ObservationScope?
  /// Whether a store is reducing, so that writes are announced.
  var announcesWrites = false
  /// The dependencies in force while a store reduces; `nil` where the task's own are.
  var dependencies: DependencyValues?

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "Out of thread-specific keys")
    return key
  }()

  @MainActor private static let main = RuntimeContext()

  /// The context this thread is inside, if any.
  static var current: RuntimeContext? {
    guard let pointer = pthread_getspecific(key) else { return nil }
    return Unmanaged<RuntimeContext>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Runs `operation` inside the main actor's context.
  @MainActor
  static func enter<Result>(_ operation: (RuntimeContext) -> Result) -> Result {
    let outer = pthread_getspecific(key)
    let context = main
    pthread_setspecific(key, Unmanaged.passUnretained(context).toOpaque())
    defer { pthread_setspecific(key, outer) }
    return operation(context)
  }

  /// Runs `operation` on this thread as if outside the context.
  static func leave<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let context = pthread_getspecific(key) else { return try operation() }
    pthread_setspecific(key, nil)
    defer { pthread_setspecific(key, context) }
    return try operation()
  }
}
