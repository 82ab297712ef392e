import Models
import SQLite
import Testing

@testable import Server

/// Tests of the statements that SQLite runs.
struct SQLiteDatabaseTests {
  @Test func `a leaderboard is looked up once`() throws {
    let server = try TestServer()
    let ann = try server.join("Ann")
    let member = try server.memberID(of: ann)
    _ = try ann.submit(.pushUps(30, on: server))
    let board = Board(group: .club, challenge: "pushups-2min", week: nil)
    let database = try #require(server.storage.database as? SQLiteDatabase)
    /// Returns the result of a call, and the number of statements, not counting those of the transaction.
    func count<Value>(_ body: (StorageSession) throws -> Value) throws -> (Value, Int) {
      _ = try database.withConnection { $0.consumeStatementCosts() }
      let value = try server.storage.withSession(body)
      return (value, try database.withConnection { $0.consumeStatementCosts().statements } - 2)
    }
    server.storage.boardNumbers.removeAll()
    #expect(try count { try $0.version(of: board) } == (1, 2))
    let standing = try server.storage.withSession { try $0.standing(of: member, on: board) }
    let line = try #require(standing.own?.line)
    #expect(try count { try $0.peopleCount(on: board) } == (1, 1))
    #expect(try count { try $0.peopleCount(above: line.score.rankKey, on: board) } == (0, 1))
    #expect(try count { try $0.tieCount(before: line.position, on: board) } == (0, 1))
  }

  @Test func `a query reads one entry more than a page has`() {
    #expect(StorageSession.maxLineCount == LeaderboardPage.size + 1)
  }
}
