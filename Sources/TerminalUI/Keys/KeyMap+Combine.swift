extension KeyMap {
  /// This map's rows, then those of `other`: this map wins.
  public static func + (_ first: KeyMap, _ second: KeyMap) -> KeyMap {
    var map = KeyMap(
      first.rows + second.rows, first.actions + second.actions,
      first.conditions + second.conditions)
    map.observers = first.observers + second.observers
    return map
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
    let embedded = map(action).changed {
      // A child of its own kind of state is a screen of its own.
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

  /// The same keys, each with its action embedded in another: a feature's own keys as actions of the feature.
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

  /// The same keys, only while `condition` holds as well. Observers of keys are not asked: a key that goes up unheard would
  /// be taken for one that is held.
  public func when(_ condition: @escaping @Sendable (State) -> Bool) -> KeyMap {
    var map = KeyMap(rows, actions, conditions.when(condition))
    map.observers = observers
    return map
  }

  /// The same keys, under a heading in lists of all keys; rows that have one keep it.
  public func section(_ title: String) -> KeyMap {
    changed { if $0.heading == nil { $0.heading = title } }
  }

  /// The same keys, told to be a screen of their own: in force only where those of no other screen are (a question, a
  /// phase), so that they may mean there what they mean elsewhere, too.
  public func screen(_ name: String) -> KeyMap { changed { $0.screen = .named(name) } }

  /// The same rows, with the keys that somebody has chosen for them.
  public func remapped(by remapping: KeyRemapping) -> KeyMap {
    changed { if let keys = remapping[$0.name] { $0.keys = keys } }
  }
}
