import Synchronization

/// A reference to a stored shared value, or to a part of one.
// Unchecked: immutable, except for state behind locks in subclasses.
class SharedReference<Value: Sendable>: @unchecked Sendable {
  /// The current value; during a test's assertion, the value at the asserted moment.
  var actual: Value { preconditionFailure("A shared reference is stored or derived") }

  /// During a test's assertion, the value that the test expects; otherwise the current value.
  var value: Value { actual }

  /// The expected and the current value, for dumps.
  final var customDiffValues: (Any, Any) { (value, actual) }

  /// A description: the key of the value, or the value itself if it has no key.
  var summary: String { "value: \(String(reflecting: value))" }

  /// The reference to the whole value that this is a part of.
  var root: AnyObject { self }

  /// Changes the value. A change that a test does not assert is reported at `location`.
  func modify<Result>(
    at location: IssueLocation, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    preconditionFailure("A shared reference is stored or derived")
  }

  // MARK: Persistence, for a reference with a key

  /// Whether the key is loading the value.
  var isLoading: Bool { false }
  /// The error of the last attempt to load the value, if it failed.
  var loadError: (any Error)? { nil }
  /// The error of the last attempt to save the value, if it failed.
  var saveError: (any Error)? { nil }

  // A key that does not resume its continuation is reported at `location`.

  /// Reloads the value from its storage.
  nonisolated(nonsending) func load(at location: IssueLocation) async throws {}
  /// Writes the value to its storage.
  nonisolated(nonsending) func save(at location: IssueLocation) async throws {}

  /// Notifies the observers of everything that can be read through the reference.
  func notifyObservers() {}

  func derived<Member: Sendable>(
    _ get: @escaping @Sendable (Value) -> Member,
    _ set: @escaping @Sendable (inout Value, Member) -> Void
  ) -> SharedReference<Member> {
    PartReference(parent: self, get: get, set: set)
  }
}

/// A box with the reference of a shared property. Copies of the property share the box, so all use the reference
/// that was last assigned to `$property`.
final class SharedBox<Value: Sendable>: Sendable {
  private let stored: Mutex<SharedReference<Value>>

  init(_ reference: SharedReference<Value>) {
    stored = Mutex(reference)
  }

  var reference: SharedReference<Value> {
    get { stored.withLock { $0 } }
    set {
      // The assignment may release the last reference to the earlier object, which must not happen inside the lock.
      let earlier = stored.withLock { stored in
        defer { stored = newValue }
        return stored
      }
      earlier.notifyObservers()
    }
  }
}

/// A reference that stores a shared value.
// Unchecked, like its superclass: mutable state is behind a lock.
class StoredReference<Value: Sendable>: SharedReference<Value>, @unchecked Sendable {
  /// The separately observed properties of a reference, as slots of an ``ObservationKey``.
  enum Slot: UInt32, CaseIterable {
    case value, isLoading, loadError, saveError
  }

  private let stored: Mutex<Value>
  /// Serializes changes.
  private let modificationLock = RecursiveLock()
  private let location = ObservableStateID().location

  init(_ value: Value) {
    stored = Mutex(value)
  }

  final var latest: Value { stored.withLock { $0 } }

  override final var actual: Value {
    SharedChangeTracker.asserting?.actual(of: self) ?? latest
  }

  override final var value: Value {
    recordRead(of: .value)
    guard let assertion = SharedChangeTracker.asserting else { return latest }
    return assertion.expectation(of: self) ?? actual
  }

  override final func modify<Result>(
    at location: IssueLocation, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    if let assertion = SharedChangeTracker.asserting {
      var expected = value
      defer { assertion.tracker.expect(expected, of: self) }
      return try body(&expected)
    }
    precondition(
      !modificationLock.isOwned, "A shared value must not be changed from inside its own 'withLock'"
    )
    defer {
      saveChanges()
      announceChange(of: .value)
    }
    return try modificationLock.withLock {
      // `body` runs outside the lock of the value, so that it may read the value.
      let before = latest
      var value = before
      defer {
        SharedChangeTracker.record(self, from: before, at: location)
        stored.withLock { [value] in $0 = value }
        recordChange(to: value, at: location)
      }
      return try body(&value)
    }
  }

  /// Replaces the value with one from storage.
  final func replace(with value: Value) {
    modificationLock.withLock { stored.withLock { $0 = value } }
    announceChange(of: .value)
  }

  /// Records a change to be saved. Changes are recorded in order.
  func recordChange(to value: Value, at location: IssueLocation) {}

  /// Saves the recorded changes. Called without a lock, because storage may notify its subscribers at once.
  func saveChanges() {}

  // MARK: Observation

  final func recordRead(of slot: Slot) {
    ObservationKey(location: location, slot: slot.rawValue).recordRead()
  }

  func announceChange(of slot: Slot) {
    let key = ObservationKey(location: location, slot: slot.rawValue)
    if RuntimeContext.current?.shouldReportWrites == true {
      // The store that is reducing notifies the observers afterwards.
      return MainActor.assumeIsolated { ObservationHub.shared.changed(key) }
    }
    guard ObservationActivity.isObserved else { return }
    ForeignObservation.didChange(key)
    // Detached, so that the task does not retain the dependencies of the code that changed the value.
    Task.detached { @MainActor [key] in
      ObservationHub.shared.changed(key)
      ObservationHub.shared.commitIfIdle()
    }
  }

  override final func notifyObservers() {
    for slot in Slot.allCases { announceChange(of: slot) }
  }
}

/// A reference to a part of a shared value, with a getter and a setter. The whole value is loaded and saved.
// Unchecked, like its superclass: it only has constants.
final class PartReference<Parent: Sendable, Value: Sendable>: SharedReference<Value>,
  @unchecked Sendable
{
  private let parent: SharedReference<Parent>
  private let get: @Sendable (Parent) -> Value
  private let set: @Sendable (inout Parent, Value) -> Void

  init(
    parent: SharedReference<Parent>, get: @escaping @Sendable (Parent) -> Value,
    set: @escaping @Sendable (inout Parent, Value) -> Void
  ) {
    self.parent = parent
    self.get = get
    self.set = set
  }

  override var actual: Value { self.get(parent.actual) }
  override var value: Value { self.get(parent.value) }
  override var root: AnyObject { parent.root }
  override var isLoading: Bool { parent.isLoading }
  override var loadError: (any Error)? { parent.loadError }
  override var saveError: (any Error)? { parent.saveError }
  override func notifyObservers() { parent.notifyObservers() }

  override nonisolated(nonsending) func load(at location: IssueLocation) async throws {
    try await parent.load(at: location)
  }

  override nonisolated(nonsending) func save(at location: IssueLocation) async throws {
    try await parent.save(at: location)
  }

  override func modify<Result>(
    at location: IssueLocation, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    try parent.modify(at: location) { parent in
      var value = get(parent)
      defer { set(&parent, value) }
      return try body(&value)
    }
  }
}
