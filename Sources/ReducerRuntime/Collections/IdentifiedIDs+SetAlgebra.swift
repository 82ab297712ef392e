// Not `SetAlgebra` itself, which would let any code change the identifiers of a list.

extension IdentifiedIDs {
  /// Returns these identifiers, followed by those of `other` that are not among them.
  ///
  /// - Complexity: O(n + m).
  public func union(_ other: some Sequence<ID>) -> Self {
    Self(elements + other)
  }

  /// Returns the identifiers that are also in `other`, in their order.
  ///
  /// - Complexity: O(n + m).
  public func intersection(_ other: some Sequence<ID>) -> Self {
    let other = Set(other)
    return Self(elements.filter(other.contains))
  }

  /// Returns the identifiers that are not in `other`, in their order.
  ///
  /// - Complexity: O(n + m).
  public func subtracting(_ other: some Sequence<ID>) -> Self {
    let other = Set(other)
    return Self(elements.filter { !other.contains($0) })
  }

  /// Returns the identifiers that are not in `other`, followed by those of `other` that are not among these.
  ///
  /// - Complexity: O(n + m).
  public func symmetricDifference(_ other: some Sequence<ID>) -> Self {
    let other = Self(other)
    return Self(subtracting(other).elements + other.subtracting(self))
  }

  /// Returns whether all of these identifiers are in `other`.
  ///
  /// - Complexity: O(n + m).
  public func isSubset(of other: some Sequence<ID>) -> Bool {
    let other = Set(other)
    return elements.allSatisfy(other.contains)
  }

  /// Returns whether all identifiers of `other` are among these.
  ///
  /// - Complexity: O(m).
  public func isSuperset(of other: some Sequence<ID>) -> Bool {
    other.allSatisfy(contains)
  }

  /// Returns whether no identifier of `other` is among these.
  ///
  /// - Complexity: O(m).
  public func isDisjoint(with other: some Sequence<ID>) -> Bool {
    !other.contains(where: contains)
  }
}
