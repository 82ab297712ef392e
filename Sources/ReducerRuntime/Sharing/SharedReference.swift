import Synchronization

/// A reference to a stored shared value, or to a part of one.
// Unchecked: immutable, except for state behind locks in subclasses.
class SharedReference<Value: Sendable>: @unchecked Sendable {
  /// The current value; during a test's assertion, the value at the asserted moment.
  var actual: Value { preconditionFailure("A shared reference is stored or derived") }

  /// The value that a test expects, during an assertion; otherwise the current value.
  var value: Value { actual }

  func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    preconditionFailure("A shared reference is stored or derived")
  }

  /// Reloads the value from its storage.
  func load() {
    preconditionFailure("A shared reference is stored or derived")
  }

  /// Writes the value to its storage.
  func save() {
    preconditionFailure("A shared reference is stored or derived")
  }

  static func stored(
    _ value: Value, load: (@Sendable () -> Value?)? = nil, save: (@Sendable (Value) -> Void)?
  ) -> SharedReference {
    StoredReference(value, load: load, save: save)
  }

  func derived<Member: Sendable>(
    _ get: @escaping @Sendable (Value) -> Member,
    _ set: @escaping @Sendable (inout Value, Member) -> Void
  ) -> SharedReference<Member> {
    DerivedReference(parent: self, get: get, set: set)
  }
}

/// A reference that stores a shared value.
// Unchecked, as its superclass is: mutable state is behind a lock.
private final class StoredReference<Value: Sendable>: SharedReference<Value>, @unchecked Sendable {
  private let stored: Mutex<Value>
  /// Serializes changes together with their saving.
  private let modificationLock = Mutex(())
  private let loadStored: (@Sendable () -> Value?)?
  private let saveStored: (@Sendable (Value) -> Void)?
  private let key = ObservationKey(location: ObservableStateID().location, slot: 0)

  init(
    _ value: Value, load: (@Sendable () -> Value?)?, save: (@Sendable (Value) -> Void)?
  ) {
    stored = Mutex(value)
    loadStored = load
    saveStored = save
  }

  private var latest: Value { stored.withLock { $0 } }

  override var actual: Value { SharedChangeTracker.asserting?.actual(of: self) ?? latest }

  override var value: Value {
    key.recordRead()
    guard let assertion = SharedChangeTracker.asserting else { return latest }
    return assertion.expectation(of: self) ?? actual
  }

  override func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    if let assertion = SharedChangeTracker.asserting {
      var expected = value
      defer { assertion.tracker.expect(expected, of: self) }
      return try body(&expected)
    }
    let result = try modificationLock.excluding {
      // Outside the lock of the value, so that `body` may read it.
      let before = latest
      var value = before
      defer {
        DependencyValues.current.sharedChangeTracker?.changed(self, from: before)
        stored.withLock { [value] in $0 = value }
        saveStored?(value)
      }
      return try body(&value)
    }
    announce()
    return result
  }

  override func load() {
    guard let value = loadStored?() else { return }
    modificationLock.withLock { _ in stored.withLock { $0 = value } }
    announce()
  }

  override func save() {
    modificationLock.withLock { _ in saveStored?(latest) }
  }

  private func announce() {
    if RuntimeContext.current?.shouldReportWrites == true {
      // The store that is reducing notifies the observers when it is done.
      return MainActor.assumeIsolated { ObservationHub.shared.changed(key) }
    }
    guard ObservationActivity.isObserved else { return }
    Task { @MainActor [key] in
      ObservationHub.shared.changed(key)
      ObservationHub.shared.commitIfIdle()
    }
  }
}

/// A reference to a part of a shared value.
// Unchecked, as its superclass is: it only has constants.
private final class DerivedReference<Parent: Sendable, Value: Sendable>:
  SharedReference<Value>, @unchecked Sendable
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

  override func load() { parent.load() }
  override func save() { parent.save() }

  override var actual: Value { self.get(parent.actual) }
  override var value: Value { self.get(parent.value) }

  override func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try parent.modify { parent in
      var value = get(parent)
      defer { set(&parent, value) }
      return try body(&value)
    }
  }
}
