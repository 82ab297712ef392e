import Synchronization

/// A value that threads of a test write and the test reads.
package final class Recorded<Value: Sendable>: Sendable {
  private let storage: Mutex<Value>

  package init(_ value: Value) { storage = Mutex(value) }

  package var value: Value { storage.withLock { $0 } }

  package func update(_ body: (inout sending Value) -> Void) { storage.withLock { body(&$0) } }
}
