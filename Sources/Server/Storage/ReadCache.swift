import Models

/// The devices and the versions of leaderboards that requests read most, in memory.
///
/// A value is used until a change that concerns it is reported, the storage's ``Storage/epoch()`` is another one, or it
/// is old, in case a report was lost. What is missing is always read.
final class ReadCache: Sendable {
  typealias Instant = ContinuousClock.Instant

  private let storage: any Storage
  private let devices = CachedValues<SecretHash, AuthenticatedDevice>(
    maxCount: 20_000, maxAge: .seconds(60))
  private let versions = CachedValues<Board, Int64>(maxCount: 1000, maxAge: .seconds(10))

  /// Creates an empty cache. It must be told the changes of the storage with ``forget(_:)``.
  init(_ storage: any Storage) { self.storage = storage }

  /// Returns the device with a token, if any.
  ///
  /// - Parameter epoch: The storage's epoch since the beginning of the request.
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
  /// - Parameter epoch: The storage's epoch since the beginning of the request.
  /// - Throws: ``StorageError``.
  func version(of board: Board, in epoch: Int?, at now: Instant) throws -> Int64 {
    try versions.value(for: board, in: epoch, at: now) {
      try storage.withSession { try $0.version(of: board) }
    } ?? 0
  }

  /// Removes what a change concerns.
  func forget(_ change: StorageChange) {
    switch change {
    case .board(let group, let challenge):
      versions.removeAll { $0.group == group && $0.challenge == challenge }
    case .access: devices.removeAll()
    case .journal: break
    }
  }
}
