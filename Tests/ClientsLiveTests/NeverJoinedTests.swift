import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests that the database of a person who has not joined a server has nothing for that.
struct NeverJoinedTests {
  private let folder = TestFolder()
  private let group = JoinedGroup.ID(rawValue: "club")

  /// The tables and their indexes, in a database with all of them.
  private static let networkTables: Set = [
    "publications", "published", "seen_pages", "journal", "journal_server",
  ]

  private func tables(_ stores: Stores) throws -> Set<String> {
    Set(try stores.connection.all("SELECT DISTINCT tbl_name FROM sqlite_schema") { $0.text(0) })
  }

  private func objectCount(_ stores: Stores) throws -> Int {
    try stores.connection.schema().statements.count
  }

  @Test func `a new database has no table of groups and no journal`() throws {
    let stores = try Stores.open(in: folder.data)
    _ = try stores.workouts.finish(.sample(), by: .sample("Ann"))
    _ = try stores.workouts.history(of: .sample("Ann"), limit: 10)
    #expect(try tables(stores).isDisjoint(with: Self.networkTables))
    let before = try Schema(executing: DatabaseFormat.ladder.migrations.filter { !$0.isOptional })
    #expect(try objectCount(stores) == before.statements.count)
  }

  @Test func `the first store that needs them creates them`() throws {
    for create: (Stores) throws -> Void in [
      { _ = try $0.publications }, { _ = try $0.seenPages },
      { _ = try JournalStore($0.connection) },
    ] {
      let stores = try Stores.inMemory()
      let count = try objectCount(stores)
      try create(stores)
      #expect(try tables(stores).isSuperset(of: Self.networkTables))
      #expect(try objectCount(stores) == count + 9)
    }
  }

  @Test func `a database that has them keeps them`() throws {
    let stores = try Stores.open(in: folder.data)
    try stores.publications.setPublished(true, "pushups-2min", in: group)
    try stores.connection.downgrade(to: 10)
    stores.close()
    let updated = try Stores.open(in: folder.data)
    #expect(try updated.connection.version() == DatabaseFormat.ladder.version)
    #expect(try updated.publications.challenges(in: group) == ["pushups-2min"])
  }

  @Test func `a backup from before joining is restored and used`() throws {
    let stores = try Stores.open(in: folder.data)
    let backup = folder.path + "/before.db"
    _ = try Backups(folder.data).make(at: backup)
    try stores.publications.setPublished(true, "pushups-2min", in: group)
    stores.close()
    _ = try Backups(folder.data).restore(from: backup)
    let restored = try Stores.open(in: folder.data)
    #expect(try tables(restored).isDisjoint(with: Self.networkTables))
    #expect(try restored.publications.challenges(in: group) == [])
    #expect(try restored.syncStatus().waitingCount == 0)
  }
}
