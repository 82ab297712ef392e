// Spellings of The Composable Architecture that differ here. Without these declarations, the compiler would report an
// unrelated error somewhere else in the expression.

extension Effect {
  @available(*, unavailable, message: "Use 'debounce(id:for:clock:)'; time comes from a 'Clock'.")
  public func debounce(
    id: some Hashable & Sendable, for duration: Duration, scheduler: some Any
  ) -> Self {
    fatalError("Unavailable")
  }

  @available(
    *, unavailable, message: "Use 'throttle(id:for:clock:latest:)'; time comes from a 'Clock'."
  )
  public func throttle(
    id: some Hashable & Sendable, for interval: Duration, scheduler: some Any, latest: Bool
  ) -> Self {
    fatalError("Unavailable")
  }
}

extension Reducer {
  @available(
    *, unavailable,
    message:
      "Declare the case as 'case rows(IdentifiedActionOf<Row>)', and send '.element(id:action:)'."
  )
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element>(
    _ toElements: any WritableKeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action toElementAction: CaseKeyPath<Action, (ID, ElementAction)>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element
  ) -> Self where Element: Reducer<ElementState, ElementAction> {
    fatalError("Unavailable")
  }

  @available(
    *, unavailable,
    message:
      "Declare the case as 'case rows(IdentifiedActionOf<Row>)', and send '.element(id:action:)'."
  )
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element>(
    _ toElements: any WritableKeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action toElementAction: CaseKeyPath<Action, (id: ID, action: ElementAction)>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element
  ) -> Self where Element: Reducer<ElementState, ElementAction> {
    fatalError("Unavailable")
  }
}
