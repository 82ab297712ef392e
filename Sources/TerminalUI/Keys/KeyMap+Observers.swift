/// A key event other than a press.
public enum KeyTransition: Hashable, Sendable {
  /// The key is held down, and the terminal reports it.
  case `repeat`
  /// The key is released.
  case release
}

extension KeyMap {
  /// An observer of every key that repeats or is released, independent of the action of a press.
  struct Observer: Sendable {
    var isActive: @Sendable (State) -> Bool
    var action: @Sendable (KeyTransition, Key) -> Action
  }

  /// Returns this map with actions for every key that repeats or is released.
  ///
  /// - Parameters:
  ///   - repeats: Returns the action for a key that is held down.
  ///   - releases: Returns the action for a key that is released.
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

  /// Returns the actions of all observers in `state`.
  ///
  /// - Complexity: O(observers).
  public func actions(for transition: KeyTransition, of key: Key, in state: State) -> [Action] {
    observers.filter { $0.isActive(state) }.map { $0.action(transition, key) }
  }
}
