extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The store of the present feature, for use in a `switch`.
  ///
  /// ```swift
  /// switch store.case {
  /// case .detail(let store): DetailView(store: store)
  /// case .settings(let store): SettingsView(store: store)
  /// }
  /// ```
  ///
  /// - Complexity: O(1); returns the same store as long as the same child is present.
  public var `case`: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}

extension CaseReducer {
  /// Returns the store of the present feature.
  @MainActor
  public static func scope(_ store: Store<State, Action>) -> CaseScope {
    _scope(_StoreCase(store))
  }
}

/// A store of an enum of features, which returns the store of the present feature.
public struct _StoreCase<State, Action> {
  @usableFromInline let store: Store<State, Action>
  /// The presented child; `nil` if the enum is stored without being presented.
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

  /// Returns the store of the feature in the case at `toChild`, or `nil` if the state is another case.
  ///
  /// - Parameter index: The index of the case, as in its ``_CasePayload``.
  /// - Complexity: O(1); nothing is copied if the enum is presented and has the same child.
  @MainActor
  @inlinable
  public func scope<ChildState, ChildAction>(
    _ index: Int,
    state toChild: KeyPath<State.AllCasePaths, AnyCasePath<State, ChildState>>,
    action toChildAction: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>>
  ) -> Store<ChildState, ChildAction>? where State: CasePathable, Action: CasePathable {
    if let child, let current = child.index {
      guard current == index else { return nil }
      if let known: RecentStore<ChildState, ChildAction> = store.removableChildren.recent(
        toChild, toChildAction), known.identity == child.location
      {
        return known.store
      }
    }
    let path = State.allCasePaths[keyPath: toChild]
    guard let child = path.extract(from: store.state) else { return nil }
    return store.store(of: child, toChild, toChildAction) {
      StoreCore(
        parent: store.core, locator: store.core.locator.payload(as: ChildState.self, case: index),
        last: child, action: Action.allCasePaths[keyPath: toChildAction].embedding,
        find: { [core = store.core] in path.extract(from: core.state) })
    }
  }
}
