import Clients
import Features
import SQLite
import Testing

@testable import ClientsLive

/// Tests of the descriptions of database errors.
struct DatabaseErrorTests {
  @Test func `an error has a description and a remedy`() {
    let error = DatabaseError(
      reason: .diskFull, code: 13, extendedCode: 13, message: "full", sql: "INSERT", path: "/d/l.db"
    )
    let failure = Failure(error)
    #expect(failure.summary == "the disk with /d/l.db is full")
    #expect(failure.remedy == "make room and try again")
    #expect(failure.sentence == error.sentence)
    #expect(failure.details.contains("statement: INSERT"))
  }
}
