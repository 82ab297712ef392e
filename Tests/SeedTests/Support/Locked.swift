import Synchronization

/// A value that effects on any thread may note things in.
final class Locked<Value: Sendable>: Sendable {
  private let storage: Mutex<Value>

  init(_ value: Value) {
    storage = Mutex(value)
  }

  var value: Value { storage.withLock { $0 } }

  func withLock(_ change: (inout sending Value) -> Void) {
    storage.withLock { change(&$0) }
  }
}
