import Synchronization

@testable import Server

/// A storage that counts the sessions with another one.
final class SessionCounter: Storage {
  private let storage: any Storage
  private let sessions = Mutex(0)

  init(_ storage: any Storage) { self.storage = storage }

  var count: Int { sessions.withLock { $0 } }

  func withSession<Result>(
    _ body: (any StorageSession) throws -> Result
  ) throws -> Result {
    sessions.withLock { $0 += 1 }
    return try storage.withSession(body)
  }

  func observeChanges(_ handler: @escaping @Sendable (StorageChange) -> Void) {
    storage.observeChanges(handler)
  }

  func epoch() -> Int? { storage.epoch() }
}
