import Synchronization

/// A record of the changes of shared values that the test of a store has not asserted yet.
///
/// The expected state, the actual state and the states after actions that are still to be received all refer to the
/// same shared value. During an assertion, reads and changes access the expected value instead; the actual value is the
/// one at the asserted moment.
///
/// A test of a model without a store creates its own:
///
/// ```swift
/// let tracker = SharedChangeTracker()
/// tracker.track { model.repButtonTapped() }
/// tracker.assert {
///   model.$reps.withLock { $0 = 1 }
///   #expect(model.$reps == model.$reps)
/// }
/// ```
public final class SharedChangeTracker: Sendable {
  /// A position in the sequence of changes: the number of changes before it.
  package typealias Moment = Int

  /// An assertion in progress.
  struct Assertion {
    let tracker: SharedChangeTracker
    /// The asserted moment; `nil` for the current one.
    let moment: Moment?
    /// Whether reads return the actual value instead of the expected one.
    let readsActual: Bool

    func expectation<Value: Sendable>(of reference: SharedReference<Value>) -> Value? {
      readsActual ? nil : tracker.expectation(of: reference)
    }

    /// Returns the value at the asserted moment if a later change is known, otherwise `nil`.
    func actual<Value: Sendable>(of reference: SharedReference<Value>) -> Value? {
      moment.flatMap { tracker.value(of: reference, at: $0) }
    }
  }

  @TaskLocal static var asserting: Assertion?

  /// The trackers that record changes by the running synchronous code, innermost last.
  ///
  /// Effects don't inherit these trackers, only the one in the dependencies.
  @TaskLocal private static var observing: [SharedChangeTracker] = []

  /// The changes of one value.
  private struct Changes {
    var expected: any Sendable
    /// The changed value. Retained, because it is identified by its address.
    var reference: any AnyObject & Sendable
    /// Returns whether a value is known to equal the actual one.
    var isActual: @Sendable (_ value: any Sendable) -> Bool
    /// Returns the descriptions of the shared value and of its current value.
    var describe: @Sendable () -> (name: String, value: String)
    /// The value before each change, with the number and the location of the change. A slice, because each step of a
    /// test drops the first ones, and there may be many.
    var before: ArraySlice<(number: Int, value: any Sendable, location: IssueLocation)> = []

    init<Value: Sendable>(_ reference: SharedReference<Value>, expected: Value) {
      self.expected = expected
      self.reference = reference
      describe = { ("\(Shared(reference: reference))", String(reflecting: reference.actual)) }
      isActual = { ($0 as? Value).map { areEqual($0, reference.actual) } ?? false }
    }
  }

  private struct Log {
    var count = 0
    var assertionCount = 0
    var changes: [ObjectIdentifier: Changes] = [:]
  }

  private let log = Mutex(Log())

  private let reportsUnassertedChanges: Bool
  /// The line that created the tracker, for a value that a test expects and nothing has changed.
  private let location: IssueLocation

  /// Creates a tracker.
  ///
  /// - Parameter reportUnassertedChanges: Whether changes that are not asserted are reported when the tracker is
  ///   released, at the line of the change.
  public init(
    reportUnassertedChanges: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    reportsUnassertedChanges = reportUnassertedChanges
    location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  deinit {
    guard reportsUnassertedChanges else { return }
    for changes in log.withLock({ Array($0.changes.values) })
    where !changes.isActual(changes.expected) {
      let (name, value) = changes.describe()
      (changes.before.first?.location ?? location).report(
        "Unasserted change of '\(name)': \(String(reflecting: changes.expected)) → \(value)")
    }
  }

  /// The moment after the last change.
  package var now: Moment { log.withLock { $0.count } }

  /// The number of times that a test assigned an expected value.
  package var assertionCount: Int { log.withLock { $0.assertionCount } }

  /// Returns whether, at `moment`, a value had changes that the test has not asserted; `nil` for the current moment.
  package func hasChanges(at moment: Moment? = nil) -> Bool {
    let changes = log.withLock { Array($0.changes.values) }
    return assert(at: moment) { changes.contains { !$0.isActual($0.expected) } }
  }

  /// The location of the first change of each value whose changes the test has not asserted, in order.
  package var unassertedChanges: [IssueLocation] {
    let changes = log.withLock { Array($0.changes.values) }
    return assert { changes.filter { !$0.isActual($0.expected) } }
      .compactMap(\.before.first)
      .sorted { $0.number < $1.number }
      .map(\.location)
  }

  /// Makes the values at `moment` the expected values; `nil` for the current moment.
  package func settle(at moment: Moment? = nil) {
    log.withLock { log in
      guard let moment else { return log.changes = [:] }
      log.changes = log.changes.compactMapValues { changes in
        var changes = changes
        changes.before = changes.before.drop { $0.number <= moment }
        guard let next = changes.before.first else { return nil }
        changes.expected = next.value
        return changes
      }
    }
  }

  /// Runs `operation` with shared values as the test expects them at `moment`; `nil` for the current moment.
  package func assert<Result>(
    at moment: Moment? = nil, _ operation: () throws -> Result
  ) rethrows -> Result {
    let assertion = Assertion(tracker: self, moment: moment, readsActual: false)
    return try Self.$asserting.withValue(assertion, operation: operation)
  }

  /// Runs `operation` with the actual shared values at `moment`; `nil` for the current moment.
  package func readActual<Result>(
    at moment: Moment? = nil, _ operation: () throws -> Result
  ) rethrows -> Result {
    let assertion = Assertion(tracker: self, moment: moment, readsActual: true)
    return try Self.$asserting.withValue(assertion, operation: operation)
  }

  /// Runs `operation` and records its own changes, but not those of effects that it creates.
  func observe<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try Self.$observing.withValue(Self.observing + [self], operation: operation)
  }

  /// Runs `operation` with the actual shared values if an assertion is in progress.
  static func readActual<Result>(_ operation: () throws -> Result) rethrows -> Result {
    guard let asserting else { return try operation() }
    return try asserting.tracker.readActual(at: asserting.moment, operation)
  }

  /// Records in all trackers that `reference` is about to change from `value`.
  static func record<Value: Sendable>(
    _ reference: SharedReference<Value>, from value: Value, at location: IssueLocation
  ) {
    DependencyValues.current.sharedChangeTracker?.changed(reference, from: value, at: location)
    for tracker in observing { tracker.changed(reference, from: value, at: location) }
  }

  private func changed<Value: Sendable>(
    _ reference: SharedReference<Value>, from value: Value, at location: IssueLocation
  ) {
    log.withLock { log in
      log.count += 1
      log.changes[ObjectIdentifier(reference), default: Changes(reference, expected: value)]
        .before.append((log.count, value, location))
    }
  }

  func expect<Value: Sendable>(_ value: Value, of reference: SharedReference<Value>) {
    log.withLock {
      $0.assertionCount += 1
      $0.changes[ObjectIdentifier(reference), default: Changes(reference, expected: value)]
        .expected = value
    }
  }

  private func expectation<Value: Sendable>(of reference: SharedReference<Value>) -> Value? {
    // In two steps: if `Value` is an optional, one expression could not tell "no change" from an expected `nil`.
    guard let changes = log.withLock({ $0.changes[ObjectIdentifier(reference)] }) else {
      return nil
    }
    return changes.expected as? Value
  }

  private func value<Value: Sendable>(
    of reference: SharedReference<Value>, at moment: Moment
  ) -> Value? {
    let changes = log.withLock { $0.changes[ObjectIdentifier(reference)] }
    guard let next = changes?.before.first(where: { $0.number > moment }) else { return nil }
    return next.value as? Value
  }
}

// MARK: - Tests of models

extension SharedChangeTracker {
  /// Whether a value has changed that the test has not asserted.
  public var hasChanges: Bool { hasChanges(at: nil) }

  /// Forgets the changes that the test has not asserted.
  public func reset() { settle() }

  /// Runs `operation` and records its changes of shared values.
  public func track<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try withDependencies {
      $0.sharedChangeTracker = self
    } operation: {
      try operation()
    }
  }

  /// Runs an asynchronous operation, and records its changes of shared values and those of the tasks it starts.
  public func track<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await withDependencies {
      $0.sharedChangeTracker = self
    } operation: {
      try await operation()
    }
  }

  /// Runs `operation` with shared values as the test expects them: those before the tracked changes, until `operation`
  /// changes them.
  ///
  /// In a comparison of two shared values, the left one is the expected value and the right one the actual value.
  public func assert<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try assert(at: nil, operation)
  }
}

/// Returns whether two values are known to be equal.
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
