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

  @Test func `a request that takes more work than any of Ladder's is given up`() async throws {
    try save(7)
    let connection = try Connection(path: file)
    try connection.execute(
      script: """
        WITH RECURSIVE numbers(number) AS
          (SELECT 1 UNION ALL SELECT number + 1 FROM numbers LIMIT 200000)
        INSERT INTO own_challenges (id, name, kind, scored_by, amount, how, rounds, is_current)
        SELECT 'own-' || number, 'x', 'core', 'reps', 60000, '', '', 1 FROM numbers
        """)
    connection.close()
    let copy = Database(immediate: try Connection.copy(ofFileAt: file))
    for _ in 1...2 {
      let error = await #expect(throws: DatabaseError.self) {
        try await copy.run { _ = try $0.ownChallenges() }
      }
      #expect(error?.reason == .tooMuchWork)
      // Each request has as much as the one before.
      #expect(try await copy.run { try $0.history(of: .sample("Ann"), limit: 10).count } == 1)
    }
  }

  @Test(arguments: [0, 18, 100, 4000])
  func `what is no database is refused under its own name`(length: Int) throws {
    folder.write([UInt8](repeating: 0x20, count: length + 1), to: "ladder.db")
    let error = #expect(throws: DatabaseError.self) { try Connection.copy(ofFileAt: file) }
    #expect(error?.reason == .notADatabase || error?.reason == .corrupt)
    #expect(error?.path == file)
  }
}
