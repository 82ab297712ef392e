extension Store {
  /// The store of a child that is always there.
  ///
  /// ```swift
  /// ProfileView(store: store.scope(state: \.profile, action: \.profile))
  /// ```
  ///
  /// - Complexity: O(1); the same store each time.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>,
    action toChildAction: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>>
  ) -> Store<ChildState, ChildAction> where Action: CasePathable {
    scope(state: toChildState, by: toChildAction) { Action.allCasePaths[keyPath: toChildAction] }
  }

  /// As above, for an action further in: `\.profile.settings`.
  @_disfavoredOverload
  @inlinable
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state: toChildState, by: toChildAction) { AnyCasePath(toChildAction) }
  }

  /// The store of a child that may be absent, `nil` where it is.
  ///
  /// ```swift
  /// if let timer = store.scope(state: \.timer, action: \.timer.presented) { WorkoutTimerView(store: timer) }
  /// ```
  ///
  /// Kept by somebody after the child has gone, it goes on showing the state it was made with.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>>
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    scope(state: toChildState, by: toChildAction) { Action.allCasePaths[keyPath: toChildAction] }
  }

  /// As above, for an action further in: `\.destination.timer`.
  @_disfavoredOverload
  @inlinable
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    scope(state: toChildState, by: toChildAction) { AnyCasePath(toChildAction) }
  }

  // MARK: - By any key path to the action

  /// - Parameters:
  ///   - toChildAction: What tells the child's actions from others; with the state it says which store is meant.
  ///   - path: The way to the child's actions, asked for only when the store is made.
  @inlinable
  @inline(__always)
  func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>, by toChildAction: AnyKeyPath,
    path: () -> AnyCasePath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let known = children.recent(toChildState, toChildAction) {
      // Both types are those of the key paths, which are the ones it was made with.
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

  /// As above.
  @inlinable
  @inline(__always)
  func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>, by toChildAction: AnyKeyPath,
    path: () -> AnyCasePath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    if let known = children.recent(toChildState, toChildAction) {
      // As above.
      let store = unsafeDowncast(
        known.store.takeUnretainedValue(), to: Store<ChildState, ChildAction>.self)
      // A presented child is looked at where it lies.
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

  /// The store of `child`, which comes and goes.
  ///
  /// - Parameter makeCore: Called where there is none yet.
  @inlinable
  func store<ChildState, ChildAction>(
    of child: ChildState, _ toChildState: AnyKeyPath, _ toChildAction: AnyKeyPath,
    core makeCore: () -> StoreCore<ChildState, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    let identity = ObservableStateID._$id(for: child).location
    if let known = children.recent(toChildState, toChildAction), known.identity == identity {
      // Both types are those of the key paths, which are the ones it was made with.
      return unsafeDowncast(
        known.store.takeUnretainedValue(), to: Store<ChildState, ChildAction>.self)
    }
    let place = ChildStores.Place(state: toChildState, action: toChildAction)
    children.forget(at: place, except: identity)
    let store = children.store(ChildStores.ID(place: place, identity: identity)) {
      Store<ChildState, ChildAction>(core: makeCore())
    }
    children.remember(store, toChildState, toChildAction, identity)
    return store
  }

  @usableFromInline
  func forgetChild(_ toChildState: AnyKeyPath, _ toChildAction: AnyKeyPath) {
    guard !children.isEmpty else { return }
    children.forget(
      at: ChildStores.Place(state: toChildState, action: toChildAction), except: nil)
  }
}
