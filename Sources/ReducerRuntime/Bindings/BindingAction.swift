import Synchronization

/// An action with a case for controls that set properties of the state directly.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   case saveButtonTapped
/// }
/// ```
public protocol BindableAction<State>: SendableMetatype {
  /// The state whose properties the action sets.
  associatedtype State

  /// Returns an action that sets a property.
  static func binding(_ action: BindingAction<State>) -> Self

  /// Returns the case path of the binding case. Called once, when a reducer tree is resolved.
  static func _bindingCasePath() -> AnyCasePath<Self, BindingAction<State>>
}

extension BindableAction {
  /// Returns an action that sets the property at `keyPath`: `.set(\.name, "Ada")`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }

  /// The binding action that this action wraps, if any.
  public var binding: BindingAction<State>? { Self._bindingCasePath().extract(from: self) }

  /// Finds the binding by reflection, for an action without case paths.
  public static func _bindingCasePath() -> AnyCasePath<Self, BindingAction<State>> {
    AnyCasePath(
      embed: { .binding($0) },
      extract: { action in
        guard let payload = Mirror(reflecting: action).children.first, payload.label == "binding"
        else { return nil }
        return payload.value as? BindingAction<State>
      })
  }
}

extension BindableAction
where Self: CasePathable, AllCasePaths: _BindableCasePaths<Self, State> {
  public static func _bindingCasePath() -> AnyCasePath<Self, BindingAction<State>> {
    allCasePaths.binding
  }
}

/// The case paths of a ``BindableAction``. `@CasePathable` writes the conformance for an enum with a case
/// `binding(BindingAction<…>)`, so that a reducer needs no reflection.
public protocol _BindableCasePaths<Root, BindingState> {
  associatedtype Root
  associatedtype BindingState
  var binding: AnyCasePath<Root, BindingAction<BindingState>> { get }
}

/// An action that sets one property of a state, sent by a control that is bound to the property.
///
/// ```swift
/// case .binding(\.name):
///   state.isSaved = false
///   return .none
/// ```
///
/// - Complexity: O(1) to create, compare and apply, through the property's key path.
public struct BindingAction<Root>: Sendable {
  /// The property that was set.
  public let keyPath: any PartialKeyPath<Root> & Sendable
  let set: @Sendable (inout Root) -> Void
  let value: any Sendable
  let isEqual: @Sendable (any Sendable) -> Bool

  /// Returns an action that sets the property at `keyPath` to `value`.
  ///
  /// ```swift
  /// await store.send(.binding(.set(\.name, "Ada"))) { $0.name = "Ada" }
  /// ```
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> Self {
    BindingAction(
      keyPath: keyPath, set: { $0[keyPath: keyPath] = value }, value: value,
      isEqual: { [equals = equality(Value.self)] in equals($0, value) })
  }

  /// Returns an action that sets the property at `keyPath` to `value`, and marks a receipt once it is applied.
  static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value,
    receipt: BindingReceipt
  ) -> Self {
    let action = set(keyPath, value)
    return BindingAction(
      keyPath: keyPath,
      set: { [set = action.set] root in
        receipt.markApplied()
        set(&root)
      }, value: value, isEqual: action.isEqual)
  }

  // This is a separate function, because the closure must not capture the conformance of the type.
  private static func equality<Value: Equatable & Sendable>(
    _ type: Value.Type
  ) -> @Sendable (any Sendable, Value) -> Bool {
    { ($0 as? Value) == $1 }
  }

  /// Whether `bindingAction` sets the property at `keyPath`.
  public static func ~= <Value>(
    keyPath: WritableKeyPath<Root, Value>, bindingAction: Self
  ) -> Bool {
    keyPath as AnyKeyPath == bindingAction.keyPath as AnyKeyPath
  }
}

extension BindingAction: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.keyPath == rhs.keyPath && lhs.isEqual(rhs.value)
  }
}

extension BindingAction: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(
      self, children: ["keyPath": "\(keyPath)", "value": value], displayStyle: .struct)
  }
}

extension BindingAction: CustomDumpStringConvertible {
  public var customDumpDescription: String {
    var text = ".set("
    customDump(keyPath, to: &text)
    text += ", "
    customDump(value, to: &text)
    return text + ")"
  }
}

extension BindingAction: CasePathable {
  /// The case paths of a binding action: one for each property of the state, as in `\.binding.name`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The path to the actions that set a property.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: WritableKeyPath<Root, Value>
    ) -> AnyCasePath<BindingAction, Value> {
      let keyPath = sendable(keyPath)
      return AnyCasePath(
        embed: { .set(keyPath, $0) },
        extract: { $0.keyPath as AnyKeyPath == keyPath as AnyKeyPath ? $0.value as? Value : nil })
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

// MARK: - Applying and sending

/// A reducer that applies binding actions to the state.
///
/// Reducers listed after it see the new value:
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in … }
/// }
/// ```
///
/// - Complexity: An action that is not a binding costs one case check. A binding costs a write through a key path.
public struct BindingReducer<State, Action, ViewAction: BindableAction>: _ReducerOperator
where ViewAction.State == State {
  private let toViewAction: @MainActor (Action) -> ViewAction?

  /// Creates a reducer for a feature whose action is bindable.
  public init() where Action == ViewAction {
    toViewAction = { $0 }
  }

  /// Creates a reducer for a feature with a case that wraps a bindable action: `BindingReducer(action: \.view)`.
  public init(action toViewAction: CaseKeyPath<Action, ViewAction>) {
    self.toViewAction = AnyCasePath(toViewAction).extracting
  }

  public func _resolve() -> ResolvedReducer<State, Action> {
    let toViewAction = toViewAction
    let toBinding = ViewAction._bindingCasePath().extracting
    return { state, action in
      if let binding = toViewAction(action).flatMap(toBinding) { binding.set(&state) }
      return .none
    }
  }
}

extension Store where Action: BindableAction, Action.State == State {
  /// A property of the state, set by sending a ``BindingAction``.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { state[keyPath: keyPath] }
    set { sendBinding(of: keyPath, to: newValue) { .binding($0) } }
  }
}

extension Store
where Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State {
  /// A property of the state, set by sending a ``BindingAction`` inside the view's action.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> Value {
    get { state[keyPath: keyPath] }
    set { sendBinding(of: keyPath, to: newValue) { .view(.binding($0)) } }
  }
}

extension Store {
  /// Sends a binding action, and reports an issue if no ``BindingReducer`` applied it. A control of a removed child
  /// does nothing.
  private func sendBinding<Value: Equatable & Sendable>(
    of keyPath: WritableKeyPath<State, Value>, to value: Value,
    action: (BindingAction<State>) -> Action
  ) {
    if isRemoved { return }
    let keyPath = sendable(keyPath)
    var receipt = BindingReceipt()
    send(action(.set(keyPath, value, receipt: receipt)))
    // An action in the queue still holds the receipt, and cannot be checked yet.
    guard isKnownUniquelyReferenced(&receipt), !receipt.isApplied, isPresent else { return }
    reportIssue(
      """
      A control set \(keyPath) to \(value), but no reducer applied the binding action. Add \
      'BindingReducer()' to the body of the reducer of \(State.self).
      """)
  }

  /// Whether the state is stored and was not removed.
  private var isPresent: Bool {
    !isRemoved && ObservationScope.untracked { core.locator.locate() != nil }
  }

  /// Whether the store's child or a parent of it was removed; `false` during a send, when the state cannot be read.
  var isRemoved: Bool {
    !core.accesses.isSending && ObservationScope.untracked { core.locator.isRemoved() }
  }
}

/// A record of whether a reducer has applied a binding action.
final class BindingReceipt: Sendable {
  private let applied = Atomic<Bool>(false)

  var isApplied: Bool { applied.load(ordering: .relaxed) }

  func markApplied() { applied.store(true, ordering: .relaxed) }
}

// MARK: - Actions of views

/// An action that separates the actions a view may send from all others.
///
/// ```swift
/// enum Action: ViewAction {
///   case historyResponse(Result<[Workout], any Error>)
///   case view(View)
///
///   enum View { case startButtonTapped }
/// }
/// ```
public protocol ViewAction<ViewAction> {
  /// The actions that the view sends.
  associatedtype ViewAction

  /// Wraps an action of the view.
  static func view(_ action: ViewAction) -> Self
}

/// A view with a store that it sends view actions to. ``ViewAction(for:)`` writes the conformance.
@MainActor
public protocol ViewActionSending<StoreState, StoreAction> {
  /// The state of the store.
  associatedtype StoreState
  /// The action of the store.
  associatedtype StoreAction: ViewAction

  /// The store that the view displays.
  var store: Store<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends a view action to the store: `send(.startButtonTapped)`.
  @discardableResult
  public func send(_ action: StoreAction.ViewAction) -> StoreTask {
    store.send(.view(action))
  }
}
