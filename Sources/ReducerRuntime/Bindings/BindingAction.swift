/// An action that sets one property of a state, sent by a control that is bound to the property.
///
/// ```swift
/// case .binding(\.name):
///   state.isSaved = false
///   return .none
/// ```
///
/// - Complexity: Creating, comparing and applying one is O(1), through the property's key path.
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

  /// Returns an action that sets the property at `keyPath` to `value`, with a receipt of the action being applied.
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

  // Outside the closure, because the closure must not capture the conformance of the type.
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

extension BindingAction: CasePathable {
  /// The case paths of a binding action: one for each property of the state, as in `\.binding.name`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
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
