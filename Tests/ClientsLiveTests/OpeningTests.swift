import CSQLite
import Clients
import FoundationEssentials
import Glibc
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

struct OpeningTests {
  private let folder = TestFolder()

  @Test func `files are private regardless of the umask`() {
    let data = DataFolder(path: folder.path + "/share/ladder/")
    let names = [
      "", "/ladder", "/ladder/ladder.db", "/ladder/ladder.db-wal", "/ladder/ladder.db-shm",
    ]
    let folder = folder
    let modes = withUmask(0) { () -> [mode_t?] in
      guard let stores = try? Connection.open(in: data) else { return [] }
      defer { stores.close() }
      _ = try? stores.workouts.finish(
        .sample(), by: .sample("Ann"))
      return names.map { folder.mode(of: "share" + $0) }
    }
    #expect(modes == [0o700, 0o700, 0o600, 0o600, 0o600])
    unlink(data.databasePath)
    rmdir(data.path)
  }

  @Test func `the mode of an existing folder is not changed`() throws {
    chmod(folder.path, 0o755)
    _ = try Connection.open(in: folder.data)
    #expect(folder.mode() == 0o755)
  }

  @Test func `opening an existing database creates none`() throws {
    #expect(try Connection.openExisting(in: folder.data) == nil)
    let missing = DataFolder(path: folder.path + "/nowhere")
    #expect(try Connection.openExisting(in: missing) == nil)
    #expect(folder.contents.isEmpty)
  }
}

struct DataFolderTests {
  @Test(arguments: [
    ("/d", "/d/ladder.db"), ("/d/", "/d/ladder.db"),
    ("file:d?mode=memory", "./file:d?mode=memory/ladder.db"),
  ])
  func `a relative path is never a URL`(path: String, database: String) {
    #expect(DataFolder(path: path).databasePath == database)
  }
}
