import Synchronization

/// The handlers that ``Storage/observeChanges(_:)`` registered.
final class ChangeObservers: Sendable {
  private let handlers = Mutex<[@Sendable (StorageChange) -> Void]>([])

  func add(_ handler: @escaping @Sendable (StorageChange) -> Void) {
    handlers.withLock { $0.append(handler) }
  }

  /// Calls each handler with each change.
  func report(_ changes: some Collection<StorageChange>) {
    guard !changes.isEmpty else { return }
    // Outside the lock, so that a handler may add another one.
    let handlers = handlers.withLock { $0 }
    for change in changes {
      for handler in handlers { handler(change) }
    }
  }
}
