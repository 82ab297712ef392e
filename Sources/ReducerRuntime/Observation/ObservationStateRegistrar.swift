/// What `@ObservableState` stores beside a type's properties: its identity, and the way reads and writes are noted.
///
/// It holds no observers: those live with the main actor, so that state stays a plain value which may be copied, sent
/// and changed anywhere. Only writes made while a store reduces are announced.
public struct ObservationStateRegistrar: Sendable {
  /// The identity of the state this belongs to.
  public private(set) var id = ObservableStateID()

  public init() {}

  /// Notes that the property `slot` was read, when somebody is observing.
  ///
  /// - Parameter slot: The 32-bit FNV-1a hash of the property's name.
  @inlinable
  public func access(_ slot: UInt32) {
    if ObservationActivity.isTracking { noteAccess(slot) }
  }

  /// Stores `newValue`, and notes that the property `slot` changed.
  @inlinable
  public func set<Value>(_ slot: UInt32, _ value: inout Value, _ newValue: Value) {
    value = newValue
    if ObservationActivity.isObserved { noteMutation(slot) }
  }

  /// As above, but says nothing when the value stays the same.
  @inlinable
  public func set<Value: Equatable>(_ slot: UInt32, _ value: inout Value, _ newValue: Value) {
    if ObservationActivity.isObserved, value != newValue { noteMutation(slot) }
    value = newValue
  }

  /// As above. Whole states are not compared, however equatable: that would cost as much as they are large.
  @inlinable
  public func set<Value: ObservableState>(_ slot: UInt32, _ value: inout Value, _ newValue: Value) {
    value = newValue
    if ObservationActivity.isObserved { noteMutation(slot) }
  }

  /// As above.
  @inlinable
  public func set<Value: ObservableState & Equatable>(
    _ slot: UInt32, _ value: inout Value, _ newValue: Value
  ) {
    value = newValue
    if ObservationActivity.isObserved { noteMutation(slot) }
  }

  /// Before a property is changed in place.
  @inlinable
  public func willModify<Value>(_ value: inout Value) -> ObservableStateID? { nil }

  /// After a property that is no state of its own was changed in place.
  @inlinable
  public func didModify<Value>(_ slot: UInt32, _ value: Value, _ before: ObservableStateID?) {
    if ObservationActivity.isObserved { noteMutation(slot) }
  }

  /// Before a child state is changed in place. What changes inside is announced by the child itself.
  @inlinable
  public func willModify<Value: ObservableState>(_ value: inout Value) -> ObservableStateID? {
    guard ObservationActivity.isObserved else { return nil }
    value._$willModify()
    return value._$id
  }

  /// After a child state was changed in place: it is the parent's change only if the child is another one now.
  @inlinable
  public func didModify<Value: ObservableState>(
    _ slot: UInt32, _ value: Value, _ before: ObservableStateID?
  ) {
    guard ObservationActivity.isObserved else { return }
    let now = value._$id
    if before != now || now.isInert { noteMutation(slot) }
  }

  /// Notes that the state is about to be changed through its parent.
  public mutating func _$willModify() {
    id.renewStamp()
  }

  @usableFromInline
  func noteAccess(_ slot: UInt32) {
    ObservationKey(location: id.location, slot: slot).noteRead()
  }

  @usableFromInline
  func noteMutation(_ slot: UInt32) {
    guard RuntimeContext.current?.announcesWrites == true else { return }
    ObservationHub.shared.changed(ObservationKey(location: id.location, slot: slot))
  }
}

// Identity is no part of a state's value: two states with equal properties are equal.
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
