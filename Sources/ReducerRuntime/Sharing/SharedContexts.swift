/// The reason why a value is loaded.
public enum LoadContext<Value> {
  /// A property was created with this value, which applies if storage has none.
  case initialValue(Value)
  /// The program asked for it, by `load()`, `load(_:)` or `init(require:)`.
  case userInitiated

  /// The value that the property was created with, if that is the reason.
  public var initialValue: Value? {
    guard case .initialValue(let value) = self else { return nil }
    return value
  }
}

extension LoadContext: Sendable where Value: Sendable {}
extension LoadContext: Equatable where Value: Equatable {}
extension LoadContext: Hashable where Value: Hashable {}

/// The reason why a value is saved.
public enum SaveContext: Hashable, Sendable {
  /// It was changed by `withLock`. A key may collect several changes before it saves them.
  case didSet
  /// The program asked for it by `save()`.
  case userInitiated
}
