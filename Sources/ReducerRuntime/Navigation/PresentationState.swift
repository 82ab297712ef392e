/// Holds the state of a child that is presented from time to time. Written `@Presents var detail: Detail.State?`.
///
/// A presented child lies behind a reference of its own, so that a feature may present one of its own kind; a copy is
/// made when it is changed, not before.
///
/// - Complexity: Reading and changing the child in place O(1); presenting it allocates once.
@propertyWrapper
public struct PresentationState<State> {
  private var storage: Storage?

  private final class Storage {
    var state: State?
    init(_ state: State?) { self.state = state }
  }

  public init(wrappedValue: State?) {
    storage = wrappedValue.map(Storage.init)
  }

  /// The child's state, `nil` while it is not presented.
  public var wrappedValue: State? {
    get { storage?.state }
    set {
      guard case .some = newValue else {
        storage = nil
        return
      }
      if isKnownUniquelyReferenced(&storage) {
        storage?.state = newValue
      } else {
        storage = Storage(newValue)
      }
    }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage?.state) }
      defer { if !isPresent { storage = nil } }
      yield &storage!.state
    }
  }

  /// The presentation itself: what `\.$detail` leads to.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }

  var isPresent: Bool {
    if case .some = storage?.state { true } else { false }
  }

  /// Which child is presented, `nil` where none is.
  func identity(_ identity: ChildIdentity<State>) -> ChildID? {
    guard let storage, storage.state != nil else { return nil }
    return identity.of(&storage.state!)
  }

  /// Looks at the child where it lies; it must be there.
  func readChild<Result>(_ operation: (inout State) -> Result) -> Result {
    operation(&storage!.state!)
  }

  /// Changes the child where it lies; it must be there.
  mutating func modifyChild<Result>(_ operation: (inout State) -> Result) -> Result {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage?.state) }
    return operation(&storage!.state!)
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
