extension Optional: CasePathable, CasePathIterable {
  /// The case paths of an optional; those of the wrapped value are available without `some`: `\Phase?.Cases.countdown`.
  @dynamicMemberLookup
  public struct AllCasePaths: CasePathReflectable, Sendable, Sequence {
    public subscript(root: Optional) -> PartialCaseKeyPath<Optional> {
      root == nil ? \.none : \.some
    }

    public var none: AnyCasePath<Optional, Void> {
      AnyCasePath(embed: { .none }, extract: { $0 == nil ? () : nil })
    }

    public var some: AnyCasePath<Optional, Wrapped> {
      AnyCasePath(embed: { .some($0) }, extract: { $0 })
    }

    @_disfavoredOverload
    public subscript<Value>(
      dynamicMember keyPath: KeyPath<Wrapped.AllCasePaths, AnyCasePath<Wrapped, Value>>
    ) -> AnyCasePath<Optional, Value?> where Wrapped: CasePathable {
      let path = Wrapped.allCasePaths[keyPath: keyPath]
      return AnyCasePath(
        _embed: { $0.map(path.embed) },
        _extract: { $0.flatMap(path.extract).map(Optional<Value>.some) },
        name: path.name)
    }

    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Optional>]> {
      [\.none, \.some].makeIterator()
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Case {
  /// The case at `keyPath` of this value, if its payload is not `nil`: the `some` of an optional payload can be omitted.
  @_disfavoredOverload
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Next?>>
  ) -> Case<Next> where Value: CasePathable {
    Case<Next?>(self, appending: Value.allCasePaths[keyPath: keyPath]).some
  }
}

extension Optional where Wrapped: CasePathable {
  /// Returns whether this value is the case at `keyPath`, and not `nil`.
  @_disfavoredOverload
  public func `is`(_ keyPath: PartialCaseKeyPath<Wrapped>) -> Bool { self?.is(keyPath) ?? false }

  /// Changes the payload of the case at `keyPath`. Reports an issue if the value is `nil` or another case.
  @_disfavoredOverload
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Wrapped, Value>,
    yield: (inout Value) -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    modify(
      (\Cases.some).appending(path: keyPath), yield: yield,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
