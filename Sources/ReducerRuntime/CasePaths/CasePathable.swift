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
public protocol CasePathReflectable<Root> {
  associatedtype Root: CasePathable
  /// The key path of the case of `root`.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

extension CasePathable {
  /// The root of case key paths that name their type: `\Action.Cases.rowTapped`.
  public typealias Cases = Case<Self>

  /// Returns whether this value is the case at `keyPath`.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool { self[case: keyPath] != nil }

  /// The payload if this value is the case at `keyPath`, otherwise `nil`.
  ///
  /// Setting a payload replaces the current one if the value is that case. Otherwise it does nothing; nor does setting
  /// `nil`, unless that is a payload of the case.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { AnyCasePath(keyPath).extract(from: self) }
    set {
      let none = (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
      guard let payload = newValue ?? none else { return }
      _ = AnyCasePath(keyPath).modify(&self) { $0 = payload }
    }
  }

  /// The payload if this value is the case at `keyPath`, whose type is not known, otherwise `nil`.
  @_disfavoredOverload
  public subscript(case keyPath: PartialCaseKeyPath<Self>) -> Any? {
    (Case<Self>()[keyPath: keyPath] as? any ErasedCase)?.extractAny(from: self)
  }

  /// The payload of a case, by its property. `@dynamicMemberLookup` on the enum calls this subscript.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Self.AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// The payload of a case, by its property, to be set: `route.detail = Detail()`. Setting it replaces the payload if
  /// the value is that case; otherwise it does nothing.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Self.AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value {
    @available(
      *, unavailable, message: "The value may be another case, so its payload is optional."
    )
    get { preconditionFailure("Unavailable") }
    set { _ = Self.allCasePaths[keyPath: keyPath].modify(&self) { $0 = newValue } }
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
