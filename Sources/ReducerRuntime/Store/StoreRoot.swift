/// The root of a tree of stores, with its types erased: the accesses to its state, its dependencies and effects.
@MainActor
@usableFromInline
class StoreRoot {
  /// The accesses in progress: 1 for a send, and 2 for each read. One number, so that a send needs one comparison.
  ///
  /// Reads run getters of the state in place, and a send changes it there.
  // Accesses never overlap, so dynamic exclusivity checks are disabled.
  @exclusivity(unchecked) @usableFromInline var accesses = 0

  @exclusivity(unchecked) @usableFromInline var dependencies: DependencyValues {
    // A reducer does not retain the dependencies for each action, so replaced ones are kept alive for the action in
    // progress.
    willSet { retiredDependencies = isSending ? retiredDependencies + [dependencies] : [] }
  }
  private var retiredDependencies: [DependencyValues] = []

  /// All tasks of this store, which are cancelled with it.
  let tasks = EffectTasks()

  @usableFromInline
  init(dependencies: DependencyValues) {
    self.dependencies = dependencies
  }

  /// Whether no effect is active.
  var isIdle: Bool { tasks.isIdle }

  /// Whether an action is being reduced, or its observers are being notified.
  @inlinable
  var isSending: Bool { accesses & 1 == 1 }

  /// Begins a read of the state in place. Must be balanced by ``endReading()``.
  @inlinable
  @inline(__always)
  func beginReading() { accesses &+= 2 }

  @inlinable
  @inline(__always)
  func endReading() { accesses &-= 2 }
}
