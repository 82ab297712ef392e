import Synchronization

/// A record of whether a reducer has applied a binding action.
final class BindingReceipt: Sendable {
  private let applied = Atomic<Bool>(false)

  var isApplied: Bool { applied.load(ordering: .relaxed) }

  func markApplied() { applied.store(true, ordering: .relaxed) }
}
