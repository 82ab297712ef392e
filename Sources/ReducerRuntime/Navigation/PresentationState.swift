/// Holds the state of a child that is presented from time to time. Written `@Presents var detail: Detail.State?`.
///
/// A presented child lies behind a reference of its own, so that a feature may present one of its own kind; a copy is
/// made when it is changed, not before.
///
/// - Complexity: Reading and changing the child in place O(1); presenting it allocates once.
@propertyWrapper
public struct PresentationState<State> {
  @usableFromInline var storage: Storage?

  /// Holds one child, whose place does not change as long as it is there.
  @usableFromInline
  final class Storage {
    @usableFromInline let place: UnsafeMutablePointer<State>
    private var isFull = true

    init(_ state: State) {
      place = .allocate(capacity: 1)
      place.initialize(to: state)
    }

    deinit {
      if isFull { place.deinitialize(count: 1) }
      place.deallocate()
    }

    /// Notes that the child was taken away and none is to be put back.
    func forget() {
      isFull = false
    }
  }

  public init(wrappedValue: State?) {
    storage = wrappedValue.map(Storage.init)
  }

  /// The child's state, `nil` while it is not presented.
  public var wrappedValue: State? {
    get { storage?.place.pointee }
    set {
      if let newValue, isKnownUniquelyReferenced(&storage), let storage {
        storage.place.pointee = newValue
      } else {
        storage = newValue.map(Storage.init)
      }
    }
    _modify {
      guard let place = storage == nil ? nil : placeForChange else {
        var child: State?
        defer { storage = child.map(Storage.init) }
        yield &child
        return
      }
      // The child leaves its place while it is changed, so that what it holds is referenced once.
      var child: State? = place.move()
      defer {
        if let child {
          place.initialize(to: child)
        } else {
          storage?.forget()
          storage = nil
        }
      }
      yield &child
    }
  }

  /// The presentation itself: what `\.$detail` leads to.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }

  /// Where the child lies, for looking at it; `nil` while none is presented.
  @inlinable
  var place: UnsafePointer<State>? {
    storage.map { UnsafePointer($0.place) }
  }

  /// Where the child lies, for changing it there; it must be presented.
  ///
  /// - Complexity: O(1), but for a copy of the child where the storage is shared.
  @inlinable
  var placeForChange: UnsafeMutablePointer<State> {
    mutating get {
      if !isKnownUniquelyReferenced(&storage) { copyStorage() }
      return storage.unsafelyUnwrapped.place
    }
  }

  @usableFromInline
  mutating func copyStorage() {
    storage = storage.map { Storage($0.place.pointee) }
  }
}

// The storage is never changed while it is shared.
extension PresentationState: @unchecked Sendable where State: Sendable {}

extension PresentationState: Equatable where State: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.storage === rhs.storage || lhs.wrappedValue == rhs.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

extension PresentationState: Decodable where State: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try State?(from: decoder))
  }
}

extension PresentationState: Encodable where State: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

extension PresentationState: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}
