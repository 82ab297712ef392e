extension Store {
  /// The stores of a stack's elements, the one in front last.
  ///
  /// - Complexity: O(1); the same store for the same element each time.
  public func elements<ElementState, ElementAction>()
    -> StoreCollection<State, Action, ElementAction>
  where State == StackState<ElementState>, Action == StackAction<ElementState, ElementAction> {
    StoreCollection(self) { .element(id: $0, action: $1) }
  }

  /// Sends that the element in front is to go; nothing where there is none.
  ///
  /// - Returns: The effects that this set going, `nil` where the stack is empty.
  @discardableResult
  public func pop<ElementState, ElementAction>() -> StoreTask?
  where State == StackState<ElementState>, Action == StackAction<ElementState, ElementAction> {
    withState { $0.ids.last }.map { send(.popFrom(id: $0)) }
  }

  /// Sends that all in front of the element known as `id` is to go; nothing where it is in front itself, or not there.
  ///
  /// - Returns: The effects that this set going, `nil` where there was nothing to pop.
  @discardableResult
  public func pop<ElementState, ElementAction>(to id: StackElementID) -> StoreTask?
  where State == StackState<ElementState>, Action == StackAction<ElementState, ElementAction> {
    let next = withState { stack in stack.ids.drop { $0 != id }.dropFirst().first }
    return next.map { send(.popFrom(id: $0)) }
  }
}
