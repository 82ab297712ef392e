/// An action with a case for controls that set properties of the state directly.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   case saveButtonTapped
/// }
/// ```
public protocol BindableAction<State>: SendableMetatype {
  associatedtype State

  /// Wraps the setting of a property.
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

extension BindableAction where Self: CasePathIterable {
  /// Finds the case path whose values ``binding(_:)`` makes, so that actions need no reflection.
  public static func _bindingCasePath() -> AnyCasePath<Self, BindingAction<State>> {
    let probe = Self.binding(.probe)
    for keyPath in Self.allCasePaths {
      guard let keyPath = keyPath as? CaseKeyPath<Self, BindingAction<State>> else { continue }
      let path = AnyCasePath(keyPath)
      if path.extract(from: probe) != nil { return path }
    }
    preconditionFailure("\(Self.self) has no case 'binding(BindingAction<State>)'")
  }
}

extension BindingAction {
  /// A binding action without a value, used to find the case that wraps binding actions.
  fileprivate static var probe: Self {
    BindingAction(keyPath: \Root.self, set: { _ in }, value: (), isEqual: { _ in false })
  }
}
