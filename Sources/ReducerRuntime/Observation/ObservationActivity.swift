import Synchronization

/// Global flags that property accessors check before they do more than read or write.
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
    // One word is hashed faster than two. Locations are counted up and slots are hashes, so both fit into one word.
    hasher.combine(location << 32 ^ location >> 32 ^ UInt64(slot))
  }

  /// Records a read for the current observer, if any.
  func recordRead() {
    guard let context = RuntimeContext.current else { return ForeignObservation.didRead(self) }
    context.tracking?.takeUnretainedValue().read(self)
  }
}
