import Synchronization

/// Notes which stores a test makes, so that what supports the test can tell whether all of them are gone behind it.
///
/// The tasks of the test carry it, so that one which is still under way when the test is over keeps it alive.
package final class StoreWatch: Sendable {
  /// The one that watches the current task; outside of tests there is none.
  @TaskLocal package static var current: StoreWatch?

  private struct Made: Sendable {
    let name: String
    weak let root: (any AnyObject & Sendable)?
    weak let effects: EffectQueue?
  }

  private let made = Mutex<[Made]>([])

  package init() {}

  /// Notes a store.
  ///
  /// - Parameters:
  ///   - root: What the tree of stores stands on.
  ///   - effects: Where its effects run, if that is a queue.
  func note(_ root: some AnyObject & Sendable, _ effects: (any TaskExecutor)?) {
    let made = Made(
      name: "\(type(of: root))", root: root, effects: effects as? EffectQueue)
    self.made.withLock { $0.append(made) }
  }

  /// The stores that are still there, by their types.
  package var left: [String] {
    made.withLock { $0.filter { $0.root != nil }.map(\.name) }
  }

  /// Lets effects that have been cancelled come to their end: nobody else runs what their queues hold.
  @MainActor
  package func drain() {
    let queues = made.withLock { $0.compactMap(\.effects) }
    for queue in queues { queue.drain() }
  }
}
