/// Holds the state of a child that is presented from time to time. Written `@Presents var detail: Detail.State?`.
///
/// A presented child lies behind a reference of its own, so that a feature may present one of its own kind; a copy is
/// made when it is changed, not before.
///
/// Of a `@Reducer` enum the payload lies there by itself: Swift has no address for the payload of an enum, and the
/// feature in it is reduced and read where it lies. The enum is made of it when it is asked for.
///
/// - Complexity: Reading and changing the child in place O(1); presenting it allocates once.
@propertyWrapper
public struct PresentationState<State> {
  @usableFromInline private(set) var storage: PresentedStorage<State>?
  /// Where the child lies, for looking at it; `nil` while none is presented, and where ``payload`` says where it lies.
  /// Known beside the storage, so that a reader need not retain that.
  @usableFromInline private(set) var place: UnsafeMutablePointer<State>?
  /// Where the payload of a child lies that is a case of a `@Reducer` enum.
  @usableFromInline private(set) var payload: PayloadPlace?
  /// The child that effects were last started for: it may have gone since, and they not.
  @usableFromInline var running: ChildID?

  public init(wrappedValue: State?) {
    hold(wrappedValue.map(PresentedStorage.make))
  }

  private mutating func hold(_ storage: PresentedStorage<State>?) {
    self.storage = storage
    place = storage?.place
    payload = storage?.payload
  }

  /// The child's state, `nil` while it is not presented.
  public var wrappedValue: State? {
    get { place?.pointee ?? storage?.copy() }
    set {
      if let newValue, isKnownUniquelyReferenced(&storage), storage!.replace(with: newValue) {
        return
      }
      hold(newValue.map(PresentedStorage.make))
    }
    _modify {
      guard storage != nil else {
        var child: State?
        defer { hold(child.map(PresentedStorage.make)) }
        yield &child
        return
      }
      makeUnique()
      // The child leaves its place while it is changed, so that what it holds is referenced once.
      var child: State? = storage!.take()
      defer {
        if let child {
          if !storage!.putBack(child) { hold(PresentedStorage.make(child)) }
        } else {
          hold(nil)
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

  /// Has the child lie where no copy of this presentation looks, so that it may be changed there.
  ///
  /// - Complexity: O(1), but for a copy of the child where the storage is shared.
  @inlinable
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) { copyStorage() }
  }

  @usableFromInline
  mutating func copyStorage() {
    hold(wrappedValue.map(PresentedStorage.make))
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
