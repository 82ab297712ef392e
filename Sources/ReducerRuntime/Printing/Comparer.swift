/// A comparer of values by `==` or, if they are not `Equatable`, of each of their children.
///
/// An object is equal to itself. The same shared value has two values during an assertion.
struct Comparer {
  private struct Pair: Hashable {
    var first: ObjectIdentifier
    var second: ObjectIdentifier
  }

  /// The objects whose comparison has begun. They count as equal, so that comparing objects that refer to each other
  /// ends.
  private var compared: Set<Pair> = []

  mutating func areEqual(_ first: Any, _ second: Any) -> Bool {
    func open<Value: Equatable>(_ value: Value) -> Bool { value == second as? Value }
    if let old = first as? any _CustomDiffObject, let new = second as? any _CustomDiffObject {
      if let old = old as? any Equatable { return open(old) }
      guard old._objectIdentifier == new._objectIdentifier else { return false }
      let (before, after) = old._customDiffValues
      return areEqual(before, after)
    }
    if type(of: first) is AnyClass, type(of: first) == type(of: second) {
      let pair = Pair(
        first: ObjectIdentifier(first as AnyObject), second: ObjectIdentifier(second as AnyObject))
      if pair.first == pair.second { return true }
      if !(first is any Equatable), !compared.insert(pair).inserted { return true }
    }
    if let first = first as? any Equatable { return open(first) }
    let old = mirror(first)
    let new = SharedChangeTracker.readActual { mirror(second) }
    guard old.subjectType == new.subjectType else { return false }
    let (oldChildren, newChildren) = (DumpedValue.children(of: old), DumpedValue.children(of: new))
    if oldChildren.isEmpty, newChildren.isEmpty { return "\(first)" == "\(second)" }
    return areEqual(oldChildren, newChildren)
  }

  mutating func areEqual(_ first: [DumpedValue.Child], _ second: [DumpedValue.Child]) -> Bool {
    guard first.count == second.count else { return false }
    for (old, new) in zip(first, second)
    where old.label != new.label || !areEqual(old.value, new.value) {
      return false
    }
    return true
  }

  private func mirror(_ value: Any) -> Mirror {
    (value as? any CustomDumpReflectable)?.customDumpMirror ?? Mirror(reflecting: value)
  }
}

/// Returns whether two values have no difference.
func areEqual(_ first: Any, _ second: Any) -> Bool {
  var comparer = Comparer()
  return comparer.areEqual(first, second)
}

/// Returns whether two lists of children have no difference.
func haveEqualElements(_ first: [DumpedValue.Child], _ second: [DumpedValue.Child]) -> Bool {
  var comparer = Comparer()
  return comparer.areEqual(first, second)
}
