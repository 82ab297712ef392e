/// A change of a key that is no press.
public enum KeyTransition: Hashable, Sendable {
  /// The key is held, and the terminal tells so.
  case `repeat`
  /// The key goes up.
  case release
}

extension KeyMap {
  /// A row that hears of every key that repeats or goes up, whatever a press of it does.
  struct Observer: Sendable {
    var isActive: @Sendable (State) -> Bool
    var action: @Sendable (KeyTransition, Key) -> Action
  }

  /// The same keys, with actions for every key that repeats or goes up while this state is there.
  ///
  /// - Parameters:
  ///   - repeats: The action for a key that is held.
  ///   - releases: The action for a key that goes up.
  public func observing(
    repeats: @escaping @Sendable (Key) -> Action, releases: @escaping @Sendable (Key) -> Action
  ) -> KeyMap {
    var map = self
    map.observers.append(
      Observer(isActive: { _ in true }) { transition, key in
        switch transition {
        case .repeat: repeats(key)
        case .release: releases(key)
        }
      })
    return map
  }

  /// The actions of all observers of keys in `state`.
  ///
  /// - Complexity: O(observers).
  public func actions(for transition: KeyTransition, of key: Key, in state: State) -> [Action] {
    observers.filter { $0.isActive(state) }.map { $0.action(transition, key) }
  }
}
