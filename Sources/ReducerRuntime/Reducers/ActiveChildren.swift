/// A record of which children of one operator have active effects.
///
/// An operator sees the changes that its own child and parent make. It needs this record to detect that another
/// reducer, beside it or above it, removed a child whose effects are still active.
@MainActor
@usableFromInline
final class ActiveChildren {
  // Accesses never overlap, so dynamic exclusivity checks are disabled.

  /// The number of active effects.
  @exclusivity(unchecked) @usableFromInline private(set) var count = 0
  /// The optional child that all active effects belong to; `nil` if they belong to several, or to rows of a list.
  @exclusivity(unchecked) @usableFromInline private(set) var only: ChildID?
  /// The version of the list whose rows were last compared with the active effects.
  @exclusivity(unchecked) @usableFromInline var checkedVersion: UInt64 = 0

  @usableFromInline
  nonisolated init() {}

  func begin(_ child: CancelID) {
    let child = child.value(as: ChildID.self)
    only = count == 0 || only == child ? child : nil
    count += 1
  }

  func end() {
    count -= 1
  }

  /// Returns whether a row with active effects may have been removed from a list.
  ///
  /// - Parameters:
  ///   - before: The version of the list before the action.
  ///   - now: The version of the list after the action. It is recorded as checked.
  @inlinable
  @inline(__always)
  func mustCheck(_ before: UInt64, _ now: UInt64) -> Bool {
    if now == before, count == 0 || checkedVersion == now { return false }
    checkedVersion = now
    return true
  }
}
