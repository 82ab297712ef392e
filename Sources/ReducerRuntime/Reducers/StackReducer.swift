extension Reducer {
  /// Runs a child reducer on an element of a stack, for the actions of that element.
  ///
  /// The child receives an action before this reducer does. `push` inserts the element before this reducer receives the
  /// action, and `popFrom` removes elements afterwards. When an element is removed, its effects are cancelled:
  /// immediately if this reducer or an element removed it, otherwise with the next action that this reducer receives.
  /// An effect can remove its own element with `\.dismiss`. An action for an absent element is
  /// reported as an issue, and this reducer still receives it.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: \.path) { Path() }
  /// ```
  ///
  /// - Complexity: O(1), independent of the depth of the stack; the element is changed in place.
  public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ toStack: any WritableKeyPath<State, StackState<ElementState>> & Sendable,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _StackReducer<Self, Element> {
    _StackReducer(
      parent: self, element: destination(), toStack: toStack,
      toStackAction: AnyCasePath(toStackAction),
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs the features of a `@Reducer` enum on the elements of a stack.
  ///
  /// ```swift
  /// @Reducer enum Path { case detail(Detail), settings(Settings) }
  ///
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: \.path)
  /// ```
  public func forEach<ElementState: CaseReducerState, ElementAction>(
    _ toStack: any WritableKeyPath<State, StackState<ElementState>> & Sendable,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> _StackReducer<Self, _CaseReducerBody<ElementState.StateReducer>>
  where ElementState.StateReducer.Action == ElementAction {
    forEach(
      toStack, action: toStackAction,
      destination: { _CaseReducerBody<ElementState.StateReducer>() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A reducer with a stack of children.
public struct _StackReducer<Parent: Reducer, Element: Reducer>: _ReducerOperator {
  let parent: Parent
  let element: Element
  let toStack: any WritableKeyPath<Parent.State, StackState<Element.State>> & Sendable
  let toStackAction: AnyCasePath<Parent.Action, StackAction<Element.State, Element.Action>>
  let location: IssueLocation

  public func _resolve() -> ResolvedReducer<Parent.State, Parent.Action> {
    let path = StatePath(toStack)
    let toStackAction = toStackAction
    let location = location
    let parent = parent._resolve()
    let elements = StackElements(self)
    return { state, action in
      let before = path.read(&state) { stack in
        elements.reserve(stack.nextNumber)
        return stack.removals
      }
      guard let stackAction = toStackAction.extract(from: action) else {
        return elements.cancellingRemoved(before, path, &state, parent(&state, action))
      }
      var effect = Effect<Parent.Action>.none
      // The element to pop after the parent has received the action.
      var popped: StackElementID?
      switch stackAction {
      case .element(let id, let elementAction):
        if path.read(&state, { $0.ids.contains(id) }) {
          if elements.dismisses(id, elementAction, path, &state) { popped = id }
          effect = elements.reduce(id, elementAction, path, &state)
        } else {
          location.reportAbsentChild(action, operator: "forEach")
        }
      case .push(let id, let element):
        if path.read(&state, { $0.ids.contains(id) }) {
          location.report(
            "A 'forEach' at \(location.fileID):\(location.line) was asked to push an element that is already in the stack: \(id)."
          )
        } else {
          elements.checkIsGenerated(id, location)
          path.modify(&state) { $0.push(element, id: id) }
          path.didReplace(in: &state)
        }
      case .popFrom(let id):
        if path.read(&state, { $0.ids.contains(id) }) {
          popped = id
        } else {
          location.reportAbsentChild(action, operator: "forEach")
        }
      }
      effect = effect.merge(with: parent(&state, action))
      if let popped, path.read(&state, { $0.ids.contains(popped) }) {
        path.modify(&state) {
          if case .popFrom = stackAction { $0.pop(from: popped) } else { $0[id: popped] = nil }
        }
        path.didReplace(in: &state)
      }
      return elements.cancellingRemoved(before, path, &state, effect)
    }
  }
}

/// The resolved reducer and paths of a stack's elements.
private struct StackElements<Parent: Reducer, Element: Reducer> {
  typealias Path = StatePath<Parent.State, StackState<Element.State>>

  private let scope: ChildScope<Element.Action, Parent.Action>
  private let embed: @Sendable (StackAction<Element.State, Element.Action>) -> Parent.Action
  private let element: ObservedReducer<Element.State, Element.Action>
  private let ephemeralCheck = EphemeralStateCheck<Element.State, Element.Action>()
  private let numbers = Numbers()

  private final class Numbers {
    /// The number below which the store's generator creates no identifiers.
    var nextNumber = 0
  }

  init(_ reducer: _StackReducer<Parent, Element>) {
    embed = reducer.toStackAction.embedding
    scope = ChildScope(site: CancelID(reducer.toStack))
    element = ObservedReducer(reducer.element._resolvePresentedLazily())
  }

  /// Ensures that the store's generator does not reuse a number below `nextNumber`.
  ///
  /// A stack that was created outside the store numbers its elements independently.
  @MainActor
  func reserve(_ nextNumber: Int) {
    guard nextNumber > numbers.nextNumber else { return }
    DependencyValues.current.stackElementID.skip(
      through: StackElementID(generation: nextNumber - 1))
    numbers.nextNumber = nextNumber
  }

  /// In tests, reports a pushed identifier that the store's generator did not create.
  ///
  /// A test that pushes such an identifier would assert identifiers that the feature does not use outside the test.
  @MainActor
  func checkIsGenerated(_ id: StackElementID, _ location: IssueLocation) {
    guard DependencyValues.current.context == .test else { return }
    let next = DependencyValues.current.stackElementID.next
    guard id.generation > next.generation else { return }
    location.report(
      "A 'forEach' at \(location.fileID):\(location.line) was asked to push an element with the identifier \(id), but the next one is \(next)."
    )
  }

  @MainActor
  func dismisses(
    _ id: StackElementID, _ action: Element.Action, _ path: Path, _ state: inout Parent.State
  ) -> Bool {
    guard ephemeralCheck.isNeeded else { return false }
    return path.read(&state) { stack in
      stack.modify(id: id) { ephemeralCheck.dismisses(&$0, on: action) } ?? false
    }
  }

  @MainActor
  func reduce(
    _ id: StackElementID, _ action: Element.Action, _ path: Path, _ state: inout Parent.State
  ) -> Effect<Parent.Action> {
    var isReplaced = false
    let effect = path.modify(&state) { stack in
      stack.modify(id: id) { element(&$0, action, isReplaced: &isReplaced) }
    }
    if isReplaced { path.didReplace(in: &state) }
    guard let effect, !effect.isNone else { return .none }
    return scope.embed(effect, of: id) { [embed] in
      embed(.popFrom(id: id))
    } by: { [embed] in
      embed(.element(id: id, action: $0))
    }
  }

  /// Returns `effect`, with the cancellation of the effects of elements that were removed.
  @MainActor
  func cancellingRemoved(
    _ before: UInt64, _ path: Path, _ state: inout Parent.State, _ effect: Effect<Parent.Action>
  ) -> Effect<Parent.Action> {
    let now = path.read(&state) { $0.removals }
    guard scope.record.pointee.mustCheck(before, now) else { return effect }
    let positions = path.read(&state) { $0.ids.positions }
    return scope.cancellingRemoved(thoseMissingIn: positions, effect)
  }
}
