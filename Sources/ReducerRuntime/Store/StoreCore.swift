/// What a store stands on: a tree's root, or a view of part of another store.
@MainActor
protocol StoreCore<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  var state: State { get }
  /// - Returns: The effects under way because of `action`, or `nil` when there are none.
  func send(_ action: Action) -> EffectTasks?
  /// Whether no effect of the whole tree is under way.
  var isAtRest: Bool { get }
}

extension RootCore: StoreCore {
  func send(_ action: Action) -> EffectTasks? {
    send(action, tasks: nil, dependencies: nil)
  }
}

/// A child's part of a parent's store.
@MainActor
final class ScopedCore<ParentState, ParentAction, State, Action>: StoreCore {
  private let parent: any StoreCore<ParentState, ParentAction>
  private let toState: (ParentState) -> State
  private let embed: (Action) -> ParentAction

  init(
    parent: any StoreCore<ParentState, ParentAction>,
    state toState: @escaping (ParentState) -> State,
    action embed: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.toState = toState
    self.embed = embed
  }

  var state: State { toState(parent.state) }

  func send(_ action: Action) -> EffectTasks? { parent.send(embed(action)) }

  var isAtRest: Bool { parent.isAtRest }
}
