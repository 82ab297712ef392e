import Synchronization

/// A reference that stores a shared value.
// Unchecked, as its superclass is: mutable state is behind a lock.
class StoredReference<Value: Sendable>: SharedReference<Value>, @unchecked Sendable {
  /// The things that are observed separately, by their slot in an ``ObservationKey``.
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
    _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    if let assertion = SharedChangeTracker.asserting {
      var expected = value
      defer { assertion.tracker.expect(expected, of: self) }
      return try body(&expected)
    }
    precondition(
      !modificationLock.isOwned, "A shared value must not be changed while it is being changed")
    defer {
      saveChanges()
      announceChange(of: .value)
    }
    return try modificationLock.withLock {
      // Outside the lock of the value, so that `body` may read it.
      let before = latest
      var value = before
      defer {
        SharedChangeTracker.record(self, from: before)
        stored.withLock { [value] in $0 = value }
        recordChange(to: value)
      }
      return try body(&value)
    }
  }

  /// Replaces the value with one from storage.
  final func replace(with value: Value) {
    modificationLock.withLock { stored.withLock { $0 = value } }
    announceChange(of: .value)
  }

  /// Records a change that is to be saved. Changes are recorded in their order.
  func recordChange(to value: Value) {}

  /// Saves the recorded changes. Called without a lock, because storage may notify its subscribers at once.
  func saveChanges() {}

  // MARK: Observation

  final func recordRead(of slot: Slot) {
    ObservationKey(location: location, slot: slot.rawValue).recordRead()
  }

  func announceChange(of slot: Slot) {
    let key = ObservationKey(location: location, slot: slot.rawValue)
    if RuntimeContext.current?.shouldReportWrites == true {
      // The store that is reducing notifies the observers when it is done.
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
