/// An enum whose cases can be named by key paths. `@CasePathable` writes the conformance.
public protocol CasePathable {
  /// A type with one property for each case.
  associatedtype AllCasePaths
  /// The case paths of this enum, by name.
  static var allCasePaths: AllCasePaths { get }
}

/// Case paths that can be listed.
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence, AllCasePaths.Element == PartialCaseKeyPath<Self> {}

/// Case paths that can be asked which case a value is.
public protocol CasePathReflectable<Root>: Sendable {
  associatedtype Root: CasePathable
  /// The key path of the case that `root` is.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

extension CasePathable {
  /// Where the case key paths of a type begin that are written out: `\Action.Cases.rowTapped`.
  public typealias Cases = Case<Self>

  /// Whether this value is the case that `keyPath` names.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    (Case<Self>()[keyPath: keyPath] as? any CaseMatching)?.matches(self) ?? false
  }

  /// The payload when this value is the case that `keyPath` names, otherwise `nil`.
  ///
  /// Setting one replaces the payload where the value is that case, and does nothing elsewhere, nor with `nil`.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { AnyCasePath(keyPath).extract(from: self) }
    set {
      guard let newValue else { return }
      _ = AnyCasePath(keyPath).modify(&self) { $0 = newValue }
    }
  }

  /// The payload of a case known by its property: what `@dynamicMemberLookup` on the enum calls.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Self.AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// Changes the payload in the case that `keyPath` names; reports an issue when the value is another case.
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
  /// The key path of the case this value is.
  public var `case`: PartialCaseKeyPath<Self> { Self.allCasePaths[self] }
}

/// Asks a case whose payload type is not known here whether a value is it.
private protocol CaseMatching {
  func matches<Root>(_ root: Root) -> Bool
}

extension Case: CaseMatching {
  fileprivate func matches<Root>(_ root: Root) -> Bool {
    path(from: Root.self).extract(from: root) != nil
  }
}

extension KeyPath {
  /// Embeds a payload: `let action = \Action.Cases.response(value)`.
  public func callAsFunction<Enum, Payload>(_ value: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(self).embed(value)
  }

  /// Builds a case that has no payload.
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}

extension KeyPath {
  /// Whether the value is of the case, as a pattern: `case \.settings.closeButtonTapped:`.
  @_disfavoredOverload
  public static func ~= <Enum: CasePathable, Payload>(keyPath: KeyPath, value: Enum) -> Bool
  where Root == Case<Enum>, Value == Case<Payload> {
    value.is(keyPath)
  }
}

extension Optional: CasePathable {
  /// The cases of an optional.
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
  /// The cases of a result.
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
