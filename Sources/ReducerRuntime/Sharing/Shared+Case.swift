extension Shared where Value: CasePathable {
  /// A shared reference to the payload of a case, or `nil` if the value is another case: `$model.route.detail`.
  ///
  /// When the value changes to another case, the last payload stays, and changes of it have no effect on the value.
  @_disfavoredOverload
  public subscript<Member: Sendable>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> Shared<Member>? {
    Shared<Member>(Shared<Member?>(reference: reference.payload(of: keyPath)))
  }
}

extension SharedReader where Value: CasePathable {
  /// A reader of the payload of a case, or `nil` if the value is another case. When the value changes to another case,
  /// the last payload stays.
  @_disfavoredOverload
  public subscript<Member: Sendable>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> SharedReader<Member>? {
    SharedReader<Member>(SharedReader<Member?>(reference: reference.payload(of: keyPath)))
  }
}

extension SharedReference where Value: CasePathable {
  fileprivate func payload<Member: Sendable>(
    of keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> SharedReference<Member?> {
    let path = Value.allCasePaths[keyPath: keyPath]
    return derived({ path.extract(from: $0) }) { value, payload in
      guard let payload else { return }
      value = path.embed(payload)
    }
  }
}
