import Models
import Synchronization

/// A cache of the values that requests read most often: devices, and versions of leaderboards.
///
/// A value is valid until a change that concerns it is reported, the storage's ``Storage/epoch()`` changes, or it is
/// too old, in case a report was lost. The absence of a value is not cached.
final class ReadCache: Sendable {
  typealias Instant = ContinuousClock.Instant

  private let storage: Storage
  private let devices: CachedValues<SecretHash, AuthenticatedDevice>
  private let versions: CachedValues<Board, Int64>

  /// Creates an empty cache. Call ``forget(_:)`` after each change of the storage.
  init(_ storage: Storage) {
    self.storage = storage
    devices = CachedValues(maxCount: 20_000, maxAge: .seconds(60))
    versions = CachedValues(maxCount: 1000, maxAge: .seconds(10))
  }

  /// Creates a cache that shares the values of another one, and reads missing values from another storage.
  init(_ cache: ReadCache, _ storage: Storage) {
    self.storage = storage
    devices = cache.devices
    versions = cache.versions
  }

  /// Returns the device with a token, if any.
  ///
  /// - Parameter epoch: The storage's epoch at the beginning of the request.
  /// - Throws: ``StorageError``.
  func device(
    with token: SecretHash, in epoch: Int?, at now: Instant
  ) throws -> AuthenticatedDevice? {
    try devices.value(for: token, in: epoch, at: now) {
      try storage.withSession { try $0.device(with: token) }
    }
  }

  /// Returns the version of a leaderboard; 0 if it is empty.
  ///
  /// - Parameter epoch: The storage's epoch at the beginning of the request.
  /// - Throws: ``StorageError``.
  func version(of board: Board, in epoch: Int?, at now: Instant) throws -> Int64 {
    try versions.value(for: board, in: epoch, at: now) {
      try storage.withSession { try $0.version(of: board) }
    } ?? 0
  }

  /// Removes the values that a change concerns.
  func forget(_ change: StorageChange) {
    switch change {
    case .board(let group, let challenge):
      versions.removeAll { $0.group == group && $0.challenge == challenge }
    case .access: devices.removeAll()
    case .journal: break
    }
  }
}

/// Values read from a storage. Each is valid for a limited time, and at most until a change that may concern it.
///
/// A value that is being read during a removal is not kept, because it may be older than the change. The absence of a
/// value is not kept either, so requests with unknown tokens use no memory.
final class CachedValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  typealias Instant = ContinuousClock.Instant

  private struct Entry {
    var value: Value
    var readAt: Instant
  }

  private struct State {
    /// The recently used values. When they reach half of the maximum number, they replace `earlier`.
    var recent: [Key: Entry] = [:]
    var earlier: [Key: Entry] = [:]
    var epoch: Int?
    /// The number of removals.
    var removalCount = 0

    mutating func removeAll() {
      recent = [:]
      earlier = [:]
      removalCount += 1
    }
  }

  private let maxCount: Int
  private let maxAge: Duration
  private let state = Mutex(State())

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - maxCount: The maximum number of values in memory.
  ///   - maxAge: The time for which a value is valid.
  init(maxCount: Int, maxAge: Duration) {
    self.maxCount = maxCount
    self.maxAge = maxAge
  }

  /// Returns the value for a key, read with `read` if it is not cached.
  ///
  /// - Parameter epoch: The ``Storage/epoch()`` of the storage. Values of other epochs are removed. If it is `nil`,
  ///   values are neither used nor kept.
  /// - Throws: Errors of `read`.
  /// - Complexity: O(1), amortized, without `read`.
  func value(
    for key: Key, in epoch: Int?, at now: Instant, read: () throws -> Value?
  ) rethrows -> Value? {
    guard let epoch else { return try read() }
    let (known, removalCount) = state.withLock { state -> (Value?, Int) in
      if state.epoch != epoch {
        state.removeAll()
        state.epoch = epoch
      }
      let entry = entry(for: key, in: &state)
      return (entry.flatMap { now - $0.readAt < maxAge ? $0.value : nil }, state.removalCount)
    }
    if let known { return known }
    guard let value = try read() else { return nil }
    state.withLock { state in
      guard state.removalCount == removalCount else { return }
      insert(Entry(value: value, readAt: now), for: key, in: &state)
    }
    return value
  }

  /// Removes the values whose keys satisfy a condition.
  ///
  /// - Complexity: O(n) in the values.
  func removeAll(where shouldRemove: (Key) -> Bool) {
    state.withLock { state in
      state.recent = state.recent.filter { !shouldRemove($0.key) }
      state.earlier = state.earlier.filter { !shouldRemove($0.key) }
      state.removalCount += 1
    }
  }

  /// Removes all values.
  func removeAll() { state.withLock { $0.removeAll() } }

  /// The number of values in memory.
  var count: Int { state.withLock { $0.recent.count + $0.earlier.count } }

  private func entry(for key: Key, in state: inout State) -> Entry? {
    if let entry = state.recent[key] { return entry }
    guard let entry = state.earlier.removeValue(forKey: key) else { return nil }
    insert(entry, for: key, in: &state)
    return entry
  }

  private func insert(_ entry: Entry, for key: Key, in state: inout State) {
    if state.recent.count >= maxCount / 2 {
      state.earlier = state.recent
      state.recent = [:]
    }
    state.recent[key] = entry
  }
}
