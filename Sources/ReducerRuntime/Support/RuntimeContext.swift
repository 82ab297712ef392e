import Glibc
import Synchronization

/// The state of the runtime on this thread: whether it reduces or observes, and with which dependencies.
///
/// A task local would have the same semantics, but setting one allocates, and a store sends a hundred times a second.
/// So there is one object for the main actor, which stores the thread that has entered it: other threads cannot access
/// it, even if they use copies of the same state.
///
/// The functions that enter the context keep the objects of its pointers alive.
@usableFromInline
final class RuntimeContext {
  // Accesses never overlap, so dynamic exclusivity checks are disabled.

  /// The scope that collects reads, if there is one.
  @exclusivity(unchecked) var tracking: Unmanaged<ObservationScope>?
  /// Whether a store is reducing, so that writes are reported.
  @exclusivity(unchecked) var shouldReportWrites = false
  /// Whether the running reducer belongs to a presented child or one of its children.
  @exclusivity(unchecked) private(set) var isPresented = false
  /// The dependencies of the reducing store; `nil` if those of the task apply.
  @exclusivity(unchecked) var dependencies: Unmanaged<DependencyValues.Storage>?

  // Safe: `current` returns it only to the thread that has entered it.
  private nonisolated(unsafe) static let main = RuntimeContext()
  /// The thread inside the context. Other threads may read a stale value, but never their own identifier.
  private static let thread = Atomic<UInt>(0)

  /// The context of this thread, if it is inside one.
  @inline(__always)
  static var current: RuntimeContext? {
    thread.load(ordering: .relaxed) == pthread_self() ? main : nil
  }

  /// Runs `operation` inside the main actor's context.
  @MainActor
  @inline(__always)
  private static func enter<Result>(_ operation: (RuntimeContext) -> Result) -> Result {
    let outer = thread.load(ordering: .relaxed)
    thread.store(pthread_self(), ordering: .relaxed)
    defer { thread.store(outer, ordering: .relaxed) }
    return operation(main)
  }

  /// Runs `operation` with `scope` as the observer, or without one if it is `nil`.
  @MainActor
  static func tracking<Result>(_ scope: ObservationScope?, _ operation: () -> Result) -> Result {
    enter { context in
      let outer = context.tracking
      context.tracking = scope.map(Unmanaged.passUnretained)
      defer {
        context.tracking = outer
        withExtendedLifetime(scope) {}
      }
      return operation()
    }
  }

  /// Runs the synchronous `operation` with `dependencies`.
  static func with<Result>(
    _ dependencies: DependencyValues, _ operation: () throws -> Result
  ) rethrows -> Result {
    guard let context = current else { return try operation() }
    let outer = context.dependencies
    context.dependencies = Unmanaged.passUnretained(dependencies.storage)
    defer {
      context.dependencies = outer
      withExtendedLifetime(dependencies) {}
    }
    return try operation()
  }

  // MARK: - Reducing
  //
  // Two functions instead of one with a closure, so that the code between them is compiled together with the reducer in
  // its module.

  /// The state of the context before a store began to reduce.
  @usableFromInline
  struct SavedContext {
    fileprivate var thread: UInt
    fileprivate var tracking: Unmanaged<ObservationScope>?
    fileprivate var shouldReportWrites: Bool
    fileprivate var dependencies: Unmanaged<DependencyValues.Storage>?
  }

  /// Begins a reduction with `dependencies`, which the caller keeps alive until ``endReducing(_:)``.
  @MainActor
  @usableFromInline
  static func beginReducing(with dependencies: DependencyValues) -> SavedContext {
    let context = main
    let outer = SavedContext(
      thread: thread.load(ordering: .relaxed), tracking: context.tracking,
      shouldReportWrites: context.shouldReportWrites, dependencies: context.dependencies)
    thread.store(pthread_self(), ordering: .relaxed)
    context.tracking = nil
    context.shouldReportWrites = true
    context.dependencies = Unmanaged.passUnretained(dependencies.storage)
    return outer
  }

  /// Ends a reduction and restores the earlier state.
  @MainActor
  @usableFromInline
  static func endReducing(_ outer: SavedContext) {
    let context = main
    context.tracking = outer.tracking
    context.shouldReportWrites = outer.shouldReportWrites
    context.dependencies = outer.dependencies
    thread.store(outer.thread, ordering: .relaxed)
  }

  /// Begins the reducer of a presented child.
  ///
  /// - Returns: Whether it is nested in another such reducer, for ``endPresenting(_:)``; `nil` if no store is reducing.
  @MainActor
  @usableFromInline
  static func beginPresenting() -> Bool? {
    guard let context = current else { return nil }
    defer { context.isPresented = true }
    return context.isPresented
  }

  @MainActor
  @usableFromInline
  static func endPresenting(_ outer: Bool?) {
    if let outer { main.isPresented = outer }
  }
}
