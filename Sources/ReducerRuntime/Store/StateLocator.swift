/// An object that finds the address of a store's state.
///
/// Its methods return untyped addresses and therefore need no type metadata lookups.
@MainActor
@usableFromInline
class StateLocator {
  /// The accesses to the root's state. Valid while the locator exists, because it retains the root.
  final let accesses: StateAccesses

  nonisolated init(_ accesses: StateAccesses) {
    self.accesses = accesses
  }

  /// Returns the address of the state, valid until the next action; `nil` if it is not stored or was removed. Records
  /// the location as read by the current observer.
  @usableFromInline
  func locate() -> UnsafeRawPointer? { nil }

  /// Whether the state or that of a parent was removed, as far as the states are stored.
  func isRemoved() -> Bool { false }

  /// Returns the presented child, or `nil` if none is presented. Observed like ``locate()``.
  @usableFromInline
  func presentedChild() -> PresentedChild? { nil }

  /// Returns the locator of the payload of one case of a presented enum.
  @usableFromInline
  func payload<Payload>(as _: Payload.Type, case index: Int) -> StateLocator { .nowhere }

  /// The locator of states that are not stored.
  @usableFromInline static let nowhere = StateLocator(StateAccesses())
}

extension StateLocator {
  /// Returns the locator of the root state of a tree of stores.
  @usableFromInline
  static func root<State, Action>(_ root: RootCore<State, Action>) -> StateLocator {
    RootLocator(root)
  }

  /// Returns the locator of a child that is always present, or `nil` if it is not a stored property.
  @usableFromInline
  static func child<Parent, Child>(
    _ toChild: KeyPath<Parent, Child>, in parent: StateLocator
  ) -> StateLocator? {
    StoredProperty(of: toChild, as: Child.self).map { ChildLocator(parent, $0) }
  }

  /// Returns the locator of an optional child, or `nil` if it is not a stored property.
  @usableFromInline
  static func child<Parent, Child>(
    _ toChild: KeyPath<Parent, Child?>, in parent: StateLocator
  ) -> StateLocator? {
    if let place = StoredProperty(of: toChild, as: PresentationState<Child>.self) {
      PresentedLocator(ChildLocator(parent, place))
    } else if let place = StoredProperty(of: toChild, as: Child?.self) {
      OptionalLocator(ChildLocator(parent, place))
    } else {
      nil
    }
  }
}

private final class RootLocator<State, Action>: StateLocator {
  private let root: RootCore<State, Action>

  init(_ root: RootCore<State, Action>) {
    self.root = root
    super.init(root.accesses)
  }

  override func locate() -> UnsafeRawPointer? { UnsafeRawPointer(root.locate()) }
}

private final class ChildLocator<Parent, Child>: StateLocator {
  private let parent: StateLocator
  private let place: StoredProperty<Parent, Child>

  init(_ parent: StateLocator, _ place: StoredProperty<Parent, Child>) {
    self.parent = parent
    self.place = place
    super.init(parent.accesses)
  }

  // Inlined into the locators of presented children.
  @inline(__always)
  override func locate() -> UnsafeRawPointer? {
    guard let parent = parent.locate() else { return nil }
    if ObservationActivity.isTracking { place.property?.recordRead(in: parent) }
    return parent + place.offset
  }

  override func isRemoved() -> Bool { parent.isRemoved() }
}

/// A locator of the current or last contents of a presentation's storage.
private class StorageLocator<Parent, Child>: StateLocator {
  fileprivate final let presentation: ChildLocator<Parent, PresentationState<Child>>
  fileprivate final let storage = MemoryLayout<PresentationState<Child>>.offset(of: \.storage)!
  /// The address of the child when it was last located; initially zero. A number, because comparing optional
  /// addresses checks both for `nil`.
  @exclusivity(unchecked) fileprivate final var last: UInt = 0
  /// The memory at `last`. Retained, so that no other child can have that address and comparing addresses suffices.
  @exclusivity(unchecked) fileprivate final var memory: ChildMemory?

  init(_ presentation: ChildLocator<Parent, PresentationState<Child>>) {
    self.presentation = presentation
    super.init(presentation.accesses)
  }

  /// Retains the memory of the present child, which is at `content`, and returns `content`.
  fileprivate final func retain(
    _ content: UnsafeRawPointer, in presentation: UnsafeRawPointer
  ) -> UnsafeRawPointer {
    last = UInt(bitPattern: content)
    memory = presentation.load(fromByteOffset: storage, as: Unmanaged<AnyPresentedStorage>.self)
      ._withUnsafeGuaranteedRef { $0.memory }
    return content
  }
}

private final class PresentedLocator<Parent, Child>: StorageLocator<Parent, Child> {
  private let identity = _StateIdentity<Child>.make()
  private let place = MemoryLayout<PresentationState<Child>>.offset(of: \.stateAddress)!

  override func locate() -> UnsafeRawPointer? {
    guard let presentation = presentation.locate() else { return nil }
    // Does not load the whole presentation, because that would copy it.
    let child = presentation.load(fromByteOffset: place, as: UnsafeRawPointer?.self)
    return UInt(bitPattern: child) == last ? child : locateOther(child, in: presentation)
  }

  /// Returns the address of a child that is not at `last`.
  @inline(never)
  private func locateOther(
    _ child: UnsafeRawPointer?, in presentation: UnsafeRawPointer
  ) -> UnsafeRawPointer? {
    if let child { return retain(child, in: presentation) }
    // A child that is present but has no address is a case of which only the payload is stored.
    let isAbsent = presentation.load(fromByteOffset: storage, as: UnsafeRawPointer?.self) == nil
    return isAbsent ? memory?.lastState : nil
  }

  override func isRemoved() -> Bool {
    if presentation.isRemoved() { return true }
    guard let presentation = presentation.locate() else { return false }
    return presentation.load(fromByteOffset: storage, as: UnsafeRawPointer?.self) == nil
  }

  override func presentedChild() -> PresentedChild? {
    // Getting the identity of an enum reads the `id` of its payload.
    accesses.beginReading()
    defer { accesses.endReading() }
    guard let presentation = presentation.locate() else { return nil }
    // Read as a raw pointer, as in `locate()`: addresses need no type metadata lookups.
    if let place = presentation.load(fromByteOffset: place, as: UnsafeMutableRawPointer?.self) {
      let child = place.assumingMemoryBound(to: Child.self)
      return PresentedChild(index: nil, location: identity.of(&child.pointee).location)
    }
    // A strong reference has the layout of an unmanaged one. The presentation retains the storage during this call.
    let storage = presentation.load(
      fromByteOffset: storage, as: Unmanaged<AnyPresentedStorage>?.self)
    return storage?._withUnsafeGuaranteedRef { $0.child }
  }

  override func payload<Payload>(as _: Payload.Type, case index: Int) -> StateLocator {
    PayloadLocator<Parent, Child, Payload>(presentation, case: index)
  }
}

private final class PayloadLocator<Parent, Child, Payload>: StorageLocator<Parent, Child> {
  private let index: Int
  private let payload = ObjectIdentifier(Payload.self)
  private let place = MemoryLayout<PresentationState<Child>>.offset(of: \.payload)!

  init(_ presentation: ChildLocator<Parent, PresentationState<Child>>, case index: Int) {
    self.index = index
    super.init(presentation)
  }

  override func locate() -> UnsafeRawPointer? {
    guard let presentation = presentation.locate() else { return nil }
    let address = presentation.load(fromByteOffset: place, as: PayloadAddress?.self)?.address
    return UInt(bitPattern: address) == last
      ? UnsafeRawPointer(address) : locateOther(in: presentation)
  }

  /// Returns the address of a payload that is not at `last`.
  @inline(never)
  private func locateOther(in presentation: UnsafeRawPointer) -> UnsafeRawPointer? {
    guard
      let place = presentation.load(fromByteOffset: place, as: PayloadAddress?.self),
      place.index == index, place.type == payload
    else { return memory?.lastState }
    return retain(UnsafeRawPointer(place.address), in: presentation)
  }

  override func isRemoved() -> Bool {
    if presentation.isRemoved() { return true }
    guard let presentation = presentation.locate() else { return false }
    if let place = presentation.load(fromByteOffset: place, as: PayloadAddress?.self) {
      return place.index != index
    }
    return presentation.load(fromByteOffset: storage, as: UnsafeRawPointer?.self) == nil
  }
}

private final class OptionalLocator<Parent, Child>: StateLocator {
  private let optional: ChildLocator<Parent, Child?>

  init(_ optional: ChildLocator<Parent, Child?>) {
    self.optional = optional
    super.init(optional.accesses)
  }

  override func locate() -> UnsafeRawPointer? {
    guard let place = optional.locate(),
      case .some = place.assumingMemoryBound(to: Child?.self).pointee
    else { return nil }
    // The payload of an optional has the same address as the optional.
    return place
  }

  override func isRemoved() -> Bool {
    optional.isRemoved() || optional.locate() != nil && locate() == nil
  }
}
