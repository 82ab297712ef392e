import Synchronization

/// A record of the stores that a test creates, so that test support can detect leaked stores.
///
/// The tasks of the test inherit it, so an active task keeps it alive after the test.
package final class StoreTracker: Sendable {
  /// The tracker of the current task; `nil` outside tests.
  @TaskLocal package static var current: StoreTracker?

  private struct Record: Sendable {
    let name: String
    weak let root: (any AnyObject & Sendable)?
    weak let effects: EffectQueue?
  }

  private let records = Mutex<[Record]>([])

  package init() {}

  /// Records a store.
  ///
  /// - Parameters:
  ///   - root: The root of the tree of stores.
  ///   - effects: The executor of its effects, if there is one.
  func record(_ root: some AnyObject & Sendable, _ effects: (any TaskExecutor)?) {
    let record = Record(
      name: "\(type(of: root))", root: root, effects: effects as? EffectQueue)
    self.records.withLock { $0.append(record) }
  }

  /// The type names of the stores that are still alive.
  package var remainingStores: [String] {
    records.withLock { $0.filter { $0.root != nil }.map(\.name) }
  }

  /// Runs the jobs of cancelled effects to their end, because nothing else drains their queues.
  @MainActor
  package func drain() {
    let queues = records.withLock { $0.compactMap(\.effects) }
    for queue in queues { queue.drain() }
  }
}
