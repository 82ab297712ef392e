import Synchronization

/// A key of a dependency with a value for tests.
public protocol TestDependencyKey<Value> {
  /// The type of the dependency.
  associatedtype Value: Sendable = Self
  /// The default value in previews.
  static var previewValue: Value { get }
  /// The default value in tests: it should report an issue when it is used.
  static var testValue: Value { get }
}

/// A key of a dependency with a value for the running program.
public protocol DependencyKey<Value>: TestDependencyKey {
  // The requirements of the base protocol are repeated, because the compiler does not infer `Value` from `liveValue`
  // otherwise.
  /// The type of the dependency.
  associatedtype Value = Self
  /// The default value in the running program.
  static var liveValue: Value { get }
  /// The default value in previews.
  static var previewValue: Value { get }
  /// The default value in tests.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  /// The test value.
  public static var previewValue: Value { testValue }

  /// Whether a default value should report that it is used: not while the dependencies are being changed.
  public static var shouldReportUnimplemented: Bool { !DependencyValues.isUpdating }
}

extension DependencyKey {
  /// The live value.
  public static var previewValue: Value { liveValue }

  /// The preview value. Reading it reports an issue, because a test should set the dependency explicitly.
  public static var testValue: Value {
    if shouldReportUnimplemented {
      reportMissingOverride(
        of: "@Dependency(\(Self.self))", alternative: ", or give the key a 'testValue'",
        at: .ofProperty())
    }
    return previewValue
  }
}

/// A context that selects the default values of dependencies.
public enum DependencyContext: Hashable, Sendable {
  /// The running program, which uses `liveValue`.
  case live
  /// A preview, which uses `previewValue`.
  case preview
  /// A test, which uses `testValue`.
  case test

  /// `.test` inside a test runner, otherwise `.live`.
  static let processDefault: DependencyContext = {
    let name = CommandLine.arguments.first?.split(separator: "/").last ?? ""
    return name.hasSuffix("xctest") || name.hasPrefix("swiftpm-testing-helper") ? .test : .live
  }()
}

/// Whether the process is a test runner.
public let isTesting = DependencyContext.processDefault == .test

// MARK: - Default values

/// The default values of dependencies that are not set, created once for each key and context.
final class DependencyDefaults: Sendable {
  private struct ID: Hashable {
    var key: ObjectIdentifier
    var context: DependencyContext
  }

  /// A default that was created while the dependencies were being changed, which is not a use.
  private struct Unused: Sendable {
    var box: any AnyObject & Sendable
    /// The issues of its creation, which its first use reports.
    var issues: [@Sendable () -> Void]
  }

  /// The values, each in a ``DependencyBox`` of the key's value type.
  private let boxes = Mutex<[ID: any AnyObject & Sendable]>([:])
  private let unused = Mutex<[ID: Unused]>([:])
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
    return creation.withLock {
      // Another thread may have created it in the meantime.
      if let box = box(id, of: key) { return box.value }
      let unused = unused(id, of: key, for: values)
      if DependencyValues.isUpdating { return unused.box.value }
      boxes.withLock { $0[id] = unused.box }
      self.unused.withLock { $0[id] = nil }
      for report in unused.issues { report() }
      return unused.box.value
    }
  }

  /// Returns the default value for `key` that is not used yet, and creates it if there is none.
  private func unused<Key: TestDependencyKey>(
    _ id: ID, of key: Key.Type, for values: DependencyValues
  ) -> (box: DependencyBox<Key.Value>, issues: [@Sendable () -> Void]) {
    if let known = unused.withLock({ $0[id] }) {
      return (unsafeDowncast(known.box, to: DependencyBox<Key.Value>.self), known.issues)
    }
    guard DependencyValues.isUpdating else {
      return (DependencyBox(values.asCurrent { Self.make(key, in: id.context) }), [])
    }
    let issues = LockIsolated<[@Sendable () -> Void]>([])
    let box = IssueReporting.withReporter { message, location in
      issues.withValue { $0.append { location.report(message) } }
    } operation: {
      DependencyValues.$isUpdating.withValue(false) {
        DependencyBox(values.asCurrent { Self.make(key, in: id.context) })
      }
    }
    unused.withLock { $0[id] = Unused(box: box, issues: issues.value) }
    return (box, issues.value)
  }

  /// Whether the default value for the key with the identifier `key` was used.
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
    case .preview: key.previewValue
    case .test: key.testValue
    }
  }

  private static func liveValue<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? {
    func open<Live: DependencyKey>(_ live: Live.Type) -> Key.Value? { live.liveValue as? Key.Value }
    if let live = key as? any DependencyKey.Type { return open(live) }
    IssueLocation.ofProperty()
      .report("@Dependency(\(key)) has no live value, but the program used it.")
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
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    ) {
      $0[keyPath: keyPath]
    }
  }

  @usableFromInline
  init(at location: IssueLocation, read: @escaping @Sendable (DependencyValues) -> Value) {
    valuesAtCreation = .current
    // Only a test reports a missing override, so the program's reads need no task local.
    guard isTesting else {
      self.read = read
      return
    }
    self.read = { values in
      DependencyValues.$propertyLocation.withValue(location) { read(values) }
    }
  }

  /// Creates a property that reads the dependency with the key `key`.
  public init<Key: TestDependencyKey & SendableMetatype>(
    _ key: Key.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) where Key.Value == Value {
    self.init(
      at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    ) {
      $0[Key.self]
    }
  }

  /// The current value of the dependency.
  public var wrappedValue: Value {
    read(valuesAtCreation.merging(.current))
  }
}

extension Dependency: DependencyCapture {
  var captured: DependencyValues { valuesAtCreation }
}

extension Dependency {
  /// Creates a property that reads the dependency at `keyPath` as a value of the type `type`.
  ///
  /// ```swift
  /// @Dependency(\.coach, as: CoachStub.self) var coach
  /// ```
  ///
  /// The program stops if the dependency has another type when it is read.
  public init<Base>(
    _ keyPath: any KeyPath<DependencyValues, Base> & Sendable, as type: Value.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: location) { downcast($0[keyPath: keyPath], at: location) }
  }

  /// Creates a property that reads the dependency with the key `key` as a value of the type `type`.
  ///
  /// The program stops if the dependency has another type when it is read.
  public init<Key: TestDependencyKey & SendableMetatype>(
    _ key: Key.Type, as type: Value.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(at: location) { downcast($0[Key.self], at: location) }
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

/// Returns `value` as a value of the property's type, or stops the program.
private func downcast<Result>(_ value: some Any, at location: IssueLocation) -> Result {
  guard let result = value as? Result else {
    preconditionFailure(
      "The dependency is a '\(type(of: value))', not a '\(Result.self)'",
      file: location.filePath, line: location.line)
  }
  return result
}

/// A type that accepts key paths of any name, in place of ``DependencyValues``.
@dynamicMemberLookup
public struct _UnknownDependency {
  public subscript<Value>(dynamicMember name: String) -> Value { fatalError() }

  @_disfavoredOverload
  public subscript(dynamicMember name: String) -> _UnknownDependency { fatalError() }
}
