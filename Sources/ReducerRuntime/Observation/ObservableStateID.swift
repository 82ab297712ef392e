import Synchronization

/// The identity of a piece of observable state, and a stamp that detects replacement by an older copy.
public struct ObservableStateID: Hashable, Sendable {
  // Copies share the location, under which observers are registered. The stamp is renewed whenever a parent accesses
  // the value for writing, so that an older copy written back later differs although its location is the same.
  @usableFromInline var location: UInt64
  var stamp: UInt64 = 0
  @usableFromInline var tag: Int = 0

  private static let last = Atomic<UInt64>(0)

  /// Creates a unique identity.
  public init() {
    location = Self.next()
  }

  private static func next() -> UInt64 {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }

  mutating func renewStamp() {
    // A separate load and store cost a fifth of an atomic increment. Two threads may draw the same number, but a
    // stamp only distinguishes a value from earlier copies of itself, and those are compared on the one thread that
    // reduces.
    stamp = Self.lastStamp.load(ordering: .relaxed) &+ 1
    Self.lastStamp.store(stamp, ordering: .relaxed)
  }

  private static let lastStamp = Atomic<UInt64>(0)

  /// Returns the same identity for the case number `tag` of an enum.
  public func _$tag(_ tag: Int) -> Self {
    var copy = self
    // Each level of nested enums mixes in the number of its case. Only equality of the result matters.
    copy.tag = copy.tag &* 31 &+ tag &+ 1
    return copy
  }

  /// Returns the identity of a payload that may or may not be observable.
  public static func _$id<Value>(for value: Value) -> Self {
    (value as? any ObservableState)?._$id ?? unobserved
  }

  /// Returns the identity of an observable payload.
  public static func _$id<Value: ObservableState>(for value: Value) -> Self {
    value._$id
  }

  // A payload with an `id` is another child when its `id` changes, so the hash is stored in the tag.

  /// Returns the identity of a payload with an `id`.
  public static func _$id<Value: Identifiable>(for value: Value) -> Self {
    var id = (value as? any ObservableState)?._$id ?? unobserved
    id.tag = value.id.hashValue
    return id
  }

  /// Returns the identity of an observable payload with an `id`.
  public static func _$id<Value: ObservableState & Identifiable>(for value: Value) -> Self {
    var id = value._$id
    id.tag = value.id.hashValue
    return id
  }

  /// The identity of all values that are not observable.
  public static var _$inert: Self { unobserved }

  /// Whether the value has no identity of its own, so that a change inside it has to be recorded by its parent.
  @inlinable var isInert: Bool { location == 0 }

  // No other identity has this location: created ones start at one.
  private static var unobserved: Self { Self(location: 0) }

  private init(location: UInt64) {
    self.location = location
  }
}

/// Records that a payload which may or may not be observable is about to be changed through its parent.
public func _$willModify<Value>(_ value: inout Value) {}

/// Records that an observable payload is about to be changed through its parent.
public func _$willModify<Value: ObservableState>(_ value: inout Value) {
  value._$willModify()
}
