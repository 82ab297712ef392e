extension KeyMap {
  /// Returns the rows of both maps. If both have a key, the first map takes precedence.
  public static func + (_ first: KeyMap, _ second: KeyMap) -> KeyMap {
    var map = KeyMap(
      first.rows + second.rows, first.actions + second.actions,
      first.conditions + second.conditions)
    map.observers = first.observers + second.observers
    return map
  }

  /// Returns a child's keys as keys of its parent, which routes and shows them.
  ///
  /// - Parameters:
  ///   - state: Returns the child's state; `nil` disables its keys.
  ///   - action: Embeds a child's action in the parent's.
  public func pullback<ParentState, ParentAction: Sendable>(
    state: @escaping @Sendable (ParentState) -> State?,
    action: @escaping @Sendable (Action) -> ParentAction
  ) -> KeyMap<ParentState, ParentAction> {
    let embedded = map(action).changed {
      // A child with its own type of state is its own screen.
      if $0.screen == nil { $0.screen = .of(ObjectIdentifier(State.self)) }
    }
    var map = KeyMap<ParentState, ParentAction>(
      embedded.rows, embedded.actions, embedded.conditions.pullback(state))
    map.observers = embedded.observers.map { observer in
      .init(
        isActive: { parent in state(parent).map(observer.isActive) ?? false },
        action: observer.action)
    }
    return map
  }

  /// Returns the same keys with each action embedded in another type of action.
  public func map<NewAction: Sendable>(
    _ embed: @escaping @Sendable (Action) -> NewAction
  ) -> KeyMap<State, NewAction> {
    var map = KeyMap<State, NewAction>(
      rows, actions.map { action in { key in action(key).map(embed) } }, conditions)
    map.observers = observers.map { observer in
      .init(isActive: observer.isActive, action: { embed(observer.action($0, $1)) })
    }
    return map
  }

  /// Returns the same keys, active only while `condition` also holds.
  ///
  /// Observers stay active regardless, because a missed release would make a key appear to be held down.
  public func when(_ condition: @escaping @Sendable (State) -> Bool) -> KeyMap {
    var map = KeyMap(rows, actions, conditions.when(condition))
    map.observers = observers
    return map
  }

  /// Returns the same keys under a heading for lists of keys. Rows that have a heading keep it.
  public func section(_ title: String) -> KeyMap {
    changed { if $0.heading == nil { $0.heading = title } }
  }

  /// Returns the same keys as a screen of their own, such as a dialog or a phase.
  ///
  /// Keys of two screens are never active together, so both may use the same key.
  public func screen(_ name: String) -> KeyMap { changed { $0.screen = .named(name) } }

  /// Returns the same rows with the keys that a person has chosen.
  public func remapped(by remapping: KeyRemapping) -> KeyMap {
    changed { if let keys = remapping[$0.name] { $0.keys = keys } }
  }
}
