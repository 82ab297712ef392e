import Synchronization

/// A box with the reference of a shared property. Copies of the property have the same box, so all of them see a
/// reference that is assigned to `$property`.
final class SharedBox<Value: Sendable>: Sendable {
  private let stored: Mutex<SharedReference<Value>>

  init(_ reference: SharedReference<Value>) {
    stored = Mutex(reference)
  }

  var reference: SharedReference<Value> {
    get { stored.withLock { $0 } }
    set {
      // The assignment may release the last reference to the earlier object, so the object is kept until the lock
      // is released.
      let earlier = stored.withLock { stored in
        defer { stored = newValue }
        return stored
      }
      earlier.notifyObservers()
    }
  }
}
