import Synchronization

/// A record of the stores that a test creates, so that test support can detect leaked stores.
///
/// The tasks of the test inherit it, so an active task keeps it alive after the test.
package final class StoreWatch: Sendable {
  /// The watch of the current task; `nil` outside tests.
  @TaskLocal package static var current: StoreWatch?

  private struct Made: Sendable {
    let name: String
    weak let root: (any AnyObject & Sendable)?
    weak let effects: EffectQueue?
  }

  private let made = Mutex<[Made]>([])

  package init() {}

  /// Records a store.
  ///
  /// - Parameters:
  ///   - root: The root of the tree of stores.
  ///   - effects: The executor of its effects, if there is one.
  func note(_ root: some AnyObject & Sendable, _ effects: (any TaskExecutor)?) {
    let made = Made(
      name: "\(type(of: root))", root: root, effects: effects as? EffectQueue)
    self.made.withLock { $0.append(made) }
  }

  /// The type names of the stores that are still alive.
  package var left: [String] {
    made.withLock { $0.filter { $0.root != nil }.map(\.name) }
  }

  /// Runs the jobs of cancelled effects to their end, because nothing else drains their queues.
  @MainActor
  package func drain() {
    let queues = made.withLock { $0.compactMap(\.effects) }
    for queue in queues { queue.drain() }
  }
}
