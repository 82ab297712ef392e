extension Store {
  /// Returns the stores of a stack's elements, the top one last.
  ///
  /// - Complexity: O(1); returns the same store for the same element each time.
  public func elements<ElementState, ElementAction>()
    -> StoreCollection<State, Action, ElementAction>
  where State == StackState<ElementState>, Action == StackAction<ElementState, ElementAction> {
    StoreCollection(self) { .element(id: $0, action: $1) }
  }

  /// Pops the top element, if there is one.
  ///
  /// - Returns: The effects that this started, or `nil` if the stack is empty.
  @discardableResult
  public func pop<ElementState, ElementAction>() -> StoreTask?
  where State == StackState<ElementState>, Action == StackAction<ElementState, ElementAction> {
    withState { $0.ids.last }.map { send(.popFrom(id: $0)) }
  }

  /// Pops all elements on top of the element `id`, if there are any.
  ///
  /// - Returns: The effects that this started, or `nil` if there was nothing to pop.
  @discardableResult
  public func pop<ElementState, ElementAction>(to id: StackElementID) -> StoreTask?
  where State == StackState<ElementState>, Action == StackAction<ElementState, ElementAction> {
    let next = withState { stack in stack.ids.drop { $0 != id }.dropFirst().first }
    return next.map { send(.popFrom(id: $0)) }
  }
}
