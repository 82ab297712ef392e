import Clients
import Models
import SQLite

extension SyncClient {
  /// Returns a client for the accounts in a file: each group's outbox, and the history with the first account.
  ///
  /// - Parameters:
  ///   - clock: The clock for the pauses.
  ///   - interval: The longest pause.
  public static func live(
    _ file: AccountFile, database: Database, outbox: Outbox, history: HistorySync,
    clock: any Clock<Duration>, interval: Duration = .seconds(180)
  ) -> SyncClient {
    // More requests than one mean no more than one.
    let (requests, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    return SyncClient(
      keepSyncing: { changed in
        guard file.exists else { return }
        let isJoined = try? await database.runWithoutConnection { try !file.load().isEmpty }
        guard isJoined == true else { return }
        await withTaskGroup(of: Void.self) { tasks in
          tasks.addTask {
            while !Task.isCancelled {
              continuation.yield()
              guard (try? await clock.sleep(for: interval)) != nil else { return }
            }
          }
          for await _ in requests {
            guard !Task.isCancelled else { break }
            if await sync(file, database, outbox, history) { await changed() }
          }
          tasks.cancelAll()
        }
      },
      request: { continuation.yield() })
  }

  /// Publishes and synchronizes once. Failures are not reported, because the next attempt comes by itself; "ladder sync"
  /// and the leaderboards of groups show them.
  ///
  /// - Returns: Whether something of another machine was received.
  private static func sync(
    _ file: AccountFile, _ database: Database, _ outbox: Outbox, _ history: HistorySync
  ) async -> Bool {
    let accounts = (try? await database.runWithoutConnection { try file.load() }) ?? []
    for account in accounts { try? await outbox.flush(account) }
    guard let first = accounts.first, let result = try? await history.run(first) else {
      return false
    }
    return result.receivedCount > 0
  }
}
