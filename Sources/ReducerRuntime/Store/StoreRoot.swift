/// The root of a tree of stores, with its types erased: the accesses to its state, its dependencies and effects.
@MainActor
@usableFromInline
class StoreRoot {
  /// The number of accesses in progress, valid as long as the root.
  @usableFromInline final let accesses = StateAccesses()

  // Accesses never overlap, so dynamic exclusivity checks are disabled.
  @exclusivity(unchecked) @usableFromInline final var dependencies: DependencyValues {
    // A reducer does not retain the dependencies for each action, so replaced ones are kept alive for the action in
    // progress.
    willSet { retiredDependencies = accesses.isSending ? retiredDependencies + [dependencies] : [] }
  }
  private final var retiredDependencies: [DependencyValues] = []

  /// All tasks of this store, which are cancelled with it.
  final let tasks = EffectTasks()

  @usableFromInline
  init(dependencies: DependencyValues) {
    self.dependencies = dependencies
  }

  /// Whether no effect is active.
  final var isIdle: Bool { tasks.isIdle }

  isolated deinit { accesses.deallocate() }
}

/// The number of accesses to a state that are in progress. Reads run getters on the state in place, and a send changes
/// it there, so a send must not begin during a read.
///
/// A pointer, because reference counting would cost as much as a read.
@MainActor
@usableFromInline
struct StateAccesses {
  /// 1 for a send, and 2 for each read: one number, so that a send needs one comparison.
  // Safe: accessed on the main actor only.
  @usableFromInline nonisolated(unsafe) let count: UnsafeMutablePointer<Int>

  @usableFromInline
  nonisolated init() {
    count = .allocate(capacity: 1)
    count.initialize(to: 0)
  }

  func deallocate() { count.deallocate() }

  @inlinable var isEmpty: Bool { count.pointee == 0 }
  @inlinable var isSending: Bool { count.pointee & 1 == 1 }

  /// Begins a read. Must be balanced by ``endReading()``.
  @inlinable
  @inline(__always)
  func beginReading() { count.pointee &+= 2 }

  @inlinable
  @inline(__always)
  func endReading() { count.pointee &-= 2 }

  @inlinable
  @inline(__always)
  func beginSending() { count.pointee &+= 1 }

  @inlinable
  @inline(__always)
  func endSending() { count.pointee &-= 1 }
}
