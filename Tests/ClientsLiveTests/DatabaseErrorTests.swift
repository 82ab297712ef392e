import Clients
import Features
import SQLite
import Testing

@testable import ClientsLive

/// The words for what goes wrong with the database.
struct DatabaseErrorTests {
  @Test func `a screen says what happened and what to do`() {
    let error = DatabaseError(
      reason: .full, code: 13, extendedCode: 13, message: "full", sql: "INSERT", path: "/d/l.db")
    let failure = Failure(error)
    #expect(failure.happened == "the disk with /d/l.db is full")
    #expect(failure.remedy == "make room and try again")
    #expect(failure.sentence == error.sentence)
    #expect(failure.details.contains("statement: INSERT"))
  }
}
