/// A property wrapper that reads a dependency of the current context.
///
/// ```swift
/// @Dependency(\.continuousClock) var clock
/// @Dependency(\.date.now) var now
/// @Dependency(WorkoutsClient.self) var workouts
/// ```
///
/// Values that were set when the property was created apply as well; values set where it is read take precedence.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let valuesAtCreation: DependencyValues
  private let read: @Sendable (DependencyValues) -> Value

  /// Creates a property that reads the dependency at `keyPath`.
  // Inlined, so that a key path literal becomes a call of its getter.
  @inlinable
  @inline(__always)
  public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    self.init { $0[keyPath: keyPath] }
  }

  @usableFromInline
  init(read: @escaping @Sendable (DependencyValues) -> Value) {
    valuesAtCreation = .current
    self.read = read
  }

  /// Creates a property that reads the dependency with the key `key`.
  public init<Key: TestDependencyKey & SendableMetatype>(_ key: Key.Type) where Key.Value == Value {
    valuesAtCreation = .current
    read = { $0[Key.self] }
  }

  /// Creates a property that reads the dependency at `keyPath` as a value of the type `type`.
  ///
  /// ```swift
  /// @Dependency(\.coach, as: CoachStub.self) var coach
  /// ```
  ///
  /// The program stops if the dependency has another type when it is read.
  public init<Base>(
    _ keyPath: any KeyPath<DependencyValues, Base> & Sendable, as type: Value.Type,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init { downcast($0[keyPath: keyPath], file: file, line: line) }
  }

  /// Creates a property that reads the dependency with the key `key` as a value of the type `type`.
  ///
  /// The program stops if the dependency has another type when it is read.
  public init<Key: TestDependencyKey & SendableMetatype>(
    _ key: Key.Type, as type: Value.Type, file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init { downcast($0[Key.self], file: file, line: line) }
  }

  /// The current value of the dependency.
  public var wrappedValue: Value {
    read(valuesAtCreation.merging(.current))
  }
}

extension Dependency: DependencyCapture {
  var captured: DependencyValues { valuesAtCreation }
}

/// Returns `value` as a value of the type `Result`, or stops the program.
private func downcast<Result>(_ value: some Any, file: StaticString, line: UInt) -> Result {
  guard let result = value as? Result else {
    preconditionFailure(
      "The dependency is a '\(type(of: value))', not a '\(Result.self)'", file: file, line: line)
  }
  return result
}
