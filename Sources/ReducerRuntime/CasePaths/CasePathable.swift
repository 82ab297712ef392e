/// An enum whose cases have key paths. `@CasePathable` writes the conformance.
public protocol CasePathable {
  /// A type with one property for each case.
  associatedtype AllCasePaths
  /// The case paths of this enum, by name.
  static var allCasePaths: AllCasePaths { get }
}

/// An enum whose case paths can be listed.
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence, AllCasePaths.Element == PartialCaseKeyPath<Self> {}

/// A collection of case paths that can return the case of a value.
public protocol CasePathReflectable<Root>: Sendable {
  associatedtype Root: CasePathable
  /// The key path of the case of `root`.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

extension CasePathable {
  /// The root of case key paths that name their type: `\Action.Cases.rowTapped`.
  public typealias Cases = Case<Self>

  /// Returns whether this value is the case at `keyPath`.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    (Case<Self>()[keyPath: keyPath] as? any CaseMatching)?.matches(self) ?? false
  }

  /// The payload if this value is the case at `keyPath`, otherwise `nil`.
  ///
  /// Setting a payload replaces the current one if the value is that case. Otherwise, and for `nil`, it does nothing.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { AnyCasePath(keyPath).extract(from: self) }
    set {
      guard let newValue else { return }
      _ = AnyCasePath(keyPath).modify(&self) { $0 = newValue }
    }
  }

  /// The payload of a case, by its property. `@dynamicMemberLookup` on the enum calls this subscript.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Self.AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// Changes the payload of the case at `keyPath`. Reports an issue if the value is another case.
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value>,
    yield: (inout Value) -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    guard AnyCasePath(keyPath).modify(&self, yield) == nil else { return }
    reportIssue(
      "Can't modify '\(Self.self)': it is not the expected case.",
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension CasePathable where AllCasePaths: CasePathReflectable<Self> {
  /// The key path of the case of this value.
  public var `case`: PartialCaseKeyPath<Self> { Self.allCasePaths[self] }
}

/// A case with an erased payload type that can be matched against a value.
private protocol CaseMatching {
  func matches<Root>(_ root: Root) -> Bool
}

extension Case: CaseMatching {
  fileprivate func matches<Root>(_ root: Root) -> Bool {
    path(from: Root.self).extract(from: root) != nil
  }
}

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

extension KeyPath {
  /// Whether the value is of the case, for use as a pattern: `case \.settings.closeButtonTapped:`.
  @_disfavoredOverload
  public static func ~= <Enum: CasePathable, Payload>(keyPath: KeyPath, value: Enum) -> Bool
  where Root == Case<Enum>, Value == Case<Payload> {
    value.is(keyPath)
  }
}

extension Optional: CasePathable {
  /// The case paths of an optional.
  public struct AllCasePaths: Sendable {
    public var none: AnyCasePath<Optional, Void> {
      AnyCasePath(embed: { .none }, extract: { $0 == nil ? () : nil })
    }
    public var some: AnyCasePath<Optional, Wrapped> {
      AnyCasePath(embed: { .some($0) }, extract: { $0 })
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Result: CasePathable {
  /// The case paths of a result.
  public struct AllCasePaths: Sendable {
    public var success: AnyCasePath<Result, Success> {
      AnyCasePath(
        embed: { .success($0) },
        extract: { if case .success(let value) = $0 { value } else { nil } })
    }
    public var failure: AnyCasePath<Result, Failure> {
      AnyCasePath(
        embed: { .failure($0) },
        extract: { if case .failure(let error) = $0 { error } else { nil } })
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
