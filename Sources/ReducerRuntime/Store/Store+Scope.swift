/// Where a child's store was scoped: from which state, through which action.
struct ScopePlace: Hashable {
  var state: AnyKeyPath
  var action: AnyKeyPath
}

/// One child's store.
struct ScopeID: Hashable {
  var place: ScopePlace
  /// Tells one child at the place from the next; `nil` where there is always the same.
  var identity: AnyHashable?
}

extension Store {
  /// The store of a child that is always there.
  ///
  /// ```swift
  /// ProfileView(store: store.scope(state: \.profile, action: \.profile))
  /// ```
  ///
  /// - Complexity: O(1); the same store each time.
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state: toChildState, place: toChildAction) { AnyCasePath(toChildAction) }
  }

  /// As above, with the way to the child's action made only when the store is.
  func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>, place: AnyKeyPath,
    path: () -> AnyCasePath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scoped(ScopeID(place: ScopePlace(state: toChildState, action: place))) {
      ScopedCore(parent: core, state: { $0[keyPath: toChildState] }, action: path().embedding)
    }
  }

  /// The store of a child that may be absent, `nil` where it is.
  ///
  /// ```swift
  /// if let timer = store.scope(state: \.timer, action: \.timer.presented) { WorkoutTimerView(store: timer) }
  /// ```
  ///
  /// Kept by somebody after the child has gone, it goes on showing the state it was made with.
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    scope(state: toChildState, place: toChildAction) { AnyCasePath(toChildAction) }
  }

  /// As above, with the way to the child's action made only when the store is.
  func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>, place toChildAction: AnyKeyPath,
    path: () -> AnyCasePath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    let place = ScopePlace(state: toChildState, action: toChildAction)
    guard let initial = core.state[keyPath: toChildState] else {
      forgetChildren(at: place, except: nil)
      return nil
    }
    let identity = AnyHashable(ObservableStateID._$id(for: initial).location)
    let isKnown = hasChild(ScopeID(place: place, identity: identity))
    if !isKnown { forgetChildren(at: place, except: identity) }
    return scoped(ScopeID(place: place, identity: identity)) {
      ScopedCore(
        parent: core, state: { $0[keyPath: toChildState] ?? initial }, action: path().embedding)
    }
  }
}
