extension Effect {
  /// Returns this effect with an identifier by which it can be cancelled.
  ///
  /// It is registered before `send` returns, so that a cancellation immediately after `send` finds it.
  ///
  /// - Parameters:
  ///   - id: Identifies the effect within the feature; usually a case of an enum `CancelID`. The same identifier in
  ///     another presented child or row is independent.
  ///   - cancelInFlight: Whether effects that already run under `id` are cancelled first.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    isNone && !cancelInFlight
      ? self : Self(.cancellable(self, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// Returns an effect that cancels the effects with the identifier `id`, in this feature and in the children it
  /// presents.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(id: CancelID(id)))
  }

  /// Returns an effect that cancels the effects with any identifier in `ids`.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> Self {
    .merge(ids.map { .cancel(id: $0) })
  }
}

/// A type-erased identifier of cancellable effects.
@usableFromInline
struct CancelID: Hashable, Sendable {
  // Not an `AnyHashable`: creating one looks up conversions of the type, which dominates the cost of a cancellation.
  private let base: any Hashable & Sendable

  @usableFromInline
  init(_ base: some Hashable & Sendable) {
    self.base = base
  }

  @usableFromInline
  static func == (lhs: Self, rhs: Self) -> Bool {
    func equals<Base: Equatable>(_ base: Base) -> Bool { base == rhs.base as? Base }
    return equals(lhs.base)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }

  /// Returns the identifier as a value of `type`, or `nil` if it is of another type.
  func value<Value>(as type: Value.Type) -> Value? { base as? Value }

  /// Returns whether this is a key of `dictionary`.
  func isKey<Key: Hashable>(of dictionary: [Key: some Any]) -> Bool {
    (base as? Key).map { dictionary[$0] != nil } ?? false
  }
}

/// A step from a parent to one of its presented children or rows.
@usableFromInline
struct PathComponent: Hashable, Sendable {
  /// The key path of the `ifLet` or `forEach` that runs the child.
  var site: CancelID
  /// Identifies one child among those that are presented at the same site.
  var identity: CancelID
}

// MARK: - The effects of a store

/// A table of one store's cancellable effects, by identifier and by position in the tree of children.
///
/// An effect is registered under its identifier at its own position and at every position above, so that a parent's
/// cancellation reaches its children and a child's cancellation does not reach its siblings.
@MainActor
final class CancellationTable {
  fileprivate struct Key: Hashable {
    /// The identifier, or `nil` for all effects at the path.
    var id: CancelID?
    var path: ArraySlice<PathComponent>
  }

  /// A cancellable effect.
  @MainActor
  final class Entry {
    fileprivate var keys: [Key] = []
    let tasks = EffectTasks()
  }

  private var entries: [Key: [ObjectIdentifier: Entry]] = [:]

  nonisolated init() {}

  /// Registers an effect of the child at `path`, under `id` or, if that is `nil`, only as an effect of the child.
  func register(id: CancelID?, path: [PathComponent]) -> Entry {
    let entry = Entry()
    // Not registered at the root: the effects of a whole store end with the store.
    let shallowest = id == nil ? 1 : 0
    for depth in stride(from: shallowest, through: path.count, by: 1) {
      let key = Key(id: id, path: path[..<depth])
      entry.keys.append(key)
      entries[key, default: [:]][ObjectIdentifier(entry)] = entry
    }
    return entry
  }

  func unregister(_ entry: Entry) {
    for key in entry.keys {
      entries[key]?[ObjectIdentifier(entry)] = nil
      if entries[key]?.isEmpty == true { entries[key] = nil }
    }
    entry.keys = []
  }

  /// Cancels the effects that are registered under `id` at `path` and below.
  ///
  /// - Complexity: O(1) if there are none.
  func cancel(id: CancelID, path: [PathComponent]) {
    cancel(Key(id: id, path: path[...]))
  }

  /// Cancels all effects of those children at `site` below `path` that have been removed, and of their children.
  ///
  /// - Complexity: O(number of active effects).
  func cancelRemoved(
    site: CancelID, path: [PathComponent], isPresent: (CancelID) -> Bool
  ) {
    let removed = entries.keys.filter { key in
      guard key.id == nil, key.path.count == path.count + 1, let child = key.path.last else {
        return false
      }
      return child.site == site && key.path.dropLast() == path[...] && !isPresent(child.identity)
    }
    removed.forEach(cancel)
  }

  private func cancel(_ key: Key) {
    guard !entries.isEmpty, let found = entries[key] else { return }
    for entry in found.values {
      entry.tasks.cancel()
      unregister(entry)
    }
  }
}
