import CTestSupport
import Clients
import FoundationEssentials
import Glibc
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import SQLite

/// Tests with a disk that fails, is full, or loses power, simulated by a wrapper around SQLite's virtual file system.
@Suite(.serialized, .checkOnly)
struct FaultyDiskTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")

  init() { ctest_disk_prepare() }

  private func open() throws -> Connection {
    try folder.data.createDatabase()
    let connection = try Connection(path: folder.data.databasePath, vfs: "faulty")
    try connection.configureAndMigrate(to: .ladder)
    return connection
  }

  /// Returns the workouts that a later process finds.
  private func savedWorkouts(in data: DataFolder) throws -> (saved: [Int], running: [Int]) {
    let stores = try Connection.open(in: data)
    defer { stores.close() }
    return (
      try stores.workouts.history(of: ann, limit: 10).map(\.reps).sorted(),
      try stores.unfinished.all(of: ann).map(\.log.reps.count)
    )
  }

  /// Saves the reps of a workout one by one, and then the workout.
  private func saveWorkout(_ stores: Connection, _ reps: Int) throws {
    var draft = WorkoutDraft(
      id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
      challenge: "pushups-2min", startedAt: .sunday)
    for rep in 1...reps {
      draft.duration = .seconds(rep)
      draft.log.append(.press, at: .seconds(rep))
      try stores.unfinished.checkpoint(draft, by: ann)
    }
    _ = try stores.workouts.finish(draft, by: ann)
  }

  @Test(arguments: [CTEST_DISK_ONCE, CTEST_DISK_BROKEN, CTEST_DISK_FULL])
  func `saved data survives a disk failure, and saving works again afterwards`(
    fault: ctest_disk_fault
  ) throws {
    try open().close()
    let template = try #require(folder.bytes(of: "ladder.db"))
    var operations = 0
    var refused = 0
    while true {
      folder.write(template, to: "ladder.db")
      let stores = try open()
      ctest_disk_fail(operations, fault)
      do {
        try saveWorkout(stores, 3)
      } catch let error as DatabaseError {
        refused += 1
        #expect(
          [.ioFailure, .diskFull].contains(error.reason), "operation \(operations): \(error)")
        #expect(error.sentence.contains("disk"))
      }
      let wasReached = ctest_disk_failures() > 0
      ctest_disk_fail(-1, fault)
      // The same connection stays in use, as in a running program.
      try saveWorkout(stores, 3)
      stores.close()
      #expect(try savedWorkouts(in: folder.data) == ([3], []), "operation \(operations)")
      if operations % 20 == 0 {
        #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
      }
      if !wasReached { break }
      operations += TestSize.choose(test: 5, check: 5, torture: 1)
    }
    // The last run completed three reps and a save without a failure.
    #expect(operations > 10 && refused > 2)
  }

  @Test(arguments: 1...8)
  func `a power failure loses no saved rep`(reps: Int) throws {
    let stores = try open()
    var draft = WorkoutDraft(id: UUID(), challenge: "pushups-2min", startedAt: .sunday)
    for rep in 1...reps {
      draft.duration = .seconds(rep)
      draft.log.append(.press, at: .seconds(rep))
      let before = ctest_disk_log_syncs()
      try stores.unfinished.checkpoint(draft, by: ann)
      // The rep survives because its checkpoint syncs the log, and not because the disk happened to write it.
      #expect(ctest_disk_log_syncs() == before + 1)
    }
    if reps % 2 == 0 { _ = try stores.workouts.finish(draft, by: ann) }
    ctest_disk_cut()

    // Keeps only the data that was on the disk when the power failed.
    let after = TestFolder()
    for name in ["ladder.db", "ladder.db-wal"] {
      after.write(try #require(folder.bytes(of: name)), to: name)
    }
    stores.close()
    #expect(try savedWorkouts(in: after.data) == (reps % 2 == 0 ? ([reps], []) : ([], [reps])))
    #expect(Doctor(folder: after.data, settingsFile: nil).findings() == [])
  }

  @Test(arguments: [CTEST_DISK_ONCE, CTEST_DISK_BROKEN, CTEST_DISK_FULL])
  func `a failed update leaves no partial migration and no partial backup`(
    fault: ctest_disk_fault
  ) throws {
    let steps = [
      Migration(
        "first", "CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(9000)), (zeroblob(9000))"),
      Migration("second", "ALTER TABLE t ADD COLUMN b; UPDATE t SET b = a"),
      Migration("third", "UPDATE t SET a = NULL"),
    ]
    let format = DatabaseFormat(applicationID: 7, migrations: steps)
    let file = folder.path + "/notes.db"
    folder.write([], to: "notes.db")
    try Connection.open(file, as: DatabaseFormat(applicationID: 7, migrations: [steps[0]])).close()
    let template = try #require(folder.bytes(of: "notes.db"))
    var refused = 0
    for operation in 0... {
      folder.write(template, to: "notes.db")
      ctest_disk_fail(operation, fault)
      do {
        let connection = try Connection(path: file, vfs: "faulty")
        defer { connection.close() }
        try connection.configureAndMigrate(to: format)
      } catch let error as DatabaseError {
        refused += 1
        #expect([.ioFailure, .diskFull].contains(error.reason), "operation \(operation): \(error)")
      }
      let wasReached = ctest_disk_failures() > 0
      ctest_disk_fail(-1, fault)
      for name in AutomaticBackup.all(of: file) {
        let backup = try Connection(readOnlyPath: "\(folder.path)/\(name)")
        #expect(try (1...2).contains(backup.version()) && backup.integrityErrors().isEmpty)
        backup.close()
        unlink("\(folder.path)/\(name)")
      }
      // The next start continues with the next migration.
      let connection = try Connection.open(file, as: format)
      #expect(try connection.integrityErrors().isEmpty, "operation \(operation)")
      #expect(
        try connection.all("SELECT length(b) FROM t") { $0.integer(0) } == [9000, 9000],
        "operation \(operation)")
      connection.close()
      if !wasReached { break }
    }
    #expect(refused > 2)
  }
}
