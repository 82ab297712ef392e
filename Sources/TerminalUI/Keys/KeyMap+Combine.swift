extension KeyMap {
  /// This map's rows, then those of `other`: this map wins.
  public static func + (_ first: KeyMap, _ second: KeyMap) -> KeyMap {
    KeyMap(first.bindings + second.bindings)
  }

  /// A child's keys in terms of its parent, so that the parent can route and show them.
  ///
  /// - Parameters:
  ///   - state: The child's state; nil while the child is absent, when none of its keys work.
  ///   - action: Wraps a child's action.
  public func pullback<ParentState, ParentAction: Sendable>(
    state: @escaping @Sendable (ParentState) -> State?,
    action: @escaping @Sendable (Action) -> ParentAction
  ) -> KeyMap<ParentState, ParentAction> {
    KeyMap<ParentState, ParentAction>(
      bindings.map { binding in
        KeyMap<ParentState, ParentAction>.Binding(
          keys: binding.keys, label: binding.label, isHinted: binding.isHinted,
          isActive: { parent in state(parent).map(binding.isActive) ?? false },
          action: { key in binding.action(key).map(action) }, wildcard: binding.wildcard)
      })
  }

  /// The same keys, only while `condition` holds as well.
  public func when(_ condition: @escaping @Sendable (State) -> Bool) -> KeyMap {
    KeyMap(
      bindings.map { binding in
        Binding(
          keys: binding.keys, label: binding.label, isHinted: binding.isHinted,
          isActive: { condition($0) && binding.isActive($0) }, action: binding.action,
          wildcard: binding.wildcard)
      })
  }
}
