/// The effects of one store that can be cancelled, by identifier and place.
///
/// An effect is filed under its identifier at its own place in the tree of children and at every place above, so that
/// a parent's cancellation reaches its children and a child's does not reach its siblings.
@MainActor
final class CancellationTable {
  fileprivate struct Key: Hashable {
    /// `nil` stands for everything at the place.
    var id: CancelID?
    var path: ArraySlice<PathComponent>
  }

  /// One effect that can be cancelled.
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

  /// Files an effect of the child at `path`, under `id` or, where that is `nil`, only as the child's.
  func register(id: CancelID?, path: [PathComponent]) -> Entry {
    let entry = Entry()
    // As a child's effect it is filed below the root only: nothing cancels a whole store but its end.
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

  /// Cancels the effects filed under `id` at `path` and below.
  ///
  /// - Complexity: O(1) when there are none.
  func cancel(id: CancelID, path: [PathComponent]) {
    cancel(Key(id: id, path: path[...]))
  }

  /// Cancels every effect of the child at `path` and of its children.
  func cancelAll(path: [PathComponent]) {
    cancel(Key(id: nil, path: path[...]))
  }

  /// Cancels every effect of those children of the list at `site` below `path` that are not present any more.
  ///
  /// - Complexity: O(effects under way).
  func cancelRemoved(
    site: CancelID, path: [PathComponent], isPresent: (CancelID) -> Bool
  ) {
    let removed = entries.keys.filter { key in
      guard key.id == nil, key.path.count == path.count + 1, let row = key.path.last else {
        return false
      }
      return row.site == site && key.path.dropLast() == path[...] && !isPresent(row.identity)
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
