extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The store of the feature that is there, to be told apart by `switch`.
  ///
  /// ```swift
  /// switch store.case {
  /// case .detail(let store): DetailView(store: store)
  /// case .settings(let store): SettingsView(store: store)
  /// }
  /// ```
  ///
  /// - Complexity: O(1); the same store as long as the same child is there.
  public var `case`: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}

extension CaseReducer {
  /// The store of the feature that is there.
  @MainActor
  public static func scope(_ store: Store<State, Action>) -> CaseScope {
    _scope(_StoreCase(store))
  }
}

/// A store of an enum of features, asked for the one that is there.
public struct _StoreCase<State, Action> {
  @usableFromInline let store: Store<State, Action>
  /// `nil` where the enum is not presented, but lies elsewhere.
  @usableFromInline let child: PresentedChild?

  @MainActor
  @usableFromInline
  init(_ store: Store<State, Action>) {
    self.store = store
    child = store.core.locator.presentedChild()
  }

  /// A copy of the enum.
  @MainActor
  public var state: State { store.state }

  /// The store of the feature in the case that `toChild` leads to, `nil` where the state is another case.
  ///
  /// - Parameter index: The number of the case, as in its ``_CasePayload``.
  /// - Complexity: O(1); nothing is copied where the enum is presented and the same child is there.
  @MainActor
  @inlinable
  public func scope<ChildState, ChildAction>(
    _ index: Int,
    state toChild: KeyPath<State.AllCasePaths, AnyCasePath<State, ChildState>>,
    action toChildAction: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>>
  ) -> Store<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    if let child, let current = child.index {
      guard current == index else { return nil }
      if let known = store.children.recent(toChild, toChildAction),
        known.identity == child.location
      {
        // Both types are those of the key paths, which are the ones it was made with.
        return unsafeDowncast(
          known.store.takeUnretainedValue(), to: Store<ChildState, ChildAction>.self)
      }
    }
    let path = State.allCasePaths[keyPath: toChild]
    guard let child = path.extract(from: store.state) else { return nil }
    return store.store(of: child, toChild, toChildAction) {
      StoreCore(
        parent: store.core, path, case: index, last: child,
        action: Action.allCasePaths[keyPath: toChildAction].embedding)
    }
  }
}
