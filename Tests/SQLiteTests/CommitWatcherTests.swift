import SystemTestSupport
import Testing

@testable import SQLite

struct CommitWatcherTests {
  private let folder = TestFolder()
  private let connection: Connection
  private let watcher: CommitWatcher

  init() throws {
    connection = try folder.open()
    watcher = try #require(CommitWatcher(try folder.open()))
  }

  @Test func `each commit changes the mark, even if it restores the contents`() throws {
    var marks: Set = [watcher.lastCommit]
    for _ in 0..<100 {
      try connection.add("a")
      #expect(marks.insert(watcher.lastCommit).inserted)
      try connection.run("DELETE FROM notes")
      #expect(marks.insert(watcher.lastCommit).inserted)
    }
  }

  @Test func `reading and rolling back do not change the mark`() throws {
    struct Trouble: Error {}
    try connection.add("a")
    let mark = watcher.lastCommit
    #expect(throws: Trouble.self) {
      try connection.write {
        try connection.add("b")
        throw Trouble()
      }
    }
    #expect(try connection.notes() == ["a"])
    #expect(watcher.lastCommit == mark)
  }

  @Test func `a commit after the log was emptied changes the mark`() throws {
    try connection.add("a")
    var marks: Set = [watcher.lastCommit]
    for note in ["b", "c", "d"] {
      _ = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
      try connection.add(note)
      #expect(marks.insert(watcher.lastCommit).inserted)
    }
  }

  @Test func `a database without a write-ahead log has no watcher`() throws {
    #expect(try CommitWatcher(Connection.inMemory(as: .notes)) == nil)
    let other = TestFolder()
    let connection = try other.open()
    _ = try connection.first("PRAGMA journal_mode = DELETE") { $0.text(0) }
    #expect(CommitWatcher(connection) == nil)
  }
}
