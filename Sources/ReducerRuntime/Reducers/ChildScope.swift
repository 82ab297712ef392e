/// A helper that embeds the effects of an operator's children in the parent's effects, and cancels them when a child is
/// removed.
// It is a class, because a closure would retain each property of a captured struct for every action.
@usableFromInline
final class ChildScope<ChildAction, ParentAction>: Sendable {
  /// Identifies the operator in the tree.
  private let site: CancelID
  private let active = ActiveChildren()

  @usableFromInline
  init(site: CancelID) {
    self.site = site
    HandledActions.record(ChildAction.self)
  }

  /// The record of active effects, valid while this object exists.
  @usableFromInline
  var record: UnsafeMutablePointer<ActiveChildren.Record> { active.record }

  /// Returns `effect` as an effect of the child `identity`, for the parent to return.
  ///
  /// The effect is cancelled with the child, and its cancellation identifiers are separate from those of other children.
  ///
  /// - Parameter dismiss: Returns the action that dismisses the child; `nil` if the child is not presented.
  @MainActor
  @usableFromInline
  func embed(
    _ effect: Effect<ChildAction>, of identity: some Hashable & Sendable,
    dismiss: (@MainActor @Sendable () -> ParentAction)? = nil,
    by embed: @escaping @Sendable (ChildAction) -> ParentAction
  ) -> Effect<ParentAction> {
    Effect(
      .child(
        EmbeddedEffect(effect, by: embed),
        PathComponent(site: site, identity: CancelID(identity)), of: active, dismiss: dismiss))
  }

  /// Returns `effect`, combined with the cancellation of the effects of all children except `now`.
  @usableFromInline
  func cancellingRemoved(
    except now: ChildID?, _ effect: Effect<ParentAction>
  ) -> Effect<ParentAction> {
    let now = now.map { CancelID($0) }
    return effect.merge(with: Effect(.cancelRemoved(site: site) { $0 == now }))
  }

  /// Returns `effect`, combined with the cancellation of the effects of rows that are not keys of `positions`.
  @usableFromInline
  func cancellingRemoved<ID: Hashable & Sendable>(
    thoseMissingIn positions: [ID: Int], _ effect: Effect<ParentAction>
  ) -> Effect<ParentAction> {
    effect.merge(with: Effect(.cancelRemoved(site: site) { $0.isKey(of: positions) }))
  }
}

/// A record of which children of one operator have active effects.
///
/// An operator sees only the changes that its own child and parent make. With this record it detects that a reducer
/// elsewhere in the tree removed a child whose effects are still active.
@MainActor
@usableFromInline
final class ActiveChildren {
  @usableFromInline
  struct Record {
    /// The number of active effects.
    @usableFromInline var count = 0
    /// The optional child that all active effects belong to; `nil` if they belong to several, or to rows of a list.
    @usableFromInline var only: ChildID?
    /// The version of the list whose rows were last compared with the active effects.
    @usableFromInline var checkedVersion: UInt64 = 0
  }

  /// The record, which each action reads. Reading it through a pointer avoids reference counting.
  // Safe: accessed on the main actor only, and valid while this object exists.
  @usableFromInline nonisolated(unsafe) let record: UnsafeMutablePointer<Record>

  @usableFromInline
  nonisolated init() {
    record = .allocate(capacity: 1)
    record.initialize(to: Record())
  }

  deinit {
    record.deinitialize(count: 1)
    record.deallocate()
  }

  func begin(_ child: CancelID) {
    let child = child.value(as: ChildID.self)
    record.pointee.only =
      record.pointee.count == 0 || record.pointee.only == child ? child : nil
    record.pointee.count += 1
  }

  func end() {
    record.pointee.count -= 1
  }
}

extension ActiveChildren.Record {
  /// Returns whether a child with active effects may have been removed.
  ///
  /// - Parameters:
  ///   - before: The child before the action.
  ///   - now: The child after the action.
  @inlinable
  @inline(__always)
  func mustCheck(_ before: ChildID?, _ now: ChildID?) -> Bool {
    now != before || (count != 0 && (now == nil || now != only))
  }

  /// Returns whether a row with active effects may have been removed from a list.
  ///
  /// - Parameters:
  ///   - before: The version of the list before the action.
  ///   - now: The version of the list after the action. It is recorded as checked.
  @inlinable
  @inline(__always)
  mutating func mustCheck(_ before: UInt64, _ now: UInt64) -> Bool {
    if now == before, count == 0 || checkedVersion == now { return false }
    checkedVersion = now
    return true
  }
}
