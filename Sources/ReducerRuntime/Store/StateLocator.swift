/// The way to where a store's state lies.
///
/// An object of no type parameters of its own in its answers: addresses need no look-up of types.
@MainActor
@usableFromInline
class StateLocator {
  fileprivate nonisolated init() {}

  /// Where the state lies, until the next action; `nil` where it is stored nowhere, or has gone. Whoever observes here
  /// observes that it lies there.
  @usableFromInline
  func locate() -> UnsafeRawPointer? { nil }

  /// For what is stored nowhere.
  @usableFromInline static let nowhere = StateLocator()
}

extension StateLocator {
  /// The way to what lies at the root of a tree of stores.
  @usableFromInline
  static func root<State, Action>(_ root: RootCore<State, Action>) -> StateLocator {
    RootLocator(root)
  }

  /// The way to a child that is always there; `nil` where it is not stored in its parent.
  @usableFromInline
  static func child<Parent, Child>(
    _ toChild: KeyPath<Parent, Child>, in parent: StateLocator
  ) -> StateLocator? {
    StoredPlace(of: toChild, as: Child.self).map { ChildLocator(parent, $0) }
  }

  /// The way to a child that may be absent; `nil` where it is not stored in its parent.
  @usableFromInline
  static func child<Parent, Child>(
    _ toChild: KeyPath<Parent, Child?>, in parent: StateLocator
  ) -> StateLocator? {
    if let place = StoredPlace(of: toChild, as: PresentationState<Child>.self) {
      PresentedLocator(ChildLocator(parent, place), of: Child.self)
    } else if let place = StoredPlace(of: toChild, as: Child?.self) {
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
  }

  override func locate() -> UnsafeRawPointer? { UnsafeRawPointer(root.locate()) }
}

private final class ChildLocator<Parent, Child>: StateLocator {
  private let parent: StateLocator
  private let place: StoredPlace<Parent, Child>

  init(_ parent: StateLocator, _ place: StoredPlace<Parent, Child>) {
    self.parent = parent
    self.place = place
  }

  override func locate() -> UnsafeRawPointer? {
    guard let parent = parent.locate() else { return nil }
    if ObservationActivity.isTracking { place.property?.noteRead(in: parent) }
    return parent + place.offset
  }
}

private final class PresentedLocator: StateLocator {
  private let presentation: StateLocator
  private let offset: Int

  init<Child>(_ presentation: StateLocator, of child: Child.Type) {
    self.presentation = presentation
    offset = MemoryLayout<PresentationState<Child>>.offset(of: \.place)!
  }

  override func locate() -> UnsafeRawPointer? {
    // As a presentation it would be copied.
    presentation.locate()?.load(fromByteOffset: offset, as: UnsafeRawPointer?.self)
  }
}

private final class OptionalLocator<Parent, Child>: StateLocator {
  private let optional: ChildLocator<Parent, Child?>

  init(_ optional: ChildLocator<Parent, Child?>) {
    self.optional = optional
  }

  override func locate() -> UnsafeRawPointer? {
    guard let place = optional.locate(),
      case .some = place.assumingMemoryBound(to: Child?.self).pointee
    else { return nil }
    // The payload of an optional lies where the optional does.
    return place
  }
}

/// The way to an element of a list.
final class ElementLocator<List: _ScopableElements>: StateLocator {
  private let list: StateLocator
  private let id: List.ElementID

  init(_ id: List.ElementID, in list: StateLocator) {
    self.id = id
    self.list = list
    super.init()
  }

  override func locate() -> UnsafeRawPointer? {
    list.locate().flatMap { list in
      list.assumingMemoryBound(to: List.self).pointee._locate(id).map { UnsafeRawPointer($0) }
    }
  }
}
