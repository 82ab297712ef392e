/// An action with three groups, each with its own sender and receiver.
///
/// - `view`: user actions; sent by the feature's view.
/// - `delegate`: messages to the parent feature, and the only actions a parent may react to.
/// - `_internal`: results of effects, and the actions of child features.
///
/// Other cases are open to the direct parent. A feature that accepts requests from its parent has one more case,
/// `command`, with an enum of the possible requests: `.send(._internal(.tasks(.command(.reload))))`.
///
/// ```swift
/// @Reducer
/// struct AppFeature {
///   enum Action: BoundedAction {
///     enum ViewAction { case onAppear }
///     enum DelegateAction { case signedOut }
///     @CasePathable
///     enum InternalAction {
///       case dataLoaded
///       case userSettings(UserSettings.Action)
///     }
///     case view(ViewAction)
///     case delegate(DelegateAction)
///     case _internal(InternalAction)
///   }
/// }
/// ```
///
/// For each action, a parent checks whether it belongs to a child, and copies it for this check. If a group has large
/// payloads, declare it `indirect`, so that a copy is one reference.
///
/// The cases satisfy the requirements; ``Reducer()`` finds them and generates their paths. When a feature's `Action`
/// names this protocol, `@Reducer` also rejects code in the declaration that matches a child's `view` or `_internal`
/// group or a grandchild's actions, and code that sends a `view` action. A feature reacts only to the `delegate` group
/// of its direct children, and only views send user actions. For the checks to apply to an `Action` that conforms
/// through another protocol, it must list this one too.
public protocol BoundedAction: CasePathable, SendableMetatype
where AllCasePaths: BoundedCasePaths<Self> {
  /// The actions of the user.
  associatedtype ViewAction where ViewAction == AllCasePaths.ViewAction
  /// The messages to the parent feature.
  associatedtype DelegateAction where DelegateAction == AllCasePaths.DelegateAction
  /// The results of effects, and the actions of child features.
  associatedtype InternalAction where InternalAction == AllCasePaths.InternalAction

  /// Wraps an action of the user.
  static func view(_ action: ViewAction) -> Self
  /// Wraps a message to the parent feature.
  static func delegate(_ action: DelegateAction) -> Self
  /// Wraps a result of an effect, or an action of a child feature.
  static func _internal(_ action: InternalAction) -> Self
}

/// The case paths of a ``BoundedAction``. `@CasePathable` writes the conformance for an enum with the three cases.
///
/// The group's name can be left out for cases of the internal group, so that a child is scoped as in any other feature:
///
/// ```swift
/// Scope(state: \.settings, action: \.userSettings) { UserSettings() }
/// UserSettingsView(store: store.scope(state: \.settings, action: \.userSettings))
/// ```
@dynamicMemberLookup
public protocol BoundedCasePaths<Root>: Sendable {
  /// The action that consists of the three groups.
  associatedtype Root
  /// The actions of the user.
  associatedtype ViewAction
  /// The messages to the parent feature.
  associatedtype DelegateAction
  /// The results of effects, and the actions of child features.
  associatedtype InternalAction

  /// The path to the actions of the user.
  var view: AnyCasePath<Root, ViewAction> { get }
  /// The path to the messages to the parent feature.
  var delegate: AnyCasePath<Root, DelegateAction> { get }
  /// The path to the results of effects and the actions of child features.
  var _internal: AnyCasePath<Root, InternalAction> { get }

  /// Returns the direct path to the internal case called `name` as an `AnyCasePath<Root, Value>`, or `nil`
  /// when no direct path is known.
  func _$childPath(named name: String) -> Any?
}

extension BoundedCasePaths {
  public func _$childPath(named name: String) -> Any? { nil }
}

extension BoundedCasePaths where InternalAction: CasePathable {
  /// The path to a case of the internal group: `\.userSettings` for `\._internal.userSettings`. If the action itself
  /// has a case of that name, the action's case takes precedence.
  ///
  /// - Complexity: O(1); when `@CasePathable` has seen both enums, rejecting another child's action costs one
  ///   comparison.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<
      InternalAction.AllCasePaths, AnyCasePath<InternalAction, Value>
    >
  ) -> AnyCasePath<Root, Value> {
    let next = InternalAction.allCasePaths[keyPath: keyPath]
    return _$childPath(named: next.name) as? AnyCasePath<Root, Value> ?? _internal.appending(next)
  }
}

// MARK: - Reducing each group

extension Reduce where Action: BoundedAction {
  /// Creates a reducer with one closure for each group. Effects send ``AllowedAction``s, so the feature can neither
  /// send itself user actions nor react to its own delegate actions.
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
  /// A message to the parent feature.
  case delegate(Action.DelegateAction)
  /// A result for the feature itself.
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
