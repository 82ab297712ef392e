import Models
import Synchronization

/// A cache of the values that requests read most often: devices, and leaderboards with their versions.
///
/// A value is valid until a change that concerns it is reported, the storage's ``Storage/epoch()`` changes, or it is
/// too old, in case a report was lost. Pages and standings belong to a version of their leaderboard, and are not used
/// for another one. The absence of a device is not cached, so requests with unknown tokens use no memory.
final class ReadCache: Sendable {
  typealias Instant = ContinuousClock.Instant

  private let storage: Storage
  private let devices: CachedValues<SecretHash, AuthenticatedDevice?>
  private let versions: CachedValues<Board, BoardVersion>
  private let standings: CachedValues<VersionKey<Int64>, StandingText>
  private let pages: CachedValues<VersionKey<BoardRange>, BoardPageText>

  /// A key of something that belongs to a version of a leaderboard.
  private struct VersionKey<Key: Hashable & Sendable>: Hashable {
    var board: BoardVersion
    var key: Key
  }

  /// Creates an empty cache. Call ``forget(_:)`` after each change of the storage.
  init(_ storage: Storage) {
    self.storage = storage
    devices = CachedValues(maxCount: 40_000, maxAge: .seconds(60)) { $0 != nil }
    versions = CachedValues(maxCount: 1000, maxAge: .seconds(10))
    standings = CachedValues(maxCount: 40_000, maxAge: .seconds(60))
    pages = CachedValues(maxCount: 1000, maxAge: .seconds(60))
  }

  /// Creates a cache that shares the values of another one, and reads missing values from another storage.
  init(_ cache: ReadCache, _ storage: Storage) {
    self.storage = storage
    devices = cache.devices
    versions = cache.versions
    standings = cache.standings
    pages = cache.pages
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

  /// Returns the current version of a leaderboard.
  ///
  /// - Parameter epoch: The storage's epoch at the beginning of the request.
  /// - Throws: ``StorageError``.
  func version(of board: Board, in epoch: Int?, at now: Instant) throws -> BoardVersion {
    try versions.value(for: board, in: epoch, at: now) {
      try storage.withSession { BoardVersion(board: board, number: try $0.version(of: board)) }
    }
  }

  /// Returns the size of a leaderboard and a member's standing on it, which are at least as new as the version.
  ///
  /// - Throws: ``StorageError``.
  func standing(
    of member: Int64, on board: BoardVersion, in epoch: Int?, at now: Instant
  ) throws -> StandingText {
    try standings.value(for: VersionKey(board: board, key: member), in: epoch, at: now) {
      StandingText(try storage.withSession { try $0.standing(of: member, on: board.board) })
    }
  }

  /// Returns a page of a leaderboard, which is at least as new as the version.
  ///
  /// - Throws: Errors of `read`, which is called if the page is not cached.
  func page(
    of board: BoardVersion, in range: BoardRange, epoch: Int?, at now: Instant,
    read: (StorageSession) throws -> BoardPageText
  ) throws -> BoardPageText {
    try pages.value(for: VersionKey(board: board, key: range), in: epoch, at: now) {
      try storage.withSession(read)
    }
  }

  /// Removes the values that a change concerns.
  func forget(_ change: StorageChange) {
    switch change {
    case .board(let group, let challenge):
      versions.removeAll { $0.group == group && $0.challenge == challenge }
    case .access: devices.removeAll()
    case .journal, .race, .reps: break
    }
  }
}

/// Values read from a storage. Each is valid for a limited time, and at most until a change that may concern it.
///
/// A value that is being read during a removal is not kept, because it may be older than the change.
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
  private let isKept: @Sendable (Value) -> Bool
  private let state = Mutex(State())

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - maxCount: The maximum number of values in memory. At least half of them are those used last.
  ///   - maxAge: The time for which a value is valid.
  ///   - isKept: Returns whether a value may be kept in memory.
  init(
    maxCount: Int, maxAge: Duration, isKept: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) {
    self.maxCount = maxCount
    self.maxAge = maxAge
    self.isKept = isKept
  }

  /// Returns the value for a key, read with `read` if it is not cached.
  ///
  /// - Parameter epoch: The ``Storage/epoch()`` of the storage. Values of other epochs are removed. If it is `nil`,
  ///   values are neither used nor kept.
  /// - Throws: Errors of `read`.
  /// - Complexity: O(1), amortized, without `read`.
  func value(
    for key: Key, in epoch: Int?, at now: Instant, read: () throws -> Value
  ) rethrows -> Value {
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
    let value = try read()
    guard isKept(value) else { return value }
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
