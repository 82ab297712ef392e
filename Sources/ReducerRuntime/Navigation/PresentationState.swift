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
    /// The child that effects were last started for: it may have gone since, and they not.
    var running: ChildID?

    init(_ state: State?, running: ChildID? = nil) {
      self.state = state
      self.running = running
    }
  }

  public init(wrappedValue: State?) {
    storage = wrappedValue.map { Storage($0) }
  }

  /// The child's state, `nil` while it is not presented.
  public var wrappedValue: State? {
    get { storage?.state }
    set {
      if isKnownUniquelyReferenced(&storage) {
        storage?.state = newValue
      } else {
        storage = Storage(newValue, running: storage?.running)
      }
      letGoIfUnused()
    }
    _modify {
      makeUnique()
      defer { letGoIfUnused() }
      yield &storage!.state
    }
  }

  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) {
      storage = Storage(storage?.state, running: storage?.running)
    }
  }

  private mutating func letGoIfUnused() {
    if storage?.running == nil, !isPresent { storage = nil }
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
    makeUnique()
    return operation(&storage!.state!)
  }

  /// The child that effects were last started for.
  var running: ChildID? { storage?.running }

  /// Notes that effects were started for `child`, or that none of a child that has gone are left.
  mutating func setRunning(_ child: ChildID?) {
    guard child != running else { return }
    makeUnique()
    storage!.running = child
    letGoIfUnused()
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
