extension KeyPath {
  /// Returns a value of the case with a payload: `let action = \Action.Cases.response(value)`.
  public func callAsFunction<Enum, Payload>(_ value: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(self).embed(value)
  }

  /// Returns a value of a case without payload.
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}

extension _AppendKeyPath {
  /// Returns a value of the case with a payload, or `nil` if `value` is not of the payload's type.
  @_disfavoredOverload
  public func callAsFunction<Enum: CasePathable>(_ value: Any) -> Enum?
  where Self == PartialCaseKeyPath<Enum> {
    (Case<Enum>()[keyPath: self] as? any ErasedCase)?.embedAny(value, in: Enum.self)
  }
}

extension KeyPath {
  /// Whether the value is of the case, for use as a pattern: `case \.settings.closeButtonTapped:`.
  @_disfavoredOverload
  public static func ~= <Enum: CasePathable, Payload>(keyPath: KeyPath, value: Enum) -> Bool
  where Root == Case<Enum>, Value == Case<Payload> {
    value.is(keyPath)
  }
}

/// A case with an erased payload type.
protocol ErasedCase {
  func extractAny<Root>(from root: Root) -> Any?
  func embedAny<Root>(_ value: Any, in type: Root.Type) -> Root?
}

extension Case: ErasedCase {
  func extractAny<Root>(from root: Root) -> Any? { path(from: Root.self).extract(from: root) }

  func embedAny<Root>(_ value: Any, in type: Root.Type) -> Root? {
    (value as? Value).map(path(from: type).embed)
  }
}
