import Synchronization

/// Type-erased storage of a presented child.
@usableFromInline
class AnyPresentedStorage {
  /// The memory of the child. Stores that show the child retain it.
  final let memory: ChildMemory

  fileprivate init(_ memory: ChildMemory) {
    self.memory = memory
  }

  deinit { memory.release() }

  /// The presented child, if only its payload is stored; `nil` if the child is stored as a whole.
  var child: PresentedChild? { nil }
}

/// Storage of one presented child, at an address that stays fixed while the child is present.
@usableFromInline
class PresentedStorage<State>: AnyPresentedStorage {
  /// Creates storage for `state`: for the payload alone if a feature runs on it, otherwise for the whole state.
  static func make(_ state: State) -> PresentedStorage {
    if let storage = ofPayload(state) { return storage }
    let isCase = State.self is any CaseReducerState.Type
    // Storage of a whole enum rejects a case with a feature: stores expect such a payload to be outside the enum.
    let whole = AnyCasePath<State, State>(
      _embed: { $0 }, _extract: { isCase && ofPayload($0) != nil ? nil : $0 })
    return ContentStorage(state, at: whole, index: nil)
  }

  /// Creates storage for the payload of `state`, or returns `nil` if the state is stored as a whole.
  private static func ofPayload(_ state: State) -> PresentedStorage? {
    func payload<Known: CaseReducerState>(_ type: Known.Type) -> AnyObject? {
      (state as? Known)?._$payload?.storage
    }
    return (State.self as? any CaseReducerState.Type).flatMap { payload($0) } as? PresentedStorage
  }

  /// The address of the whole state, or `nil` if only its payload has one.
  var stateAddress: UnsafeMutablePointer<State>? { nil }

  /// The address of the payload, or `nil` if the whole state has one.
  var payload: PayloadAddress? { nil }

  /// Returns a copy of the child.
  func copy() -> State { fatalError("must be overridden") }

  /// Moves the child out; must be followed by ``moveIn(_:)``.
  func moveOut() -> State { fatalError("must be overridden") }

  /// Moves a child in after ``moveOut()``.
  ///
  /// - Returns: `false` if the storage is for another case.
  func moveIn(_ state: State) -> Bool { fatalError("must be overridden") }

  /// Replaces the child.
  ///
  /// - Returns: `false` if the storage is for another case.
  func replace(with state: State) -> Bool { fatalError("must be overridden") }
}

/// Storage for a whole state, or for the payload of a case; the enum is rebuilt when it is read as a whole.
private final class ContentStorage<State, Content>: PresentedStorage<State> {
  private let address: UnsafeMutablePointer<Content>
  private let path: AnyCasePath<State, Content>
  /// The index of the case; `nil` for a whole state.
  private let index: Int?
  private lazy var identity = _StateIdentity<Content>.make()

  init(_ content: Content, at path: AnyCasePath<State, Content>, index: Int?) {
    let memory = TypedChildMemory(content)
    address = memory.content
    self.path = path
    self.index = index
    super.init(memory)
  }

  override var stateAddress: UnsafeMutablePointer<State>? {
    guard index == nil else { return nil }
    return UnsafeMutableRawPointer(address).assumingMemoryBound(to: State.self)
  }

  override var payload: PayloadAddress? { index.map { PayloadAddress(address, index: $0) } }

  override func copy() -> State { path.embed(address.pointee) }

  override func moveOut() -> State {
    memory.isInitialized = false
    return path.embed(address.move())
  }

  override func moveIn(_ state: State) -> Bool {
    guard let content = path.extract(from: state) else { return false }
    address.initialize(to: content)
    memory.isInitialized = true
    return true
  }

  override func replace(with state: State) -> Bool {
    guard let content = path.extract(from: state) else { return false }
    address.pointee = content
    return true
  }

  override var child: PresentedChild? {
    index.map { PresentedChild(index: $0, location: identity.of(&address.pointee).location) }
  }
}

/// The payload of one case of a ``CaseReducerState``, to be stored outside the enum.
public struct _CasePayload<State> {
  let storage: PresentedStorage<State>

  /// Creates storage for a payload.
  ///
  /// - Parameters:
  ///   - path: The case of `payload`.
  ///   - index: The index of that case, unique in the enum.
  public init<Payload>(_ payload: Payload, at path: AnyCasePath<State, Payload>, index: Int) {
    storage = ContentStorage(payload, at: path, index: index)
  }
}

// MARK: - Addresses

/// The memory of a presented child.
///
/// The child's storage and the stores that show the child retain it. A store that outlives its child shows the child's
/// last state from this memory without a copy, for example in a view that closes with an animation.
class ChildMemory {
  private let address: UnsafeRawPointer
  /// Whether the child is initialized and has not been moved out. Changed by the storage only.
  final var isInitialized = true
  // Atomic, because the last copy of a state may be released on any thread.
  private let isReleased = Atomic<Bool>(false)

  fileprivate init(_ address: UnsafeRawPointer) {
    self.address = address
  }

  /// The address of the child's last state; `nil` if the child was moved out, and while its storage may change it,
  /// perhaps on another thread.
  final var lastState: UnsafeRawPointer? {
    isReleased.load(ordering: .acquiring) && isInitialized ? address : nil
  }

  /// Ends the storage's use of the memory.
  final func release() { isReleased.store(true, ordering: .releasing) }
}

/// Memory whose type is known.
final class TypedChildMemory<Content>: ChildMemory {
  let content: UnsafeMutablePointer<Content>

  init(_ initialContent: Content) {
    content = .allocate(capacity: 1)
    content.initialize(to: initialContent)
    super.init(content)
  }

  deinit {
    if isInitialized { content.deinitialize(count: 1) }
    content.deallocate()
  }
}

/// The address of a payload that is stored outside its enum.
@usableFromInline
struct PayloadAddress {
  /// The index of its case.
  @usableFromInline let index: Int
  @usableFromInline let address: UnsafeMutableRawPointer
  /// The type of the payload. A reader with another type gets no address.
  @usableFromInline let type: ObjectIdentifier

  init<Payload>(_ address: UnsafeMutablePointer<Payload>, index: Int) {
    self.index = index
    self.address = UnsafeMutableRawPointer(address)
    type = ObjectIdentifier(Payload.self)
  }
}

/// A presented child, as scoped stores identify it.
@usableFromInline
struct PresentedChild {
  /// The index of its case, if its payload is stored outside the enum.
  @usableFromInline let index: Int?
  /// The location of its ``ObservableStateID``.
  @usableFromInline let location: UInt64
}
