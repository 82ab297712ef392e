import Glibc
import Synchronization

/// What the runtime is doing on this thread right now: reducing, observing, and with which dependencies.
///
/// A task local would say the same, but to push one costs an allocation, and a store sends a hundred times a second. So
/// there is one such object, the main actor's, and it knows the thread that is inside it: only that thread sees it,
/// whatever other threads do with copies of the same state.
///
/// What it points to is kept alive by whoever entered, for as long as that lasts.
@usableFromInline
final class RuntimeContext {
  // Each is read and written at once, never held open; so the bookkeeping of accesses is left out.

  /// Collects what is read while somebody observes.
  @exclusivity(unchecked) var tracking: Unmanaged<ObservationScope>?
  /// Whether a store is reducing, so that writes are announced.
  @exclusivity(unchecked) var announcesWrites = false
  /// Whether the reducer that is running is that of a presented child, or of one below it.
  @exclusivity(unchecked) private(set) var isPresenting = false
  /// The dependencies in force while a store reduces; `nil` where the task's own are.
  @exclusivity(unchecked) var dependencies: Unmanaged<DependencyValues.Storage>?

  // Unsafe in name only: `current` hands it out to the one thread that has entered it.
  private nonisolated(unsafe) static let main = RuntimeContext()
  /// The thread inside the context. Another thread may read a stale value, but never its own number.
  private static let thread = Atomic<UInt>(0)

  /// The context this thread is inside, if any.
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

  /// Runs `operation`, observing for `scope`, or for nobody where it is `nil`.
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

  /// Runs `operation` with `dependencies` in force for as much of it as runs at once.
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
  // In two halves instead of around a closure: what stands between them is compiled with the reducer, in its module.

  /// What was going on before a store began to reduce.
  @usableFromInline
  struct Outer {
    fileprivate var thread: UInt
    fileprivate var tracking: Unmanaged<ObservationScope>?
    fileprivate var announcesWrites: Bool
    fileprivate var dependencies: Unmanaged<DependencyValues.Storage>?
  }

  /// A store begins to reduce, with `dependencies` in force, which it keeps alive until ``endReducing(_:)``.
  @MainActor
  @usableFromInline
  static func beginReducing(with dependencies: DependencyValues) -> Outer {
    let context = main
    let outer = Outer(
      thread: thread.load(ordering: .relaxed), tracking: context.tracking,
      announcesWrites: context.announcesWrites, dependencies: context.dependencies)
    thread.store(pthread_self(), ordering: .relaxed)
    context.tracking = nil
    context.announcesWrites = true
    context.dependencies = Unmanaged.passUnretained(dependencies.storage)
    return outer
  }

  /// A store is done reducing: all is as it was before.
  @MainActor
  @usableFromInline
  static func endReducing(_ outer: Outer) {
    let context = main
    context.tracking = outer.tracking
    context.announcesWrites = outer.announcesWrites
    context.dependencies = outer.dependencies
    thread.store(outer.thread, ordering: .relaxed)
  }

  /// The reducer of a presented child begins.
  ///
  /// - Returns: Whether it is below another one, for ``endPresenting(_:)``; `nil` where no store reduces.
  @MainActor
  @usableFromInline
  static func beginPresenting() -> Bool? {
    guard let context = current else { return nil }
    defer { context.isPresenting = true }
    return context.isPresenting
  }

  @MainActor
  @usableFromInline
  static func endPresenting(_ outer: Bool?) {
    if let outer { main.isPresenting = outer }
  }
}
