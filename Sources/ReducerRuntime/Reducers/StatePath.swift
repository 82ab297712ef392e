/// The way from a parent's state to a child's: by offset where the child is stored, else through the key path.
///
/// It is looked up once, when a reducer tree is resolved.
///
/// - Complexity: By offset O(1), and nothing is copied. Through a key path whatever its accessors cost.
enum StatePath<Root, Value> {
  case offset(Int)
  case keyPath(WritableKeyPath<Root, Value>)

  init(_ keyPath: WritableKeyPath<Root, Value>) {
    // An observed property is computed; its state says what is stored behind it.
    let storage = (Root.self as? any ObservableState.Type)?.storage(behind: keyPath)
    if let offset = MemoryLayout<Root>.offset(of: storage ?? keyPath) {
      self = .offset(offset)
    } else {
      self = .keyPath(keyPath)
    }
  }

  /// Runs `operation` on the child where it lies.
  @inline(__always)
  func modify<Result>(_ root: inout Root, _ operation: (inout Value) -> Result) -> Result {
    switch self {
    case .offset(let offset):
      return withUnsafeMutablePointer(to: &root) { pointer in
        let child = (UnsafeMutableRawPointer(pointer) + offset).assumingMemoryBound(to: Value.self)
        return operation(&child.pointee)
      }
    case .keyPath(let keyPath):
      return operation(&root[keyPath: keyPath])
    }
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
