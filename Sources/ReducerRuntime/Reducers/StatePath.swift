/// The way from a parent's state to a child's: by offset where the child is stored, else through the key path.
///
/// It is looked up once, when a reducer tree is resolved.
///
/// - Complexity: By offset O(1), and nothing is copied. Through a key path whatever its accessors cost.
struct StatePath<Root, Value> {
  private enum Place {
    case offset(Int)
    case keyPath(WritableKeyPath<Root, Value>)
  }

  private let place: Place
  /// Tells observers of a property that is reached past its accessors.
  private let property: ObservedProperty<Root>?

  init(_ keyPath: WritableKeyPath<Root, Value>) {
    // An observed property is computed; its state says what is stored behind it.
    let storage = (Root.self as? any ObservableState.Type)?.storage(behind: keyPath)
    guard let offset = MemoryLayout<Root>.offset(of: storage ?? keyPath) else {
      place = .keyPath(keyPath)
      property = nil
      return
    }
    place = .offset(offset)
    property = storage == nil ? nil : ObservedProperty(keyPath)
  }

  /// Runs `operation` on the child where it lies.
  ///
  /// Observers of the child's properties hear of it; those of the place where it lies must be told: ``didReplace(in:)``.
  @inline(__always)
  func modify<Result>(_ root: inout Root, _ operation: (inout Value) -> Result) -> Result {
    switch place {
    case .offset(let offset):
      return withUnsafeMutablePointer(to: &root) { pointer in
        let child = (UnsafeMutableRawPointer(pointer) + offset).assumingMemoryBound(to: Value.self)
        return operation(&child.pointee)
      }
    case .keyPath(let keyPath):
      return operation(&root[keyPath: keyPath])
    }
  }

  /// Runs `operation` on the child, which lies where it may be looked at and is not changed.
  @inline(__always)
  func read<Result>(_ root: inout Root, _ operation: (inout Value) -> Result) -> Result {
    switch place {
    case .offset:
      return modify(&root, operation)
    case .keyPath(let keyPath):
      // Not through the setter: it would tell observers of a change.
      var value = root[keyPath: keyPath]
      return operation(&value)
    }
  }

  /// Tells observers that another child lies in this place, or that one changed which cannot tell them itself.
  @MainActor
  func didReplace(in root: inout Root) {
    property?.changed(in: &root)
  }
}

/// An observed property of a state, known by its key path.
private final class ObservedProperty<Root> {
  private let read: (inout Root) -> Void
  private var slot: UInt32?

  init<Value>(_ keyPath: WritableKeyPath<Root, Value>) {
    read = { _ = $0[keyPath: keyPath] }
  }

  @MainActor
  func changed(in root: inout Root) {
    guard let location = (root as? any ObservableState)?._$id.location else { return }
    if slot == nil {
      // Its name's hash is known to its accessors only: ask them, once.
      slot = ObservationScope.keys { read(&root) }.first { $0.location == location }?.slot
    }
    guard let slot else { return }
    ObservationHub.shared.changed(ObservationKey(location: location, slot: slot))
  }
}

extension ObservableState {
  fileprivate static func storage(behind keyPath: AnyKeyPath) -> AnyKeyPath? {
    (keyPath as? PartialKeyPath<Self>).flatMap(_$storage(for:))
  }
}

extension MemoryLayout {
  fileprivate static func offset(of keyPath: AnyKeyPath) -> Int? {
    (keyPath as? PartialKeyPath<T>).flatMap { offset(of: $0) }
  }
}
