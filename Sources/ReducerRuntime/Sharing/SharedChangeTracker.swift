import Synchronization

/// What a test store knows of shared values that its feature changed and the test has not asserted.
///
/// A state holds a reference to a shared value, so that the state expected and the actual one hold the same. While a
/// test asserts, reading and changing the value therefore mean what the test expects of it.
package final class SharedChangeTracker: Sendable {
  @TaskLocal static var asserting: SharedChangeTracker?

  private struct Change {
    var expected: any Sendable
    /// Keeps the reference alive, as it is known by its address.
    var reference: any AnyObject & Sendable
    var isAsExpected: @Sendable () -> Bool
  }

  private let changes = Mutex<[ObjectIdentifier: Change]>([:])

  package init() {}

  /// Whether a value changed, and nobody has asserted it.
  package var hasChanges: Bool {
    changes.withLock { $0.values.map(\.isAsExpected) }.contains { !$0() }
  }

  /// Takes the values as they are for what is expected.
  package func settle() { changes.withLock { $0 = [:] } }

  /// Runs `operation`, in which a shared value is what the test expects of it.
  package func assert<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try Self.$asserting.withValue(self, operation: operation)
  }

  /// Notes that `reference` is about to change from `value`, unless it was noted before.
  func changed<Value: Sendable>(_ reference: SharedReference<Value>, from value: Value) {
    note(reference) { $0 ?? value }
  }

  func expect<Value: Sendable>(_ value: Value, of reference: SharedReference<Value>) {
    note(reference) { _ in value }
  }

  func expectation<Value: Sendable>(of reference: SharedReference<Value>) -> Value? {
    // In two steps: no change at all would pass for an expected `nil` where `Value` is an optional.
    guard let change = changes.withLock({ $0[ObjectIdentifier(reference)] }) else { return nil }
    return change.expected as? Value
  }

  private func note<Value: Sendable>(
    _ reference: SharedReference<Value>, _ expect: (Value?) -> Value
  ) {
    let id = ObjectIdentifier(reference)
    let expected = expect(expectation(of: reference))
    changes.withLock {
      $0[id] = Change(expected: expected, reference: reference) {
        areEqual(expected, reference.actual)
      }
    }
  }
}

/// Whether two values are known to be equal.
private func areEqual<Value>(_ first: Value, _ second: Value) -> Bool {
  func open<Known: Equatable>(_ first: Known) -> Bool { first == second as? Known }
  guard let first = first as? any Equatable else { return false }
  return open(first)
}

extension DependencyValues {
  package var sharedChangeTracker: SharedChangeTracker? {
    get { self[SharedChangeTrackerKey.self] }
    set { self[SharedChangeTrackerKey.self] = newValue }
  }

  private enum SharedChangeTrackerKey: DependencyKey {
    static var liveValue: SharedChangeTracker? { nil }
    static var testValue: SharedChangeTracker? { nil }
  }
}
