import Synchronization

/// The place of a shared property's reference, which copies of the property have in common: a reference assigned to
/// `$property` is seen by all of them.
final class SharedBox<Value: Sendable>: Sendable {
  private let stored: Mutex<SharedReference<Value>>

  init(_ reference: SharedReference<Value>) {
    stored = Mutex(reference)
  }

  var reference: SharedReference<Value> {
    get { stored.withLock { $0 } }
    set {
      // The earlier reference may be released by the exchange, so that happens outside the lock.
      let earlier = stored.withLock { stored in
        defer { stored = newValue }
        return stored
      }
      earlier.notifyObservers()
    }
  }
}
