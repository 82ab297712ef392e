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
        var pulled = KeyMap<ParentState, ParentAction>.Binding(
          keys: binding.keys, label: binding.label, name: binding.name,
          isHinted: binding.isHinted,
          isActive: { parent in state(parent).map(binding.isActive) ?? false },
          action: { key in binding.action(key).map(action) }, wildcard: binding.wildcard)
        pulled.section = binding.section
        // A child of its own kind of state is a screen of its own.
        pulled.screen = binding.screen ?? .of(ObjectIdentifier(State.self))
        return pulled
      })
  }

  /// The same keys, only while `condition` holds as well.
  public func when(_ condition: @escaping @Sendable (State) -> Bool) -> KeyMap {
    changed { binding in
      let isActive = binding.isActive
      binding.isActive = { condition($0) && isActive($0) }
    }
  }

  /// The same keys, under a heading in lists of all keys; rows that have one keep it.
  public func section(_ title: String) -> KeyMap {
    changed { if $0.section == nil { $0.section = title } }
  }

  /// The same keys, told to be a screen of their own: in force only where those of no other screen are (a question, a
  /// phase), so that they may mean there what they mean elsewhere, too.
  public func screen(_ name: String) -> KeyMap { changed { $0.screen = .named(name) } }

  /// The same rows, with the keys that somebody has chosen for them.
  public func remapped(by remapping: KeyRemapping) -> KeyMap {
    changed { if let keys = remapping[$0.name] { $0.keys = keys } }
  }

  private func changed(_ change: (inout Binding) -> Void) -> KeyMap {
    KeyMap(
      bindings.map {
        var binding = $0
        change(&binding)
        return binding
      })
  }
}
