import Synchronization

/// A key of a dependency with a value for tests.
public protocol TestDependencyKey<Value> {
  associatedtype Value: Sendable = Self
  /// The default value in tests: it should report an issue when it is used.
  static var testValue: Value { get }
}

/// A key of a dependency with a value for the running program.
public protocol DependencyKey<Value>: TestDependencyKey {
  // The requirements of the base protocol are repeated, because the compiler does not infer `Value` from `liveValue`
  // otherwise.
  associatedtype Value = Self
  /// The default value in the running program.
  static var liveValue: Value { get }
  /// The default value in tests.
  static var testValue: Value { get }
}

extension DependencyKey {
  /// The live value. Reading it reports an issue, because a test should set the dependency explicitly.
  public static var testValue: Value {
    if !DependencyValues.isUpdating {
      reportIssue(
        """
        @Dependency(\(Self.self)) has no test value, but a test used it. Override it with \
        'withDependencies', or give the key a 'testValue'.
        """)
    }
    return liveValue
  }
}

/// A context that selects the default values of dependencies.
public enum DependencyContext: Hashable, Sendable {
  case live
  case test

  /// `.test` inside a test runner, otherwise `.live`.
  static let processDefault: DependencyContext = {
    let name = CommandLine.arguments.first?.split(separator: "/").last ?? ""
    return name.hasSuffix("xctest") || name.hasPrefix("swiftpm-testing-helper") ? .test : .live
  }()
}

// MARK: - Default values

/// The default values of dependencies that are not set, created once for each key and context.
final class DependencyDefaults: Sendable {
  private struct ID: Hashable {
    var key: ObjectIdentifier
    var context: DependencyContext
  }

  /// The values, each in a ``DependencyBox`` of the key's value type.
  private let boxes = Mutex<[ID: any AnyObject & Sendable]>([:])
  /// Held while a default is created, so that two threads do not create the same one. Recursive, because a default may
  /// read another dependency.
  private let creation = RecursiveLock()

  /// Returns the default value for `key`.
  ///
  /// - Parameter values: The dependencies that apply while the default is created.
  func value<Key: TestDependencyKey>(of key: Key.Type, for values: DependencyValues) -> Key.Value {
    let context = values.context
    let id = ID(key: ObjectIdentifier(key), context: context)
    if let box = box(id, of: key) { return box.value }
    // Reading a default to update it is not a use. The default isn't stored, so that the next read reports a use.
    if DependencyValues.isUpdating { return values.asCurrent { Self.make(key, in: context) } }
    return creation.withLock {
      // Another thread may have created it in the meantime.
      if let box = box(id, of: key) { return box.value }
      let box = DependencyBox(values.asCurrent { Self.make(key, in: context) })
      boxes.withLock { $0[id] = box }
      return box.value
    }
  }

  /// Whether the default value for the key with the identifier `key` was created.
  func hasValue(of key: ObjectIdentifier, in context: DependencyContext) -> Bool {
    boxes.withLock { $0[ID(key: key, context: context)] != nil }
  }

  private func box<Key: TestDependencyKey>(_ id: ID, of key: Key.Type) -> DependencyBox<Key.Value>?
  {
    boxes.withLock { $0[id] }.map { unsafeDowncast($0, to: DependencyBox<Key.Value>.self) }
  }

  private static func make<Key: TestDependencyKey>(
    _ key: Key.Type, in context: DependencyContext
  ) -> Key.Value {
    switch context {
    case .live: liveValue(key) ?? key.testValue
    case .test: key.testValue
    }
  }

  private static func liveValue<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? {
    func open<Live: DependencyKey>(_ live: Live.Type) -> Key.Value? { live.liveValue as? Key.Value }
    if let live = key as? any DependencyKey.Type { return open(live) }
    if !DependencyValues.isUpdating {
      reportIssue("@Dependency(\(key)) has no live value, but the program used it.")
    }
    return nil
  }
}

/// A box for one value of a known type.
final class DependencyBox<Value: Sendable>: Sendable, CustomStringConvertible {
  let value: Value

  init(_ value: Value) { self.value = value }

  /// The name of the value's type.
  var description: String { "\(Value.self)" }
}

extension DependencyValues {
  /// Runs `operation` with these values as the current ones.
  fileprivate func asCurrent<Result>(_ operation: () -> Result) -> Result {
    if storage === Self.current.storage { return operation() }
    return Self.$taskLocal.withValue(self) { RuntimeContext.with(self, operation) }
  }
}

// MARK: - The property wrapper

/// A property wrapper that reads a dependency of the current context.
///
/// ```swift
/// @Dependency(\.continuousClock) var clock
/// @Dependency(\.date.now) var now
/// @Dependency(WorkoutsClient.self) var workouts
/// ```
///
/// Values that were set when the property was created apply too; values that are set when it is read take precedence.
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

  /// The current value of the dependency.
  public var wrappedValue: Value {
    read(valuesAtCreation.merging(.current))
  }
}

extension Dependency {
  /// An overload for a better compiler error at a key path that does not exist.
  @available(
    *, unavailable,
    message: "'DependencyValues' has no member of this name, or it is not of the property's type"
  )
  @_disfavoredOverload
  public init(_ keyPath: KeyPath<_UnknownDependency, Value>) { fatalError() }
}

/// A type that accepts key paths of any name, in place of ``DependencyValues``.
@dynamicMemberLookup
public struct _UnknownDependency {
  public subscript<Value>(dynamicMember name: String) -> Value { fatalError() }

  @_disfavoredOverload
  public subscript(dynamicMember name: String) -> _UnknownDependency { fatalError() }
}
