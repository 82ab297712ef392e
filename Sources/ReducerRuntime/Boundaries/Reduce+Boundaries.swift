extension Reduce where Action: BoundedAction {
  /// Creates a reducer with one closure for each group. It can neither send itself user actions nor react to its own
  /// delegate actions, because its effects send ``AllowedAction``s.
  ///
  /// ```swift
  /// Reduce(
  ///   view: { state, action in
  ///     switch action {
  ///     case .onAppear: .run { send in await send(._internal(.loaded(Result { try await todos.all() }))) }
  ///     case .closeTapped: .send(.delegate(.closed))
  ///     }
  ///   },
  ///   internal: { state, action in … })
  /// ```
  ///
  /// - Parameters:
  ///   - view: Reduces the actions of the user.
  ///   - internal: Reduces the results of effects and the actions of children.
  public init(
    view: @escaping @MainActor (inout State, Action.ViewAction) -> Effect<AllowedAction<Action>>,
    internal:
      @escaping @MainActor (inout State, Action.InternalAction) -> Effect<
        AllowedAction<Action>
      >
  ) {
    let paths = Action.allCasePaths
    let (viewPath, internalPath) = (paths.view, paths._internal)
    let embed = AllowedAction<Action>.embedding
    self.init { state, action in
      let effect: Effect<AllowedAction<Action>>
      if let action = viewPath.extract(from: action) {
        effect = view(&state, action)
      } else if let action = internalPath.extract(from: action) {
        effect = `internal`(&state, action)
      } else {
        return .none
      }
      return effect.isNone ? .none : effect.map(embed)
    }
  }
}

/// An action that effects of ``Reduce/init(view:internal:)`` may send: a message to the parent, or a result for the
/// feature itself.
public enum AllowedAction<Action: BoundedAction> {
  case delegate(Action.DelegateAction)
  case _internal(Action.InternalAction)

  static var embedding: @Sendable (Self) -> Action {
    let paths = Action.allCasePaths
    let (delegate, `internal`) = (paths.delegate, paths._internal)
    return {
      switch $0 {
      case .delegate(let action): delegate.embed(action)
      case ._internal(let action): `internal`.embed(action)
      }
    }
  }
}

extension AllowedAction: Sendable
where Action.DelegateAction: Sendable, Action.InternalAction: Sendable {}
extension AllowedAction: Equatable
where Action.DelegateAction: Equatable, Action.InternalAction: Equatable {}
