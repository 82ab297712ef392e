import Synchronization

/// State whose reads and writes can be observed property by property. `@ObservableState` writes the conformance.
public protocol ObservableState {
  /// The identity of this value, unique to each created value, so that replacing a child is observed as a change of the
  /// parent.
  var _$id: ObservableStateID { get }

  /// Records that the value is about to be changed through its parent.
  mutating func _$willModify()

  /// Returns the stored property that backs an observed one, or `nil` if `keyPath` is not an observed property. For a
  /// presented optional child, returns the presentation.
  ///
  /// An observed property is computed, and a computed property has no offset. A reducer that accesses a child in
  /// place calls this once, when the reducer tree is resolved.
  static func _$storage(for keyPath: PartialKeyPath<Self>) -> PartialKeyPath<Self>?

  // These are called when a reducer tree is resolved. As requirements, they are specialized for each type.

  /// Returns the accessor of the state's identity, which detects replacement.
  static func _$stateIdentity() -> _StateIdentity<Self>
  /// Returns the accessor of a child identity for children of this type.
  static func _$childIdentity() -> _ChildIdentity<Self>
}

extension ObservableState {
  public static func _$storage(for keyPath: PartialKeyPath<Self>) -> PartialKeyPath<Self>? { nil }
}

/// The identity of a piece of observable state, and a stamp that detects replacement by an older copy.
public struct ObservableStateID: Hashable, Sendable {
  // Copies share the location, which is the key of the observers. The stamp is renewed whenever a parent accesses the
  // value for writing, so that an older copy differs when it is written back, although its location is the same.
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
    // A separate load and store cost a fifth of an atomic increment. Two threads may get the same number, but a stamp
    // only distinguishes a value from earlier copies of itself, which are compared on the thread that reduces.
    stamp = Self.lastStamp.load(ordering: .relaxed) &+ 1
    Self.lastStamp.store(stamp, ordering: .relaxed)
  }

  private static let lastStamp = Atomic<UInt64>(0)

  /// Returns this identity for the case number `tag` of an enum.
  public func _$tag(_ tag: Int) -> Self {
    var copy = self
    // Each level of nested enums mixes in its case number. The result is only compared for equality.
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

  // A payload whose `id` changes counts as a different child, so the hash of the `id` is part of the tag.

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

  /// Whether the value has no identity, so that its parent must record changes inside it.
  @inlinable var isInert: Bool { location == 0 }

  // Location 0 is unique, because the locations of other identities start at 1.
  private static var unobserved: Self { Self(location: 0) }

  private init(location: UInt64) {
    self.location = location
  }
}

/// Records nothing: this overload is for payloads that are not known to be observable.
public func _$willModify<Value>(_ value: inout Value) {}

/// Records that an observable payload is about to be changed through its parent.
public func _$willModify<Value: ObservableState>(_ value: inout Value) {
  value._$willModify()
}

/// The storage that `@ObservableState` adds to a type: its identity, and the functions that record reads and writes.
///
/// It does not store observers. Those belong to the main actor, so that state stays a plain value that can be copied,
/// sent and changed on any thread. Only writes during a store's reduction are reported.
public struct ObservationStateRegistrar: Sendable {
  /// The identity of the state.
  public private(set) var id = ObservableStateID()

  /// Creates the storage of a new state, with a new identity.
  public init() {}

  /// Records a read of the property `slot`, if there is an observer.
  ///
  /// - Parameter slot: The 32-bit FNV-1a hash of the property's name.
  @inlinable
  public func access(_ slot: UInt32) {
    if ObservationActivity.isTracking { recordAccess(slot) }
  }

  /// Stores `newValue`, and records a change of the property `slot`.
  @inlinable
  public func set<Value>(_ slot: UInt32, _ value: inout Value, _ newValue: Value) {
    value = newValue
    if ObservationActivity.isObserved { recordMutation(slot) }
  }

  /// Stores `newValue`, and records a change of the property `slot` if the value differs.
  @inlinable
  public func set<Value: Equatable>(_ slot: UInt32, _ value: inout Value, _ newValue: Value) {
    if ObservationActivity.isObserved, value != newValue { recordMutation(slot) }
    value = newValue
  }

  /// Stores `newValue`, and records a change of the property `slot`. Whole states are never compared, even if they are
  /// equatable, because the comparison is O(size of the state).
  @inlinable
  public func set<Value: ObservableState>(_ slot: UInt32, _ value: inout Value, _ newValue: Value) {
    value = newValue
    if ObservationActivity.isObserved { recordMutation(slot) }
  }

  /// Stores `newValue`, and records a change of the property `slot` without a comparison.
  @inlinable
  public func set<Value: ObservableState & Equatable>(
    _ slot: UInt32, _ value: inout Value, _ newValue: Value
  ) {
    value = newValue
    if ObservationActivity.isObserved { recordMutation(slot) }
  }

  /// Presents or removes a child, and records a change of the property `slot`.
  ///
  /// Assigns to the presentation instead of changing it in place, so that stores can still show a removed child.
  public func set<State>(
    _ slot: UInt32, _ presentation: inout PresentationState<State>, _ newValue: State?
  ) {
    let wasAbsent = presentation.storage == nil
    presentation.wrappedValue = newValue
    if ObservationActivity.isObserved, !wasAbsent || presentation.storage != nil {
      recordMutation(slot)
    }
  }

  /// Called before a property is changed in place.
  @inlinable
  public func willModify<Value>(_ value: inout Value) -> ObservableStateID? { nil }

  /// Called after a property that is not a state itself was changed in place.
  @inlinable
  public func didModify<Value>(_ slot: UInt32, _ value: Value, _ before: ObservableStateID?) {
    if ObservationActivity.isObserved { recordMutation(slot) }
  }

  /// Called before a child state is changed in place. The child reports changes of its own properties.
  @inlinable
  public func willModify<Value: ObservableState>(_ value: inout Value) -> ObservableStateID? {
    guard ObservationActivity.isObserved else { return nil }
    value._$willModify()
    return value._$id
  }

  /// Called after a child state was changed in place. The parent has changed only if the child was replaced.
  @inlinable
  public func didModify<Value: ObservableState>(
    _ slot: UInt32, _ value: Value, _ before: ObservableStateID?
  ) {
    guard ObservationActivity.isObserved else { return }
    let now = value._$id
    if before != now || now.isInert { recordMutation(slot) }
  }

  /// Called before an optional child state is changed in place.
  @inlinable
  public func willModify<Value: ObservableState>(_ value: inout Value?) -> ObservableStateID? {
    guard ObservationActivity.isObserved else { return nil }
    value?._$willModify()
    return value?._$id
  }

  /// Called after an optional child state was changed in place. The parent has changed only if the child was replaced,
  /// presented or removed.
  @inlinable
  public func didModify<Value: ObservableState>(
    _ slot: UInt32, _ value: Value?, _ before: ObservableStateID?
  ) {
    guard ObservationActivity.isObserved else { return }
    let now = value?._$id
    if before != now || now?.isInert == true { recordMutation(slot) }
  }

  /// Records that the state is about to be changed through its parent.
  public mutating func _$willModify() {
    id.renewStamp()
  }

  @usableFromInline
  func recordAccess(_ slot: UInt32) {
    ObservationKey(location: id.location, slot: slot).recordRead()
  }

  @usableFromInline
  func recordMutation(_ slot: UInt32) {
    let key = ObservationKey(location: id.location, slot: slot)
    // Only Swift's Observation can observe a value outside a store.
    guard RuntimeContext.current?.shouldReportWrites == true else {
      return ForeignObservation.didChange(key)
    }
    ObservationHub.shared.changed(key)
  }
}

// Two states with equal properties are equal, whatever their identities.
extension ObservationStateRegistrar: Hashable {
  public static func == (lhs: Self, rhs: Self) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}

extension ObservationStateRegistrar: Codable {
  public init(from decoder: any Decoder) {
    self.init()
  }
  public func encode(to encoder: any Encoder) {}
}
