import Synchronization

/// Whether anybody observes at all: the two questions a property asks before it does more than read or write.
@usableFromInline
enum ObservationActivity {
  @usableFromInline static let trackers = Atomic<Int>(0)
  @usableFromInline static let observers = Atomic<Int>(0)

  /// Whether reads are being collected somewhere.
  @inlinable
  static var isTracking: Bool { trackers.load(ordering: .relaxed) > 0 }

  /// Whether somebody has read something and waits for it to change.
  @inlinable
  static var isObserved: Bool { observers.load(ordering: .relaxed) > 0 }
}

/// One property of one piece of state.
struct ObservationKey: Hashable {
  var location: UInt64
  var slot: UInt32

  func hash(into hasher: inout Hasher) {
    // One word is hashed faster than two. Locations are counted up, names are hashes: both fit side by side.
    hasher.combine(location << 32 ^ location >> 32 ^ UInt64(slot))
  }

  /// Has it observed by whoever observes here.
  func noteRead() {
    RuntimeContext.current?.tracking?.takeUnretainedValue().read(self)
  }
}
