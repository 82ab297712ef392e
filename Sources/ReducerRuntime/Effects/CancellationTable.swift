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
    private var tasks: Set<Task<Void, Never>> = []
    private(set) var isCancelled = false

    func insert(_ task: Task<Void, Never>) {
      tasks.insert(task)
      if isCancelled { task.cancel() }
    }

    func remove(_ task: Task<Void, Never>) {
      tasks.remove(task)
    }

    fileprivate func cancel() {
      isCancelled = true
      for task in tasks { task.cancel() }
    }
  }

  private var entries: [Key: [ObjectIdentifier: Entry]] = [:]

  nonisolated init() {}

  /// Registers an effect of the child at `path`, under `id` or, if that is `nil`, only as an effect of the child.
  func register(id: CancelID?, path: [PathComponent]) -> Entry {
    let entry = Entry()
    // A child's effect is registered below the root only: the effects of a whole store end with the store.
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
      entry.cancel()
      unregister(entry)
    }
  }
}
