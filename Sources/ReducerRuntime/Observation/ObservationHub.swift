import Synchronization

/// The registry of observers. It belongs to the main actor, like stores.
///
/// Property accessors are nonisolated and report changes to it. They check ``RuntimeContext/current`` first, which
/// returns a context only on the thread that has entered the main actor's context. So the functions they call can
/// safely skip the actor's isolation check, which allocates.
@MainActor
@usableFromInline
final class ObservationHub {
  @usableFromInline nonisolated static let shared = ObservationHub()

  // Accessed on the main actor's thread only, as described above. Accesses never overlap.
  @exclusivity(unchecked) private nonisolated(unsafe) var observers:
    [ObservationKey: [ObservationScope]] = [:]
  /// The property that changed last, and its observers: a running clock changes the same property a hundred times a
  /// second.
  @exclusivity(unchecked) private nonisolated(unsafe) var lastKey: ObservationKey?
  @exclusivity(unchecked) private nonisolated(unsafe) var lastObservers: [ObservationScope] = []
  @exclusivity(unchecked) private nonisolated(unsafe) var dirty: [ObservationScope] = []
  /// Whether any observer has a pending notification.
  private var isDirty: Bool { !dirty.isEmpty }
  /// Whether observers are being notified.
  private(set) var isNotifying = false

  private nonisolated init() {}

  /// The number of nested sends. Observers are notified after the outermost one; before that, a state is being changed
  /// and must not be read.
  @exclusivity(unchecked) private var sendDepth = 0

  @usableFromInline
  func beginSend() { sendDepth += 1 }

  @usableFromInline
  func endSend() { sendDepth -= 1 }

  /// Notifies observers of changes if the current send is the outermost one.
  ///
  /// - Returns: Whether there were changes.
  @usableFromInline
  func commitIfOutermost() -> Bool {
    guard isDirty, sendDepth == 1 else { return false }
    commit()
    return true
  }

  /// Notifies observers of changes, unless a store is sending: then the outermost send notifies them.
  func commitIfIdle() {
    if sendDepth == 0 { commit() }
  }

  private func clearLastKey() {
    lastKey = nil
    lastObservers = []
  }

  func add(_ scope: ObservationScope, for key: ObservationKey) {
    clearLastKey()
    observers[key, default: []].append(scope)
  }

  func remove(_ scope: ObservationScope, for key: ObservationKey) {
    clearLastKey()
    observers[key]?.removeAll { $0 === scope }
    if observers[key]?.isEmpty == true { observers[key] = nil }
  }

  /// Records that the property `key` changed.
  ///
  /// Called on the main actor's thread only.
  ///
  /// - Complexity: O(1), plus one hash if another property changed last, plus O(observers of `key`).
  nonisolated func changed(_ key: ObservationKey) {
    if key != lastKey {
      lastKey = key
      lastObservers = observers[key] ?? []
    }
    for scope in lastObservers { markDirty(scope) }
    if ForeignObservation.isTracking {
      MainActor.assumeIsolated { ForeignObservation.scope(forChangeOf: key).map(markDirty) }
    }
  }

  private nonisolated func markDirty(_ scope: ObservationScope) {
    guard !scope.isDirty else { return }
    scope.markDirty()
    dirty.append(scope)
  }

  /// Notifies each observer once if its properties have changed since the last commit.
  private func commit() {
    guard !dirty.isEmpty, !isNotifying else { return }
    isNotifying = true
    defer { isNotifying = false }
    // An observer that sends may mark others dirty; they are notified later in this loop.
    var index = 0
    while index < dirty.count {
      let scope = dirty[index]
      RuntimeContext.tracking(nil) { scope.notify() }
      index += 1
    }
    dirty.removeAll(keepingCapacity: true)
  }
}

/// Global flags that property accessors check before they record a read or a write.
@usableFromInline
enum ObservationActivity {
  @usableFromInline static let trackers = Atomic<Int>(0)
  @usableFromInline static let observers = Atomic<Int>(0)

  /// Whether any reads are being collected.
  @inlinable
  static var isTracking: Bool { trackers.load(ordering: .relaxed) > 0 }

  /// Whether any observer waits for changes.
  @inlinable
  static var isObserved: Bool { observers.load(ordering: .relaxed) > 0 }
}

/// A property of a piece of state.
package struct ObservationKey: Hashable, Sendable {
  var location: UInt64
  var slot: UInt32

  package func hash(into hasher: inout Hasher) {
    // Hashing one word is faster than two. Locations are consecutive and slots are hashes, so one word can hold both.
    hasher.combine(location << 32 ^ location >> 32 ^ UInt64(slot))
  }

  /// Records a read for the current observer, if any.
  func recordRead() {
    guard let context = RuntimeContext.current else { return ForeignObservation.didRead(self) }
    context.tracking?.takeUnretainedValue().read(self)
  }
}
