import Models
import SystemTestSupport
import Testing

@testable import Server

/// Tests of changes that one server makes and another one reports.
@Suite(.needsPostgreSQL)
struct PostgreSQLChangeTests {
  @Test func `another server reports a change, and the own one does so once`() async throws {
    let server = try TestServer(.postgreSQL)
    let ann = try server.join("Ann")
    let other = try server.reopenStorage()
    var (own, others) = (Changes(server.storage), Changes(other))
    _ = try ann.submit(.pushUps(30, on: server))
    #expect(await others.next() == .board(.club, "pushups-2min"))
    #expect(await own.next() == .board(.club, "pushups-2min"))
    // Were the first change reported twice, it would come before this one.
    try other.withSession { _ = try $0.setWallSecret(Secret().hash, of: .club) }
    #expect(await own.next() == .access(.club))
    #expect(await others.next() == .access(.club))
  }

  @Test func `a database beside it is not heard`() async throws {
    let server = try TestServer(.postgreSQL)
    let other = try TestServer(.postgreSQL)
    var changes = Changes(other.storage)
    try server.storage.withSession { _ = try $0.setWallSecret(Secret().hash, of: .club) }
    _ = try other.join("Ann").submit(.pushUps(30, on: other))
    #expect(await changes.next() == .board(.club, "pushups-2min"))
  }

  @Test func `all leaderboards are reported after a lost connection`() async throws {
    let server = try TestServer(.postgreSQL)
    _ = try server.join("Ann").submit(.pushUps(30, on: server))
    var changes = Changes(server.storage)
    // The listener of this test is the one whose search path is its schema.
    try server.schema.connect().run(
      """
      SELECT pg_terminate_backend(pid, 3600000) FROM pg_stat_activity
      WHERE query = 'LISTEN ladder' AND application_name = current_setting('search_path')
      """)
    #expect(await changes.next() == .access(.club))
    #expect(await changes.next() == .board(.club, "pushups-2min"))
  }
}

/// The changes that a storage reports, in their order.
private struct Changes {
  private var iterator: AsyncStream<StorageChange>.Iterator

  init(_ storage: any Storage) {
    let (stream, continuation) = AsyncStream<StorageChange>.makeStream()
    storage.observeChanges { continuation.yield($0) }
    iterator = stream.makeAsyncIterator()
  }

  mutating func next() async -> StorageChange? { await iterator.next() }
}
