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

// Without these overloads, the compiler cannot explain a case whose value has another type than the operator needs.
extension Reducer {
  @available(
    *, unavailable,
    message:
      "Declare the case as 'case rows(IdentifiedActionOf<Row>)', and send '.element(id:action:)'."
  )
  @_disfavoredOverload
  public func forEach<ElementState, Value, ID: Hashable & Sendable, Element: Reducer>(
    _ toElements: any WritableKeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action toValue: CaseKeyPath<Action, Value>, element: () -> Element
  ) -> Self {
    fatalError("Unavailable")
  }

  @available(
    *, unavailable,
    message:
      "Declare the case as 'case path(StackActionOf<Path>)', and send '.element(id:action:)'."
  )
  @_disfavoredOverload
  public func forEach<ElementState, Value, Element: Reducer>(
    _ toStack: any WritableKeyPath<State, StackState<ElementState>> & Sendable,
    action toValue: CaseKeyPath<Action, Value>, destination: () -> Element
  ) -> Self {
    fatalError("Unavailable")
  }

  @available(
    *, unavailable,
    message:
      "Declare the case as 'case child(PresentationAction<Child.Action>)', and send '.presented(…)'."
  )
  @_disfavoredOverload
  public func ifLet<ChildState, Value, Child: Reducer>(
    _ toPresentation: any WritableKeyPath<State, PresentationState<ChildState>> & Sendable,
    action toValue: CaseKeyPath<Action, Value>, destination: () -> Child
  ) -> Self {
    fatalError("Unavailable")
  }
}

// MARK: - Removed names

@available(*, unavailable, renamed: "Effect")
public typealias EffectTask = Effect

@available(*, unavailable, renamed: "Result", message: "Use 'Result<Value, any Error>'.")
public typealias TaskResult<Success> = Result<Success, any Error>

@available(*, unavailable, message: "Use '@ObservableState' and 'BindableAction'.")
@propertyWrapper
public struct BindingState<Value> {
  public var wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Effect {
  @available(*, unavailable, message: "Use 'run', and send the action with its 'send' parameter.")
  public static func task(
    priority: TaskPriority? = nil, operation: @escaping @Sendable () async throws -> Action
  ) -> Self {
    fatalError("Unavailable")
  }

  @available(*, unavailable, message: "Use 'run' without sending an action.")
  public static func fireAndForget(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Void
  ) -> Self {
    fatalError("Unavailable")
  }
}
