/// The storage of a presented child of any type.
@usableFromInline
class AnyPresentedStorage {
  fileprivate init() {}

  /// Which child's payload lies here, `nil` where the whole child does.
  var child: PresentedChild? { nil }
}

/// Holds one presented child, at an address that does not change as long as it is there.
@usableFromInline
class PresentedStorage<State>: AnyPresentedStorage {
  /// Whether the child is there, and not with a caller of ``take()``.
  fileprivate var isFull = true

  /// Holds `state`: the payload by itself where it is a feature's, otherwise the whole.
  static func make(_ state: State) -> PresentedStorage {
    func payload<Known: CaseReducerState>(_ type: Known.Type) -> AnyObject? {
      (state as? Known)?._$payload?.storage
    }
    let payload = (State.self as? any CaseReducerState.Type).flatMap { payload($0) }
    return payload as? PresentedStorage ?? WholeStorage(state)
  }

  /// The address of the whole, `nil` where only its payload has one.
  var place: UnsafeMutablePointer<State>? { nil }

  /// The place of the payload, `nil` where the whole has one.
  var payload: PayloadPlace? { nil }

  /// A copy of the child.
  func copy() -> State { fatalError("A subclass knows what it holds") }

  /// Moves the child out; only ``putBack(_:)`` may follow.
  func take() -> State { fatalError("A subclass knows what it holds") }

  /// Moves a child in after ``take()``.
  ///
  /// - Returns: `false` where it has no room: a payload has none in the place of another case's.
  func putBack(_ state: State) -> Bool { fatalError("A subclass knows what it holds") }

  /// Replaces the child.
  ///
  /// - Returns: `false` where the other has no room: a payload has none in the place of another case's.
  func replace(with state: State) -> Bool { fatalError("A subclass knows what it holds") }
}

private final class WholeStorage<State>: PresentedStorage<State> {
  private let address: UnsafeMutablePointer<State>

  init(_ state: State) {
    address = .allocate(capacity: 1)
    address.initialize(to: state)
    super.init()
  }

  deinit {
    if isFull { address.deinitialize(count: 1) }
    address.deallocate()
  }

  override var place: UnsafeMutablePointer<State>? { address }

  override func copy() -> State { address.pointee }

  override func take() -> State {
    isFull = false
    return address.move()
  }

  override func putBack(_ state: State) -> Bool {
    address.initialize(to: state)
    isFull = true
    return true
  }

  override func replace(with state: State) -> Bool {
    address.pointee = state
    return true
  }
}

/// Holds the payload of a case, and makes the enum of it when that is asked for.
private final class PayloadStorage<State, Payload>: PresentedStorage<State> {
  private let address: UnsafeMutablePointer<Payload>
  private let path: AnyCasePath<State, Payload>
  private let index: Int
  private let identity = _StateIdentity<Payload>.make()

  init(_ payload: Payload, at path: AnyCasePath<State, Payload>, index: Int) {
    address = .allocate(capacity: 1)
    address.initialize(to: payload)
    self.path = path
    self.index = index
    super.init()
  }

  deinit {
    if isFull { address.deinitialize(count: 1) }
    address.deallocate()
  }

  override var payload: PayloadPlace? {
    PayloadPlace(address, index: index)
  }

  override func copy() -> State { path.embed(address.pointee) }

  override func take() -> State {
    isFull = false
    return path.embed(address.move())
  }

  override func putBack(_ state: State) -> Bool {
    guard let payload = path.extract(from: state) else { return false }
    address.initialize(to: payload)
    isFull = true
    return true
  }

  override func replace(with state: State) -> Bool {
    guard let payload = path.extract(from: state) else { return false }
    address.pointee = payload
    return true
  }

  override var child: PresentedChild? {
    PresentedChild(index: index, location: identity.of(&address.pointee).location)
  }
}

/// The payload of one case of a ``CaseReducerState``, to be held outside the enum.
public struct _CasePayload<State> {
  let storage: PresentedStorage<State>

  /// - Parameters:
  ///   - path: The case of `payload`.
  ///   - index: The number of that case; no other of the enum has it.
  public init<Payload>(_ payload: Payload, at path: AnyCasePath<State, Payload>, index: Int) {
    storage = PayloadStorage(payload, at: path, index: index)
  }
}
