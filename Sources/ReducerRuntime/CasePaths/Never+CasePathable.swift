extension Never: CasePathable, CasePathIterable {
  /// The case paths of a type without values: none.
  public struct AllCasePaths: CasePathReflectable, Sendable, Sequence {
    public subscript(root: Never) -> PartialCaseKeyPath<Never> {}

    public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Never>]> {
      [].makeIterator()
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// A case path that every enum has and that matches no value: `\.never`.
public struct _NeverCasePaths<Root>: Sendable {
  public var never: AnyCasePath<Root, Never> {
    AnyCasePath(embed: { _ -> Root in }, extract: { _ in nil })
  }
}

extension Case {
  /// The path to a payload that does not exist, for a child without actions: `action: \.never`.
  @_disfavoredOverload
  public subscript(
    dynamicMember keyPath: KeyPath<_NeverCasePaths<Value>, AnyCasePath<Value, Never>>
  ) -> Case<Never> where Value: CasePathable {
    Case<Never>(self, appending: _NeverCasePaths<Value>()[keyPath: keyPath])
  }
}
