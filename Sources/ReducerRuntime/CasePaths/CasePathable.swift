/// An enum whose cases have key paths. `@CasePathable` writes the conformance.
public protocol CasePathable {
  /// A type with one property for each case.
  associatedtype AllCasePaths
  /// The case paths of this enum, by name.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// The root of case key paths that name their type: `\Action.Cases.rowTapped`.
  public typealias Cases = Case<Self>

  /// Returns whether this value is the case at `keyPath`.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    (Case<Self>()[keyPath: keyPath] as? any ErasedCase)?.matches(self) ?? false
  }

  /// The payload if this value is the case at `keyPath`, otherwise `nil`.
  ///
  /// Setting it replaces the payload if the value is that case, and otherwise does nothing. Setting `nil` does nothing,
  /// unless the payload itself is optional.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { AnyCasePath(keyPath).extract(from: self) }
    set {
      let none = (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
      guard let payload = newValue ?? none else { return }
      _ = AnyCasePath(keyPath).modify(&self) { $0 = payload }
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

// MARK: - Enums of the standard library

extension Never: CasePathable {
  /// The case paths of `Never`, which has no cases.
  public struct AllCasePaths: Sendable {}

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Optional: CasePathable {
  /// The case paths of an optional.
  public struct AllCasePaths: Sendable {
    /// The path to the absence of a value.
    public var none: AnyCasePath<Optional, Void> {
      AnyCasePath(embed: { .none }, extract: { $0 == nil ? () : nil })
    }

    /// The path to the wrapped value.
    public var some: AnyCasePath<Optional, Wrapped> {
      AnyCasePath(embed: { .some($0) }, extract: { $0 })
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Result: CasePathable {
  /// The case paths of a result.
  public struct AllCasePaths: Sendable {
    /// The path to the value of a success.
    public var success: AnyCasePath<Result, Success> {
      AnyCasePath(
        embed: { .success($0) },
        extract: { if case .success(let value) = $0 { value } else { nil } })
    }

    /// The path to the error of a failure.
    public var failure: AnyCasePath<Result, Failure> {
      AnyCasePath(
        embed: { .failure($0) },
        extract: { if case .failure(let error) = $0 { error } else { nil } })
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
