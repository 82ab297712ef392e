import Synchronization

/// The identity of a piece of observable state, and a stamp that tells whether it was replaced by an older copy.
public struct ObservableStateID: Hashable, Sendable {
  // Copies share the location: that is what observers are filed under. The stamp is renewed whenever a parent opens the
  // value for writing, so that a copy put back later differs although its location is the same.
  @usableFromInline var location: UInt64
  var stamp: UInt64 = 0
  @usableFromInline var tag: Int = 0

  private static let last = Atomic<UInt64>(0)

  /// An identity nothing else has.
  public init() {
    location = Self.next()
  }

  private static func next() -> UInt64 {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }

  mutating func renewStamp() {
    // Read and written apart, which costs a fifth of one step: two threads may draw the same number, but a stamp only
    // tells a value from former copies of itself, and those are told apart on the one thread that reduces.
    stamp = Self.lastStamp.load(ordering: .relaxed) &+ 1
    Self.lastStamp.store(stamp, ordering: .relaxed)
  }

  private static let lastStamp = Atomic<UInt64>(0)

  /// The same identity seen through case number `tag` of an enum.
  public func _$tag(_ tag: Int) -> Self {
    var copy = self
    // Nested enums each add their case; what matters is only that two different routes differ.
    copy.tag = copy.tag &* 31 &+ tag &+ 1
    return copy
  }

  /// The identity of a payload that may or may not be observable.
  public static func _$id<Value>(for value: Value) -> Self {
    (value as? any ObservableState)?._$id ?? unobserved
  }

  /// The identity of an observable payload.
  public static func _$id<Value: ObservableState>(for value: Value) -> Self {
    value._$id
  }

  // A payload with an `id` is another child when that changes: its hash goes where the case will be added.

  /// The identity of a payload known by its `id`.
  public static func _$id<Value: Identifiable>(for value: Value) -> Self {
    var id = (value as? any ObservableState)?._$id ?? unobserved
    id.tag = value.id.hashValue
    return id
  }

  /// The identity of an observable payload known by its `id`.
  public static func _$id<Value: ObservableState & Identifiable>(for value: Value) -> Self {
    var id = value._$id
    id.tag = value.id.hashValue
    return id
  }

  /// What everything that is not observable has for an identity.
  public static var _$inert: Self { unobserved }

  /// Whether nothing of the value has an identity, so that any change of it may have gone unsaid.
  @inlinable var isInert: Bool { location == 0 }

  // No other has its location: those that are made begin at one.
  private static var unobserved: Self { Self(location: 0) }

  private init(location: UInt64) {
    self.location = location
  }
}

/// Notes that a payload which may or may not be observable is about to be changed through its parent.
public func _$willModify<Value>(_ value: inout Value) {}

/// Notes that an observable payload is about to be changed through its parent.
public func _$willModify<Value: ObservableState>(_ value: inout Value) {
  value._$willModify()
}
