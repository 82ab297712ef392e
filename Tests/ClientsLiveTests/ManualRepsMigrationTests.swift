import FoundationEssentials
import Models
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of databases of versions before 6, in which typed reps have evenly spaced times.
struct ManualRepsMigrationTests {
  private let folder = TestFolder()

  @Test func `evenly spaced times are removed`() throws {
    let stores = try Stores.open(in: folder.data)
    func save(_ milliseconds: [UInt32]) throws -> Workout.ID {
      let draft = WorkoutDraft(
        id: UUID(), challenge: "pushups-2min", startedAt: .sunday, duration: .seconds(10),
        log: try #require(RepLog(milliseconds: milliseconds)))
      return try stores.workouts.finish(
        draft, by: .sample("Ann")
      ).workout.id
    }
    let invented = try save([3333, 6666, 10000])
    let done = try [[3333, 6667, 10000], [5000, 10000], []].map(save)
    try stores.connection.downgrade(to: 5)
    stores.close()

    let updated = try Stores.open(in: folder.data)
    #expect(try updated.workouts.workout(invented)?.log == RepLog(manualReps: 3))
    for id in done {
      #expect(try updated.workouts.workout(id)?.log.isManual == false)
    }
    updated.close()
    #expect(Doctor(folder: folder.data, settingsFile: nil).findings() == [])
  }
}
