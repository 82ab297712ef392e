import PostgreSQL
import SystemTestSupport
import Testing

/// Tests of the addresses of databases.
@Suite(.enabled(if: Address.isSupported, "needs libpq5"))
struct AddressTests {
  @Test(arguments: [
    "postgres://db.example/ladder", "postgresql:///ladder", "postgres://a.example,b.example/l",
    "postgres://db.example/ladder?sslmode=verify-full", "postgres:///?service=club",
  ])
  func `an address without a password is valid`(text: String) throws {
    _ = try Address(parsing: text)
  }

  @Test(arguments: [
    "postgres://ann:hunter2@db.example/ladder", "postgres://db.example/l?password=hunter2",
    "postgres://db.example/l?sslpassword=hunter2", "postgres://ann:@db.example/l?password=",
  ])
  func `a password in the address is refused and not repeated`(text: String) {
    let error = #expect(throws: PostgreSQLError.self) { try Address(parsing: text) }
    #expect(error?.message.contains("PGPASSFILE") == true)
    #expect(error?.message.contains("hunter2") == false)
  }

  @Test(arguments: [
    "", "club.db", "postgres:/db", "https://db.example", "postgres://[::1/l",
    "postgres://ann:hun%zzter2@db.example/l", "postgres://db/l?password2=hunter2",
    "host=db password=hunter2",
  ])
  func `anything else is refused and not repeated`(text: String) {
    let error = #expect(throws: PostgreSQLError.self) { try Address(parsing: text) }
    #expect(
      error?.message == "the address is not valid; it looks like postgres://db.example/ladder")
  }

  @Test func `a server that does not run is an error with its address`() throws {
    let folder = TestFolder()
    let address = try Address(parsing: "postgres:///ladder?host=\(folder.path)")
    let error = #expect(throws: PostgreSQLError.self) { try PostgreSQLConnection(address) }
    #expect(error?.reason == .cannotConnect)
    #expect(error?.message.contains(folder.path) == true)
    #expect(error?.message.contains("\n") == false)
  }
}
