import Synchronization

/// A reference to the payload of a shared optional. After the payload is removed, the last value stays and changes
/// locally.
// Unchecked, as its superclass is: mutable state is behind a lock.
final class UnwrappedReference<Value: Sendable>: PartReference<Value?, Value>,
  @unchecked Sendable
{
  private let lastSeen: Mutex<Value>

  /// Creates a reference, or returns `nil` if there is no payload.
  init?(_ parent: SharedReference<Value?>) {
    guard let value = parent.value else { return nil }
    lastSeen = Mutex(value)
    super.init(parent: parent)
  }

  override var actual: Value { updateLastSeen(parent.actual) }
  override var value: Value { updateLastSeen(parent.value) }

  private func updateLastSeen(_ value: Value?) -> Value {
    lastSeen.withLock { lastSeen in
      if let value { lastSeen = value }
      return lastSeen
    }
  }

  override func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try parent.modify { parent in
      var value = updateLastSeen(parent)
      defer {
        if parent != nil { parent = value }
        lastSeen.withLock { [value] in $0 = value }
      }
      return try body(&value)
    }
  }
}
