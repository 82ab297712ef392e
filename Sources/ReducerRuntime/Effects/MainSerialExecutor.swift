import Glibc
import Synchronization

/// Runs `operation` with all tasks on the main actor's thread, one after the other, and returns when all effects of the
/// test stores that it created are idle.
///
/// ```swift
/// await withMainSerialExecutor {
///   await withTaskGroup { group in … }
/// }
/// ```
///
/// For tests of code that starts tasks of its own. The effects of a test store always run serially, in the order in
/// which they were started. Tasks of other code that runs at the same time are moved to the main actor's thread too.
@MainActor
public func withMainSerialExecutor(operation: @MainActor () async throws -> Void) async rethrows {
  MainSerialExecutor.addScopes(1)
  defer { MainSerialExecutor.addScopes(-1) }
  try await operation()
  await EffectQueue.settle()
}

/// Runs a synchronous operation on any thread, with the tasks that it starts running serially on the main thread.
///
/// ```swift
/// override func invokeTest() { withMainSerialExecutor { super.invokeTest() } }
/// ```
public func withMainSerialExecutor(operation: () throws -> Void) rethrows {
  MainSerialExecutor.addScopes(1)
  defer { MainSerialExecutor.addScopes(-1) }
  try operation()
}

/// Whether all tasks of the process run on the main actor's thread. For tests; prefer ``withMainSerialExecutor(operation:)``.
public var uncheckedUseMainSerialExecutor: Bool {
  get { MainSerialExecutor.isInstalled }
  set { MainSerialExecutor.request(newValue) }
}

/// The function that the Swift runtime calls, if it is set, for each job of the global executor.
private enum MainSerialExecutor {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  /// Reasons to install the hook: running scopes, and whether it was requested without one.
  private struct Requests {
    var scopes = 0
    var isUnscoped = false
  }

  private static let requests = Mutex(Requests())

  // Safe: a pointer-sized variable of the Swift runtime at a constant address, `nil` where the runtime is linked
  // statically. It is written inside the lock of the requests. A thread that reads it meanwhile gets the old or the new
  // value, and both are valid.
  private nonisolated(unsafe) static let hook = dlsym(
    dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook")?
    .assumingMemoryBound(to: Hook?.self)

  static var isInstalled: Bool { hook?.pointee != nil }

  static func addScopes(_ count: Int) { update { $0.scopes += count } }

  static func request(_ isRequested: Bool) { update { $0.isUnscoped = isRequested } }

  private static func update(_ change: (inout Requests) -> Void) {
    requests.withLock { requests in
      change(&requests)
      let isNeeded = requests.scopes > 0 || requests.isUnscoped
      hook?.pointee = isNeeded ? { job, _ in MainActor.shared.enqueue(job) } : nil
    }
  }
}
