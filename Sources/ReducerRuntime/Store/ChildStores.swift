/// The stores scoped from one store, each made once.
@MainActor
@usableFromInline
struct ChildStores {
  /// Where a child's store was scoped: from which state, through which action.
  @usableFromInline
  struct Place: Hashable {
    var state: AnyKeyPath
    var action: AnyKeyPath

    @usableFromInline
    init(state: AnyKeyPath, action: AnyKeyPath) {
      self.state = state
      self.action = action
    }
  }

  /// One child's store.
  @usableFromInline
  struct ID: Hashable {
    var place: Place
    /// Tells one child at the place from the next; `nil` where there is always the same.
    var identity: AnyHashable?

    @usableFromInline
    init(place: Place, identity: AnyHashable? = nil) {
      self.place = place
      self.identity = identity
    }
  }

  /// A store that was asked for, by the very key paths it was asked for with.
  @usableFromInline
  struct Recent {
    // Compared and handed out a hundred times a frame, so they are not counted; `owned` keeps all three.
    @usableFromInline let state: ObjectIdentifier
    @usableFromInline let action: ObjectIdentifier
    @usableFromInline let identity: UInt64
    @usableFromInline let store: Unmanaged<AnyObject>
    private let owned: (state: AnyKeyPath, action: AnyKeyPath, store: AnyObject)

    init(_ store: AnyObject, _ state: AnyKeyPath, _ action: AnyKeyPath, _ identity: UInt64) {
      owned = (state, action, store)
      self.state = ObjectIdentifier(state)
      self.action = ObjectIdentifier(action)
      self.identity = identity
      self.store = .passUnretained(store)
    }
  }

  private var stores: [ID: AnyObject] = [:]
  // A key path that captures nothing is one object for each place in the program that spells it, so most are known
  // again without being hashed.
  @usableFromInline private(set) var recent: [Recent] = []
  private var oldest = 0
  private static let recentLimit = 16

  @usableFromInline
  init() {}

  /// The store that was made for the very same key paths, and the identity of its child then.
  @inlinable
  @inline(__always)
  func recent(
    _ state: AnyKeyPath, _ action: AnyKeyPath
  ) -> (store: Unmanaged<AnyObject>, identity: UInt64)? {
    let (state, action) = (ObjectIdentifier(state), ObjectIdentifier(action))
    for index in recent.indices
    where recent[index].state == state && recent[index].action == action {
      return (recent[index].store, recent[index].identity)
    }
    return nil
  }

  /// The store at `id`, made where there is none.
  ///
  /// - Complexity: O(1), but key paths are hashed.
  @usableFromInline
  mutating func store<Child: AnyObject>(_ id: ID, make: () -> Child) -> Child {
    if let child = stores[id] as? Child { return child }
    let child = make()
    stores[id] = child
    return child
  }

  /// Has `store` known again by the very key paths that it was asked for with.
  @usableFromInline
  mutating func remember(
    _ store: AnyObject, _ state: AnyKeyPath, _ action: AnyKeyPath, _ identity: UInt64
  ) {
    let known = Recent(store, state, action, identity)
    if recent.count < Self.recentLimit {
      recent.append(known)
    } else {
      recent[oldest] = known
      oldest = (oldest + 1) % Self.recentLimit
    }
  }

  var isEmpty: Bool { stores.isEmpty }

  /// Forgets the stores of children scoped at `place`, but for the one known as `current`.
  @usableFromInline
  mutating func forget(at place: Place, except current: AnyHashable?) {
    forget { $0.place == place && $0.identity != current }
  }

  /// Forgets the stores of elements that are not there any more, when there are more stores than `limit`.
  mutating func forgetElements(ifMoreThan limit: Int, unless isPresent: (AnyHashable) -> Bool) {
    guard stores.count > limit else { return }
    forget { $0.place == .elements && $0.identity.map(isPresent) != true }
  }

  private mutating func forget(where isGone: (ID) -> Bool) {
    let gone = stores.keys.filter(isGone)
    guard !gone.isEmpty else { return }
    for id in gone { stores[id] = nil }
    recent.removeAll(keepingCapacity: true)
  }
}

extension ChildStores.Place {
  /// Where the stores of a list's elements are scoped, in the list's own store.
  @MainActor static let elements = Self(state: \Int.self, action: \Int.self)
}
