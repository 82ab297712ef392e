import Models
import SQLite
import Testing

@testable import Server

/// Tests of the statements of a session with SQLite.
struct SQLiteSessionTests {
  @Test func `a session looks a leaderboard up once`() throws {
    let server = try TestServer()
    let ann = try server.join("Ann")
    let member = try server.memberID(of: ann)
    _ = try ann.submit(.pushUps(30, on: server))
    let id = try #require(Group.ID(rawValue: "club"))
    let board = Board(group: id, challenge: Challenge.ID(rawValue: "pushups-2min"), week: nil)
    try server.storage.withSession { session in
      let connection = try #require((session as? SQLiteSession)?.connection)
      _ = connection.consumeStatementCosts()
      #expect(try session.version(of: board) == 1)
      #expect(connection.consumeStatementCosts().statements == 2)
      let line = try #require(try session.line(of: member, on: board))
      #expect(try session.peopleCount(on: board) == 1)
      #expect(try session.peopleCount(above: line.score.rankKey, on: board) == 0)
      #expect(try session.tieCount(before: line.position, on: board) == 0)
      #expect(connection.consumeStatementCosts().statements == 4)
    }
  }
}
