import Clients
import Glibc
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Copies in memory of files that a script names.
struct CopyTests {
  private let folder = TestFolder()
  private var file: String { folder.data.databasePath }

  private func save(_ reps: Int) throws {
    let connection = try Connection.open(in: folder.data)
    _ = try connection.finish(
      .sample(reps: reps), by: .sample("Ann"), scoring: .reps(within: .seconds(120)))
    connection.close()
  }

  @Test func `a copy has everything, is one's own, and leaves nothing beside the file`() throws {
    try save(7)
    let before = folder.bytes(of: "ladder.db")
    let copy = try Connection.copy(ofFileAt: file)
    #expect(try copy.history(of: .sample("Ann"), limit: 10).map(\.reps) == [7])
    _ = try copy.run("UPDATE people SET name = 'Eve'")
    #expect(folder.contents == ["ladder.db"])
    #expect(folder.bytes(of: "ladder.db") == before)
  }

  @Test func `an empty file is an empty database`() throws {
    folder.write("", to: "ladder.db")
    #expect(try Connection.copy(ofFileAt: file).history(of: .sample("Ann"), limit: 10).isEmpty)
  }

  @Test func `a pipe is refused at once`() {
    mkfifo(file, 0o600)
    let error = #expect(throws: DatabaseError.self) { try Connection.copy(ofFileAt: file) }
    #expect(error?.happened == "cannot open \(file) (it is not a file)")
  }

  @Test func `a file that is too large for memory is refused by its size`() {
    folder.write("", to: "ladder.db")
    truncate(file, 4 << 30)
    let error = #expect(throws: DatabaseError.self) { try Connection.copy(ofFileAt: file) }
    #expect(error?.happened == "cannot open \(file) (it has more than 256 MB)")
  }

  @Test func `changes in a log are not left out in silence`() throws {
    try save(7)
    folder.write("changes", to: "ladder.db-wal")
    let error = #expect(throws: DatabaseError.self) { try Connection.copy(ofFileAt: file) }
    #expect(error?.happened.contains("ladder backup") == true)
  }

  @Test(arguments: [0, 18, 100, 4000])
  func `what is no database is refused under its own name`(length: Int) throws {
    folder.write([UInt8](repeating: 0x20, count: length + 1), to: "ladder.db")
    let error = #expect(throws: DatabaseError.self) { try Connection.copy(ofFileAt: file) }
    #expect(error?.reason == .notADatabase || error?.reason == .corrupt)
    #expect(error?.path == file)
  }
}
