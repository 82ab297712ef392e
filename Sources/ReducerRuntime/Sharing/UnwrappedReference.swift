import Synchronization

/// How a value is reached that may go: then the one that was last seen stays, and changes here alone.
// Unchecked, as its parent is: what changes is behind a lock, the rest is constant.
final class UnwrappedReference<Value: Sendable>: SharedReference<Value>, @unchecked Sendable {
  private let parent: SharedReference<Value?>
  private let lastSeen: Mutex<Value>

  /// Nil where there is no value to begin with.
  init?(_ parent: SharedReference<Value?>) {
    guard let value = parent.value else { return nil }
    self.parent = parent
    lastSeen = Mutex(value)
  }

  override var actual: Value { seeing(parent.actual) }
  override var value: Value { seeing(parent.value) }

  private func seeing(_ value: Value?) -> Value {
    lastSeen.withLock { lastSeen in
      if let value { lastSeen = value }
      return lastSeen
    }
  }

  override func load() { parent.load() }
  override func save() { parent.save() }

  override func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try parent.modify { parent in
      var value = seeing(parent)
      defer {
        if parent != nil { parent = value }
        lastSeen.withLock { [value] in $0 = value }
      }
      return try body(&value)
    }
  }
}
