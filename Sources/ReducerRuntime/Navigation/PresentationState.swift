/// Holds the state of a child that is presented from time to time. Written `@Presents var detail: Detail.State?`.
///
/// A presented child lies behind a reference of its own, so that a feature may present one of its own kind; a copy is
/// made when it is changed, not before.
///
/// - Complexity: Reading and changing the child in place O(1); presenting it allocates once.
@propertyWrapper
public struct PresentationState<State> {
  @usableFromInline private(set) var storage: Storage?
  /// Where the child lies, for looking at it; `nil` while none is presented. Known beside the storage, so that whoever
  /// looks need not hold on to that.
  @usableFromInline private(set) var place: UnsafeMutablePointer<State>?
  /// The child that effects were last started for: it may have gone since, and they not.
  @usableFromInline var running: ChildID?

  /// Holds one child, whose place does not change as long as it is there.
  @usableFromInline
  final class Storage {
    fileprivate let place: UnsafeMutablePointer<State>
    private var isFull = true

    fileprivate init(_ state: State) {
      place = .allocate(capacity: 1)
      place.initialize(to: state)
    }

    deinit {
      if isFull { place.deinitialize(count: 1) }
      place.deallocate()
    }

    /// Notes that the child was taken away and none is to be put back.
    fileprivate func forget() {
      isFull = false
    }
  }

  public init(wrappedValue: State?) {
    present(wrappedValue)
  }

  private mutating func present(_ child: State?) {
    storage = child.map(Storage.init)
    place = storage?.place
  }

  /// The child's state, `nil` while it is not presented.
  public var wrappedValue: State? {
    get { place?.pointee }
    set {
      if let newValue, let place, isKnownUniquelyReferenced(&storage) {
        place.pointee = newValue
      } else {
        present(newValue)
      }
    }
    _modify {
      guard place != nil else {
        var child: State?
        defer { present(child) }
        yield &child
        return
      }
      // The child leaves its place while it is changed, so that what it holds is referenced once.
      let place = placeForChange
      var child: State? = place.move()
      defer {
        if let child {
          place.initialize(to: child)
        } else {
          storage?.forget()
          present(nil)
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

  /// Where the child lies, for changing it there; it must be presented.
  ///
  /// - Complexity: O(1), but for a copy of the child where the storage is shared.
  @inlinable
  var placeForChange: UnsafeMutablePointer<State> {
    mutating get {
      if !isKnownUniquelyReferenced(&storage) { copyStorage() }
      return place.unsafelyUnwrapped
    }
  }

  @usableFromInline
  mutating func copyStorage() {
    present(wrappedValue)
  }
}

// The storage is never changed while it is shared.
extension PresentationState: @unchecked Sendable where State: Sendable {}

extension PresentationState: Equatable where State: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.place == rhs.place || lhs.wrappedValue == rhs.wrappedValue
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
