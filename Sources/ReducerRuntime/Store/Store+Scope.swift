extension Store {
  /// Returns the store of a child that is always present.
  ///
  /// ```swift
  /// ProfileView(store: store.scope(state: \.profile, action: \.profile))
  /// ```
  ///
  /// - Complexity: O(1); returns the same store each time.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>,
    action toChildAction: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>>
  ) -> Store<ChildState, ChildAction> where Action: CasePathable {
    scope(state: toChildState, by: toChildAction) { Action.allCasePaths[keyPath: toChildAction] }
  }

  /// Returns the store of a child that is always present, for a nested action: `\.profile.settings`.
  @_disfavoredOverload
  @inlinable
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state: toChildState, by: toChildAction) { AnyCasePath(toChildAction) }
  }

  /// Returns the store of an optional child, or `nil` while it is absent.
  ///
  /// ```swift
  /// if let timer = store.scope(state: \.timer, action: \.timer.presented) { WorkoutTimerView(store: timer) }
  /// ```
  ///
  /// A store that is retained after its child was removed shows the child's last state. Of a presented child that is the
  /// state at its removal, if this store has read it in place and no copy of it is alive; otherwise it is the state when
  /// the store was last requested. A parent that can be removed has such a copy, from the last request of its store.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>>
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scope(state: toChildState, by: toChildAction) { Action.allCasePaths[keyPath: toChildAction] }
  }

  /// Returns the store of an optional child, or `nil` while it is absent, for a nested action: `\.destination.timer`.
  @_disfavoredOverload
  @inlinable
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    scope(state: toChildState, by: toChildAction) { AnyCasePath(toChildAction) }
  }

  // MARK: - By any key path to the action

  /// Returns the store of a child that is always present.
  ///
  /// - Parameters:
  ///   - toChildAction: The key path that identifies the child's actions; together with the state it identifies the
  ///     store.
  ///   - path: Returns the path to the child's actions. Called only when the store is created.
  @inlinable
  @inline(__always)
  func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>, by toChildAction: AnyKeyPath,
    path: () -> AnyCasePath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let known = children.recent(toChildState, toChildAction) {
      // The types match: the store was created for these very key paths.
      return unsafeDowncast(
        known.store.takeUnretainedValue(), to: Store<ChildState, ChildAction>.self)
    }
    let child = children.store(
      ChildStores.ID(place: ChildStores.Place(state: toChildState, action: toChildAction))
    ) {
      Store<ChildState, ChildAction>(
        core: StoreCore(parent: core, state: toChildState, action: path().embedding))
    }
    children.remember(child, toChildState, toChildAction, 0)
    return child
  }

  /// Returns the store of an optional child, or `nil` while it is absent.
  ///
  /// - Parameters:
  ///   - toChildAction: The key path that identifies the child's actions; together with the state it identifies the
  ///     store.
  ///   - path: Returns the path to the child's actions. Called only when the store is created.
  @inlinable
  @inline(__always)
  func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>, by toChildAction: AnyKeyPath,
    path: () -> AnyCasePath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    if let known = removableChildren.recent(toChildState, toChildAction) {
      // The types match, as above.
      let store = unsafeDowncast(
        known.store.takeUnretainedValue(), to: Store<ChildState, ChildAction>.self)
      // A presented child is read in place.
      if store.core.locator.presentedChild()?.location == known.identity { return store }
    }
    guard let child = core.read(toChildState) else {
      forgetChild(toChildState, toChildAction)
      return nil
    }
    return store(of: child, toChildState, toChildAction) {
      StoreCore(parent: core, state: toChildState, last: child, action: path().embedding)
    }
  }

  /// Returns the store of the optional child `child`.
  ///
  /// - Parameter makeCore: Creates the core of a new store.
  @inlinable
  func store<ChildState, ChildAction>(
    of child: ChildState, _ toChildState: AnyKeyPath, _ toChildAction: AnyKeyPath,
    core makeCore: () -> StoreCore<ChildState, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    let identity = ObservableStateID._$id(for: child).location
    if let known = removableChildren.recent(toChildState, toChildAction),
      known.identity == identity
    {
      // The types match: the store was created for these very key paths.
      let store = unsafeDowncast(
        known.store.takeUnretainedValue(), to: Store<ChildState, ChildAction>.self)
      store.core.last?.state = child
      return store
    }
    let place = ChildStores.Place(state: toChildState, action: toChildAction)
    removableChildren.forget(at: place, except: identity)
    let store = removableChildren.store(ChildStores.ID(place: place, identity: identity)) {
      Store<ChildState, ChildAction>(core: makeCore())
    }
    removableChildren.remember(store, toChildState, toChildAction, identity)
    return store
  }

  @usableFromInline
  func forgetChild(_ toChildState: AnyKeyPath, _ toChildAction: AnyKeyPath) {
    guard !removableChildren.isEmpty else { return }
    removableChildren.forget(
      at: ChildStores.Place(state: toChildState, action: toChildAction), except: nil)
  }
}
