/// An action with a case for controls that set the state's properties themselves.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   case saveButtonTapped
/// }
/// ```
public protocol BindableAction<State>: SendableMetatype {
  associatedtype State

  /// Says that a property was set.
  static func binding(_ action: BindingAction<State>) -> Self

  /// Finds out which actions are bindings; called once, when a reducer tree is resolved.
  static func _bindingCasePath() -> AnyCasePath<Self, BindingAction<State>>
}

extension BindableAction {
  /// Sets the property that `keyPath` names: `.set(\.name, "Ada")`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }

  /// The binding this action is, if any.
  public var binding: BindingAction<State>? { Self._bindingCasePath().extract(from: self) }

  /// By reflection, for an action that has no case paths.
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
  /// The case path whose values ``binding(_:)`` makes, so that no action is reflected upon.
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
  /// A binding that says nothing, to try out which case bindings come in.
  fileprivate static var probe: Self {
    BindingAction(keyPath: \Root.self, set: { _ in }, value: (), isEqual: { _ in false })
  }
}
