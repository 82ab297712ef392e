import Clients
import FoundationEssentials
import Models
import SQLite
import ServerAPI
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of the way in which a workout was recorded, from the database to other machines and servers.
struct ProvenanceTests {
  private let folder = TestFolder()
  private let ann = PersonName.sample("Ann")

  /// A hold that ended now and was typed.
  private var typed: WorkoutDraft {
    var draft = WorkoutDraft.hold(.seconds(90), at: .sunday.addingTimeInterval(0.25))
    draft.provenance = .typed
    return draft
  }

  @Test func `a workout keeps its provenance`() throws {
    let stores = try Connection.open(in: folder.data)
    for provenance: Workout.Provenance in [
      [], .typed, [.paused, .edited], .init(rawValue: 1 << 40),
    ] {
      var draft = WorkoutDraft.hold(.seconds(90))
      draft.provenance = provenance
      try stores.unfinished.checkpoint(draft, by: ann)
      #expect(try stores.unfinished.all(of: ann).map(\.provenance) == [provenance])
      let file = RescuedWorkout(draft, by: ann, dataFolder: folder.path)
      #expect(RescuedWorkout(bytes: file.bytes) == file)
      let saved = try stores.workouts.finish(draft, by: ann).workout
      #expect(try stores.workouts.workout(saved.id)?.provenance == provenance)
      let copy = try DatabaseRedactor(of: stores).redactedCopy()
      #expect(try copy.workouts.workout(saved.id)?.provenance == provenance)
      let corrected = saved.copy { $0.provenance.insert(.edited) }
      try stores.workouts.correct(saved.id, with: corrected, of: ann, at: .sunday)
      #expect(
        try stores.workouts.history(of: ann, limit: 1).first?.provenance.contains(.edited) == true)
      try stores.workouts.delete(corrected.id, of: ann, at: .sunday)
    }
  }

  @Test func `a leaderboard marks a typed hold`() throws {
    let stores = try Connection.inMemory()
    _ = try stores.workouts.finish(typed, by: ann)
    _ = try stores.workouts.finish(.hold(.seconds(60)), by: .sample("Bob"))
    let page = try stores.leaderboard.page(
      of: "plank-hold", filter: .allTime, .after(nil), currentPerson: ann,
      today: Date.sunday.localDay)
    #expect(page.standings.map(\.provenance) == [.typed, []])
  }

  // MARK: - Other machines

  @Test func `the other machine has the same provenance`() async throws {
    let (server, key) = (TestJournalServer(), JournalKey())
    let (laptop, desktop) = (try TestMachine(), try TestMachine())
    _ = try await laptop.workouts.finish(typed)
    // A clock showed whole seconds.
    _ = try await laptop.workouts.finish(.hold(.seconds(30)))
    for machine in [laptop, desktop] { try await machine.sync(with: server, key: key) }
    let all = try await desktop.workouts.history(nil, nil, 10)
    #expect(all.map(\.provenance) == [.typed, []])
    #expect(try await laptop.workouts.history(nil, nil, 10) == all)
  }

  // MARK: - Servers

  @Test(
    arguments: [
      ([], .live), ([.paused, .edited], .live), (.typed, .manual),
      ([.imported, .typed], .imported),
    ] as [(Workout.Provenance, ServerAPI.Provenance)])
  func `a server gets one of the three values that all versions know`(
    provenance: Workout.Provenance, published: ServerAPI.Provenance
  ) throws {
    let stores = try Connection.inMemory()
    let group = JoinedGroup.ID(rawValue: "club")
    try stores.publications.setPublished(true, "plank-hold", in: group)
    var draft = WorkoutDraft.hold(.seconds(90))
    draft.provenance = provenance
    _ = try stores.workouts.finish(draft, by: ann)
    let batch = try stores.publications.batch(by: ann, in: group, maxCount: 10)
    #expect(batch.workouts.map(\.provenance) == [published])
  }
}
