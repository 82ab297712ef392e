/// A path from a parent's state to a child's: an offset if the child is a stored property, otherwise a key path.
///
/// It is looked up once, when a reducer tree is resolved.
///
/// - Complexity: O(1) by offset, without copies. By key path, the cost of its accessors.
@usableFromInline
struct StatePath<Root, Value> {
  /// The offset of the child in its parent; `nil` if it is not a stored property.
  @usableFromInline let offset: Int?
  @usableFromInline let accessors: Accessors

  /// The key path accessors. They are in a class, so that copying a path is cheap.
  @usableFromInline
  final class Accessors {
    @usableFromInline let keyPath: WritableKeyPath<Root, Value>
    let property: ObservedProperty<Root>?

    init(_ keyPath: WritableKeyPath<Root, Value>, _ property: ObservedProperty<Root>?) {
      self.keyPath = keyPath
      self.property = property
    }
  }

  @usableFromInline
  init(_ keyPath: WritableKeyPath<Root, Value>) {
    let place = StoredProperty(of: keyPath, as: Value.self)
    offset = place?.offset
    accessors = Accessors(keyPath, place?.property)
  }

  /// Runs `operation` on the child in place.
  ///
  /// Observers of the child's properties are notified. Call ``didReplace(in:)`` to notify the observers of the property
  /// that holds the child.
  @inlinable
  @inline(__always)
  func modify<Result>(_ root: inout Root, _ operation: (inout Value) -> Result) -> Result {
    guard let offset else { return operation(&root[keyPath: accessors.keyPath]) }
    return withUnsafeMutablePointer(to: &root) { root in
      let child = (UnsafeMutableRawPointer(root) + offset).assumingMemoryBound(to: Value.self)
      return operation(&child.pointee)
    }
  }

  /// Runs `operation` on the child in place, for reading only.
  @inlinable
  @inline(__always)
  func read<Result>(_ root: inout Root, _ operation: (inout Value) -> Result) -> Result {
    if offset != nil { return modify(&root, operation) }
    // This does not use the setter, which would notify observers.
    var value = root[keyPath: accessors.keyPath]
    return operation(&value)
  }

  /// Sets the child through its property, so that the property's observers are notified.
  @usableFromInline
  func set(_ value: Value, in root: inout Root) {
    root[keyPath: accessors.keyPath] = value
  }

  /// Notifies observers that the child was replaced, or that a child that cannot report its changes has changed.
  @MainActor
  @usableFromInline
  func didReplace(in root: inout Root) {
    withUnsafePointer(to: &root) { accessors.property?.changed(in: UnsafeRawPointer($0)) }
  }
}

/// The offset of a stored property of a state.
struct StoredProperty<Root, Value> {
  let offset: Int
  /// The observed property at the key path, to which direct accesses are reported; `nil` if it is not observed.
  let property: ObservedProperty<Root>?

  /// Creates a stored property, or returns `nil` if no value of type `Value` is stored at `keyPath`.
  init?<Property>(of keyPath: KeyPath<Root, Property>, as type: Value.Type) {
    // An observed property is computed; its state knows the stored property that backs it.
    let behind = (Root.self as? any ObservableState.Type)?.storage(behind: keyPath)
    guard
      let stored = (behind ?? keyPath) as? KeyPath<Root, Value>,
      let offset = MemoryLayout<Root>.offset(of: stored)
    else { return nil }
    self.offset = offset
    property = behind == nil ? nil : ObservedProperty.make(keyPath)
  }
}

/// An observed property of a state, by its key path.
class ObservedProperty<Root> {
  fileprivate init() {}

  /// Returns the property at `keyPath`, or `nil` if `Root` is not observable.
  fileprivate static func make<Value>(_ keyPath: KeyPath<Root, Value>) -> ObservedProperty? {
    func known<Known: ObservableState>(_ type: Known.Type) -> AnyObject? {
      (keyPath as? KeyPath<Known, Value>).map { KnownProperty($0) }
    }
    guard let type = Root.self as? any ObservableState.Type else { return nil }
    return known(type) as? ObservedProperty
  }

  /// Notifies observers of the property in the state at `root`.
  @MainActor func changed(in root: UnsafeRawPointer) {}
  /// Records a read of the property in the state at `root` for the current observer.
  @MainActor func recordRead(in root: UnsafeRawPointer) {}
}

private final class KnownProperty<Root: ObservableState, Value>: ObservedProperty<Root> {
  private let read: (inout Root) -> Void
  private let location: (inout Root) -> UInt64
  private var slot: UInt32?

  init(_ keyPath: KeyPath<Root, Value>) {
    // The parameters are `inout` only to avoid a copy.
    read = { _ = $0[keyPath: keyPath] }
    location = { $0._$id.location }
    super.init()
  }

  override func changed(in root: UnsafeRawPointer) {
    if let key = key(in: root) { ObservationHub.shared.changed(key) }
  }

  override func recordRead(in root: UnsafeRawPointer) {
    key(in: root)?.recordRead()
  }

  @MainActor
  private func key(in place: UnsafeRawPointer) -> ObservationKey? {
    let root = UnsafeMutablePointer(mutating: place.assumingMemoryBound(to: Root.self))
    let location = location(&root.pointee)
    if slot == nil {
      // Only the property's accessors know the hash of its name, so its key is taken from one observed read.
      let keys = ObservationScope.keys { read(&root.pointee) }
      slot = keys.first { $0.location == location }?.slot
    }
    return slot.map { ObservationKey(location: location, slot: $0) }
  }
}

extension ObservableState {
  fileprivate static func storage(behind keyPath: AnyKeyPath) -> AnyKeyPath? {
    (keyPath as? PartialKeyPath<Self>).flatMap(_$storage(for:))
  }
}
