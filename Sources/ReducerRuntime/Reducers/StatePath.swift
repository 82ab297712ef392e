/// The way from a parent's state to a child's: by offset where the child is stored, else through the key path.
///
/// It is looked up once, when a reducer tree is resolved.
///
/// - Complexity: By offset O(1), and nothing is copied. Through a key path whatever its accessors cost.
@usableFromInline
struct StatePath<Root, Value> {
  /// Where the child lies in its parent; `nil` where it is not stored there.
  @usableFromInline let offset: Int?
  @usableFromInline let accessors: Accessors

  /// The way past the offset. One object, so that a path is cheap to hold.
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
    let place = StoredPlace(of: keyPath, as: Value.self)
    offset = place?.offset
    accessors = Accessors(keyPath, place?.property)
  }

  /// Runs `operation` on the child where it lies.
  ///
  /// Observers of the child's properties hear of it; those of the place where it lies must be told: ``didReplace(in:)``.
  @inlinable
  @inline(__always)
  func modify<Result>(_ root: inout Root, _ operation: (inout Value) -> Result) -> Result {
    guard let offset else { return operation(&root[keyPath: accessors.keyPath]) }
    return withUnsafeMutablePointer(to: &root) { root in
      let child = (UnsafeMutableRawPointer(root) + offset).assumingMemoryBound(to: Value.self)
      return operation(&child.pointee)
    }
  }

  /// Runs `operation` on the child, which lies where it may be looked at and is not changed.
  @inlinable
  @inline(__always)
  func read<Result>(_ root: inout Root, _ operation: (inout Value) -> Result) -> Result {
    if offset != nil { return modify(&root, operation) }
    // Not through the setter: it would tell observers of a change.
    var value = root[keyPath: accessors.keyPath]
    return operation(&value)
  }

  /// Sets the child through its property, so that whoever observes that hears of it.
  @usableFromInline
  func set(_ value: Value, in root: inout Root) {
    root[keyPath: accessors.keyPath] = value
  }

  /// Tells observers that another child lies in this place, or that one changed which cannot tell them itself.
  @MainActor
  @usableFromInline
  func didReplace(in root: inout Root) {
    withUnsafePointer(to: &root) { accessors.property?.changed(in: UnsafeRawPointer($0)) }
  }
}

/// Where a state stores what one of its properties leads to.
struct StoredPlace<Root, Value> {
  let offset: Int
  /// Whom to tell of reads and changes, as they go past the property's accessors; `nil` where it is not observed.
  let property: ObservedProperty<Root>?

  /// `nil` where nothing of type `Value` is stored behind `keyPath`.
  init?<Property>(of keyPath: KeyPath<Root, Property>, as type: Value.Type) {
    // An observed property is computed; its state says what is stored behind it.
    let behind = (Root.self as? any ObservableState.Type)?.storage(behind: keyPath)
    guard
      let stored = (behind ?? keyPath) as? KeyPath<Root, Value>,
      let offset = MemoryLayout<Root>.offset(of: stored)
    else { return nil }
    self.offset = offset
    property = behind == nil ? nil : ObservedProperty.make(keyPath)
  }
}

/// An observed property of a state, known by its key path.
class ObservedProperty<Root> {
  fileprivate init() {}

  /// `nil` where `Root` is not observable.
  fileprivate static func make<Value>(_ keyPath: KeyPath<Root, Value>) -> ObservedProperty? {
    func known<Known: ObservableState>(_ type: Known.Type) -> AnyObject? {
      (keyPath as? KeyPath<Known, Value>).map { KnownProperty($0) }
    }
    guard let type = Root.self as? any ObservableState.Type else { return nil }
    return known(type) as? ObservedProperty
  }

  /// Tells observers of the property in the state at `root`.
  @MainActor func changed(in root: UnsafeRawPointer) {}
  /// Has the property of the state at `root` observed by whoever observes here.
  @MainActor func noteRead(in root: UnsafeRawPointer) {}
}

private final class KnownProperty<Root: ObservableState, Value>: ObservedProperty<Root> {
  private let read: (inout Root) -> Void
  private let location: (inout Root) -> UInt64
  private var slot: UInt32?

  init(_ keyPath: KeyPath<Root, Value>) {
    // Only looked at; `inout` so that it is not copied.
    read = { _ = $0[keyPath: keyPath] }
    location = { $0._$id.location }
    super.init()
  }

  override func changed(in root: UnsafeRawPointer) {
    if let key = key(in: root) { ObservationHub.shared.changed(key) }
  }

  override func noteRead(in root: UnsafeRawPointer) {
    key(in: root)?.noteRead()
  }

  @MainActor
  private func key(in place: UnsafeRawPointer) -> ObservationKey? {
    let root = UnsafeMutablePointer(mutating: place.assumingMemoryBound(to: Root.self))
    let location = location(&root.pointee)
    if slot == nil {
      // Its name's hash is known to its accessors only: ask them, once.
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
