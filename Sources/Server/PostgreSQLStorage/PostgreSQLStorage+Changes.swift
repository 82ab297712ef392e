import Models
import PostgreSQL

extension PostgreSQLStorage {
  /// Calls `handler` after each change by this storage, and after those by other servers when the database tells.
  ///
  /// After a lost connection, all leaderboards of all groups are reported, because changes may have been missed.
  public func observeChanges(_ handler: @escaping @Sendable (StorageChange) -> Void) {
    observers.add(handler)
    listener.withLock { listener in
      guard listener == nil else { return }
      // Without a thread, which is the only cause of an error, the changes of this storage are still reported.
      listener = try? Listener(address, listen: "LISTEN ladder") { [weak self] event in
        guard let self else { return }
        switch event {
        case .notification(let payload):
          if let change = change(in: payload) { observers.report([change]) }
        case .reconnection: reportAllBoards()
        }
      }
    }
  }

  /// Returns a number that each new connection changes: notifications before it may be lost, and the database can be
  /// another one than before. Without a connection that listens, there is none.
  public func epoch() -> Int? {
    let listening = listener.withLock { $0?.connectionNumber }
    // Both numbers only grow, so their sum is another one when one of them is.
    return listening.map { $0 + pool.connectionCount }
  }

  /// Reports committed changes to the observers here and at other servers.
  ///
  /// Notifications have a transaction of their own that does not wait for the disk: PostgreSQL lets transactions with
  /// notifications commit one after another, so workouts would otherwise be recorded one for each sync. Changes of the
  /// access are rare, and their transaction has notified others already.
  func report(_ changes: Set<StorageChange>) {
    observers.report(changes)
    let rest = changes.filter { !$0.isAccess }
    guard !rest.isEmpty else { return }
    // The changes are committed. Other servers that miss a notification show them with the next change.
    _ = try? pool.perform { connection in
      try connection.run(
        [Statement("SELECT set_config('synchronous_commit', 'off', true)")]
          + rest.map { notification(of: $0) })
    }
  }

  /// Returns the statement that tells other servers a change.
  func notification(of change: StorageChange) -> Statement {
    Statement("SELECT pg_notify('ladder', $1)", .text(payload(of: change)))
  }

  private func payload(of change: StorageChange) -> String {
    let words =
      switch change {
      case .board(let group, let challenge): ["board", group.rawValue, challenge.rawValue]
      case .journal(let member): ["journal", String(member)]
      case .access(let group): ["access", group.rawValue]
      }
    return ([installation, sender] + words).joined(separator: " ")
  }

  /// Reads a notification, which anyone with access to the database can send.
  ///
  /// - Returns: `nil` for changes of this storage and of other databases.
  private func change(in payload: String) -> StorageChange? {
    let words = payload.split(separator: " ", maxSplits: 4).map(String.init)
    guard words.count >= 4, words[0] == installation, words[1] != sender else { return nil }
    switch (words[2], words.count) {
    case ("board", 5):
      return Group.ID(rawValue: words[3]).map { .board($0, Challenge.ID(rawValue: words[4])) }
    case ("journal", 4): return Int64(words[3]).map { .journal(member: $0) }
    case ("access", 4): return Group.ID(rawValue: words[3]).map { .access($0) }
    default: return nil
    }
  }

  private func reportAllBoards() {
    let changes = try? withSession { session -> [StorageChange] in
      try session.groups().flatMap { group -> [StorageChange] in
        let challenges = try session.challengesWithEntries(in: group.id)
        return [.access(group.id)] + challenges.map { .board(group.id, $0) }
      }
    }
    observers.report(changes ?? [])
  }
}

extension StorageChange {
  var isAccess: Bool { if case .access = self { true } else { false } }
}
