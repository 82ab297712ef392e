/// A function that finds the address of a store's state.
///
/// A class whose methods return untyped addresses, so that they need no type metadata lookups.
@MainActor
@usableFromInline
class StateLocator {
  /// The accesses to the root's state. Valid as long as the locator, which retains the root.
  fileprivate final let accesses: StateAccesses

  fileprivate nonisolated init(_ accesses: StateAccesses) {
    self.accesses = accesses
  }

  /// Returns the address of the state, valid until the next action; `nil` if it is not stored or was removed. The
  /// current observer observes the location.
  @usableFromInline
  func locate() -> UnsafeRawPointer? { nil }

  /// Returns the presented child; `nil` if there is none or if there cannot be one. Observed like ``locate()``.
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
      PresentedLocator<Child>(ChildLocator(parent, place))
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

  override func locate() -> UnsafeRawPointer? {
    guard let parent = parent.locate() else { return nil }
    if ObservationActivity.isTracking { place.property?.recordRead(in: parent) }
    return parent + place.offset
  }
}

/// A locator of something that the storage of a presentation holds, which keeps it when the storage is released.
private class KeepingLocator<Child, Content>: StateLocator {
  fileprivate final let presentation: StateLocator
  fileprivate final let kept = KeptChild<Content>()
  fileprivate final let storage = MemoryLayout<PresentationState<Child>>.offset(of: \.storage)!
  /// The content's address when it was last located.
  @exclusivity(unchecked) private final var last: UnsafeRawPointer?

  init(_ presentation: StateLocator) {
    self.presentation = presentation
    super.init(presentation.accesses)
  }

  /// Records the address of the content in the presentation at `presentation`.
  @inline(__always)
  fileprivate final func didLocate(
    _ content: UnsafeRawPointer?, in presentation: UnsafeRawPointer
  ) {
    if content != last { keep(content, in: presentation) }
  }

  private final func keep(_ content: UnsafeRawPointer?, in presentation: UnsafeRawPointer) {
    last = content
    guard let content else { return }
    kept.expect(content)
    presentation.load(fromByteOffset: storage, as: Unmanaged<AnyPresentedStorage>.self)
      ._withUnsafeGuaranteedRef { $0.setKeeper(kept) }
  }
}

private final class PresentedLocator<Child>: KeepingLocator<Child, Child> {
  private let identity = _StateIdentity<Child>.make()
  private let place = MemoryLayout<PresentationState<Child>>.offset(of: \.stateAddress)!

  override func locate() -> UnsafeRawPointer? {
    guard let presentation = presentation.locate() else { return nil }
    // Not read as a presentation, which would copy it.
    let child = presentation.load(fromByteOffset: place, as: UnsafeRawPointer?.self)
    didLocate(child, in: presentation)
    return child ?? removedChild(in: presentation)
  }

  /// Returns the child that was presented last, unless another one is presented whose payload alone is stored.
  private func removedChild(in presentation: UnsafeRawPointer) -> UnsafeRawPointer? {
    let isAbsent = presentation.load(fromByteOffset: storage, as: UnsafeRawPointer?.self) == nil
    return isAbsent ? UnsafeRawPointer(kept.address) : nil
  }

  override func presentedChild() -> PresentedChild? {
    // The identity of an enum reads the `id` of its payload.
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
    PayloadLocator<Child, Payload>(presentation, case: index)
  }
}

private final class PayloadLocator<Child, Payload>: KeepingLocator<Child, Payload> {
  private let index: Int
  private let payload = ObjectIdentifier(Payload.self)
  private let place = MemoryLayout<PresentationState<Child>>.offset(of: \.payload)!

  init(_ presentation: StateLocator, case index: Int) {
    self.index = index
    super.init(presentation)
  }

  override func locate() -> UnsafeRawPointer? {
    guard let presentation = presentation.locate() else { return nil }
    guard
      let place = presentation.load(fromByteOffset: place, as: PayloadAddress?.self),
      place.index == index, place.type == payload
    else { return UnsafeRawPointer(kept.address) }
    let address = UnsafeRawPointer(place.address)
    didLocate(address, in: presentation)
    return address
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
}

/// A locator of an element of a list.
final class ElementLocator<List: _ScopableElements>: StateLocator {
  private let list: StateLocator
  private let id: List.ElementID

  init(_ id: List.ElementID, in list: StateLocator) {
    self.id = id
    self.list = list
    super.init(list.accesses)
  }

  override func locate() -> UnsafeRawPointer? {
    list.locate().flatMap { list in
      list.assumingMemoryBound(to: List.self).pointee._locate(id).map { UnsafeRawPointer($0) }
    }
  }
}
