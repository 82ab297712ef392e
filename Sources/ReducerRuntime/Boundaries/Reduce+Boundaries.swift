extension Reduce where Action: BoundedAction {
  /// A reducer that receives the sets apart, and can neither send itself what a person does nor react to what it tells
  /// others: its effects send ``AllowedAction``s.
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
  ///   - view: Reduces what a person did.
  ///   - internal: Reduces what came back from effects, and what children told.
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

/// What the effects of ``Reduce/init(view:internal:)`` may send: word to the parent, or a result to the feature itself.
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
