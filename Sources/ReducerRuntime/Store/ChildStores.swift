/// A store that was requested recently, and the identity of its child.
@usableFromInline
typealias RecentStore<State, Action> = (store: Store<State, Action>, identity: UInt64)

/// The stores scoped from one store, each created once.
@MainActor
@usableFromInline
struct ChildStores {
  /// The state and action key paths of a scoped child.
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

  /// The key of one child's store.
  @usableFromInline
  struct ID: Hashable {
    var place: Place
    /// The identity of the child; `nil` if there is only ever one child.
    var identity: AnyHashable?

    @usableFromInline
    init(place: Place, identity: AnyHashable? = nil) {
      self.place = place
      self.identity = identity
    }
  }

  /// A recently requested store, with the key path objects of that request.
  @usableFromInline
  struct Recent {
    // The objects are compared and returned a hundred times a frame, so they are unowned; `owned` retains all three.
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
  // A key path without captures is one object for each place in the source, so most stores are found without
  // hashing.
  @usableFromInline private(set) var recent: [Recent] = []
  private var oldest = 0
  private static let recentLimit = 16

  @usableFromInline
  init() {}

  /// Returns the last store that was created for the same key path objects, and the identity of its child.
  @inlinable
  @inline(__always)
  func recent<State, Action>(
    _ state: AnyKeyPath, _ action: AnyKeyPath
  ) -> RecentStore<State, Action>? {
    let (state, action) = (ObjectIdentifier(state), ObjectIdentifier(action))
    for index in recent.indices
    where recent[index].state == state && recent[index].action == action {
      // The types match, because the store was created for the same key paths.
      let store = unsafeDowncast(
        recent[index].store.takeUnretainedValue(), to: Store<State, Action>.self)
      return (store, recent[index].identity)
    }
    return nil
  }

  /// Returns the store for `id`, which is created at the first call.
  ///
  /// - Complexity: O(1), with hashing of key paths.
  @usableFromInline
  mutating func store<Child: AnyObject>(_ id: ID, make: () -> Child) -> Child {
    if let child = stores[id] as? Child { return child }
    let child = make()
    stores[id] = child
    return child
  }

  /// Records `store` under the key path objects of the request.
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

  /// Removes the stores of children scoped at `place`, except the one for `current`.
  @usableFromInline
  mutating func forget(at place: Place, except current: AnyHashable?) {
    forget { $0.place == place && $0.identity != current }
  }

  /// Removes the stores of elements that are no longer present, if there are more stores than `limit`.
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
  /// The place of element stores in the store of their list.
  @MainActor static let elements = Self(state: \Int.self, action: \Int.self)
}
