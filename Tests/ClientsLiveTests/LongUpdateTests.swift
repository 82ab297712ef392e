import SystemTestSupport
import Testing

@testable import ClientsLive

struct LongUpdateTests {
  private let folder = TestFolder()

  /// What is announced when a database of some version is opened in which so many workouts were kept.
  private func announced(version: Int, workouts: Int) throws -> [LongUpdate] {
    try folder.data.create()
    let old = try Connection.open(
      path: folder.data.databasePath, busyTimeout: .zero,
      migrations: Array(Migration.all[..<version]))
    if version > 0 {
      try old.execute(script: OldWorkouts.last(number: workouts))
    }
    old.close()
    var announced: [LongUpdate] = []
    let connection = try Connection.open(in: folder.data) { announced.append($0) }
    #expect(try connection.version() == Migration.all.count)
    return announced
  }

  @Test func `an update of many workouts is told of before it begins`() throws {
    #expect(
      try announced(version: Migration.all.count - 1, workouts: 1_000_000).map(\.sentence) == [
        "brings a database of 1000000 workouts up to date, once; that may take a minute"
      ])
  }

  @Test func `from the first version on`() throws {
    #expect(try announced(version: 1, workouts: LongUpdate.fewest).count == 1)
  }

  @Test(arguments: [
    (Migration.all.count, 1_000_000), (Migration.all.count - 1, LongUpdate.fewest - 1), (0, 0),
  ])
  func `where there is little or nothing to do nothing is said`(version: Int, workouts: Int) throws
  {
    #expect(try announced(version: version, workouts: workouts).isEmpty)
  }
}
