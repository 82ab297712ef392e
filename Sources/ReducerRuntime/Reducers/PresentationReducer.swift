extension Reducer {
  /// Runs a child reducer while the child is presented.
  ///
  /// As ``ifLet(_:action:then:fileID:filePath:line:column:)``, and `dismiss` makes the child's state `nil` after this
  /// reducer has seen it. A child that another reducer took away is noticed when the next action comes here.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$timer, action: \.timer) { WorkoutTimer() }
  /// ```
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toPresentation: any WritableKeyPath<State, PresentationState<ChildState>> & Sendable,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _PresentationReducer<Self, Child> {
    _PresentationReducer(
      parent: self, child: destination(), toPresentation: toPresentation,
      toPresentationAction: AnyCasePath(toPresentationAction),
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Dismisses an alert, or whatever else any action dismisses, after this reducer has seen the action.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$alert, action: \.alert)
  /// ```
  public func ifLet<ChildState: _EphemeralState, ChildAction>(
    _ toPresentation: any WritableKeyPath<State, PresentationState<ChildState>> & Sendable,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _PresentationReducer<Self, EmptyReducer<ChildState, ChildAction>>
  where ChildState.Action == ChildAction {
    ifLet(
      toPresentation, action: toPresentationAction,
      destination: { EmptyReducer<ChildState, ChildAction>() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A reducer that presents a child.
public struct _PresentationReducer<Parent: Reducer, Child: Reducer>: _ReducerOperator {
  let parent: Parent
  let child: Child
  let toPresentation: any WritableKeyPath<Parent.State, PresentationState<Child.State>> & Sendable
  let toPresentationAction: AnyCasePath<Parent.Action, PresentationAction<Child.Action>>
  let location: IssueLocation

  public func _resolve() -> ResolvedReducer<Parent.State, Parent.Action> {
    let path = StatePath(toPresentation)
    let setsThrough = toPresentation
    let toPresentationAction = toPresentationAction
    let embed = toPresentationAction.embedding
    let location = location
    let parent = parent._resolve()
    let scope = ChildScope<Child.State, Child.Action, Parent.Action>(
      site: CancelID(toPresentation), child._resolveWhenPresented())
    let ephemerality = Ephemerality<Child.State, Child.Action>()
    return { state, action in
      let before = path.read(&state) { $0.identity(scope.identity) }
      let presentationAction = toPresentationAction.extract(from: action)
      var effect = Effect<Parent.Action>.none
      var isDismissed = false
      if let presentationAction {
        if let before {
          switch presentationAction {
          case .dismiss:
            isDismissed = true
          case .presented(let childAction):
            if ephemerality.isPossible {
              isDismissed = path.read(&state) { presentation in
                presentation.readChild { ephemerality.dismisses(&$0, on: childAction) }
              }
            }
            var isReplaced = false
            let childEffect = path.modify(&state) { presentation in
              let effect = presentation.modifyChild {
                scope.child(&$0, childAction, isReplaced: &isReplaced)
              }
              if !effect.isNone { presentation.setRunning(before) }
              return effect
            }
            if isReplaced { path.didReplace(in: &state) }
            if !childEffect.isNone {
              effect = scope.embed(childEffect, of: before, dismiss: embed(.dismiss)) {
                embed(.presented($0))
              }
            }
          }
        } else {
          location.reportAbsentChild(action, operator: "ifLet")
        }
      }
      effect = effect.merge(with: parent(&state, action))
      var now = path.read(&state) { $0.identity(scope.identity) }
      if isDismissed, now != nil, now == before {
        // Through the property, so that whoever observes it hears of it.
        state[keyPath: setsThrough].wrappedValue = nil
        now = nil
      }
      effect = scope.ending(before, now: now, effect)
      // A reducer beside this one, which this one does not see at work, may have taken the child away.
      if let running = path.read(&state, { $0.running }), running != now {
        path.modify(&state) { $0.setRunning(nil) }
        if running != before { effect = scope.ending(running, now: now, effect) }
      }
      return effect
    }
  }
}
