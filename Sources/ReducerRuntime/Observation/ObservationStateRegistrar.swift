/// The storage that `@ObservableState` adds to a type: its identity, and the functions that record reads and writes.
///
/// It does not store observers. Those belong to the main actor, so that state stays a plain value that may be copied,
/// sent and changed anywhere. Only writes during a store's reduction are reported.
public struct ObservationStateRegistrar: Sendable {
  /// The identity of the state.
  public private(set) var id = ObservableStateID()

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

  /// Stores `newValue`, and records a change of the property `slot`. Whole states are never compared, even if
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
  /// The setter is used rather than the child itself, so that a removed child is still whole when it is released.
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

  /// Called after a property that is not a state of its own was changed in place.
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

  /// Called after a child state was changed in place: a change of the parent only if the child was replaced.
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

  /// Called after an optional child state was changed in place: a change of the parent only if the child was replaced,
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
    // A value outside a store can only be observed by Swift's Observation.
    guard RuntimeContext.current?.shouldReportWrites == true else {
      return ForeignObservation.didChange(key)
    }
    ObservationHub.shared.changed(key)
  }
}

// Identity is not a part of a state's value: two states with equal properties are equal.
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
