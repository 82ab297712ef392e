import Clients
import FoundationEssentials
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive

struct WorkoutStoreTests {
  private let folder = TestFolder()
  private let database: Database
  private let ann: WorkoutsClient
  private let bob: WorkoutsClient

  init() throws {
    database = try Database(Connection.open(in: folder.data))
    ann = .live(database: database, person: .sample("Ann"))
    bob = .live(database: database, person: .sample("Bob"))
  }

  @Test func `the purpose of a workout is saved`() async throws {
    for purpose in [nil, .test, .set(2, ofSession: 11)] as [WorkoutDraft.Purpose?] {
      var draft = WorkoutDraft.sample()
      draft.purpose = purpose
      try await ann.checkpoint(draft)
      #expect(try await ann.unfinished().first == draft)
      try await ann.discard(draft.id)
    }
  }

  @Test func `the ghost of a race is saved`() async throws {
    var draft = WorkoutDraft.sample()
    draft.ghost = Ghost(name: "Bob", log: WorkoutLog(reps: RepLog(milliseconds: [900, 1800])!))
    try await ann.checkpoint(draft)
    draft.duration += .seconds(1)
    try await ann.checkpoint(draft)
    #expect(try await ann.unfinished() == [draft])
  }

  @Test func `the newest of several unfinished workouts is the first`() async throws {
    let drafts = [0, 120, 60].map { WorkoutDraft.sample(at: .sunday.addingTimeInterval($0)) }
    for draft in drafts { try await ann.checkpoint(draft) }
    #expect(try await ann.unfinished() == [drafts[1], drafts[2], drafts[0]])
  }

  @Test func `the shortest unique part of an ID is one digit longer than the common part`()
    async throws
  {
    let ids = ["a1111111", "a1112222", "b0000000"].map {
      UUID(uuidString: "\($0)-0000-0000-0000-000000000000")!
    }
    for id in ids {
      _ = try await ann.finish(WorkoutDraft(id: id, challenge: "pushups-2min", startedAt: .sunday))
    }
    let lengths = try await database.run { stores in
      try ids.map { try stores.workouts.uniquePrefixLength(of: $0) }
    }
    #expect(lengths == [5, 5, 1])
  }

  @Test func `a saved workout is equal to the one that is read later`() async throws {
    let saved = try await ann.finish(.sample(at: .sunday.addingTimeInterval(0.123_456)))
    #expect(try await ann.history(nil, nil, 10) == [saved.workout])
  }

  @Test func `a workout is saved from its start until it is in the history`() async throws {
    var draft = WorkoutDraft(id: UUID(), challenge: "pushups-2min", startedAt: .sunday)
    try await ann.checkpoint(draft)
    #expect(try await ann.unfinished() == [draft])

    draft.log.append(.press, at: .milliseconds(900))
    draft.log.append(.press, at: .milliseconds(1800))
    draft.duration = .seconds(2)
    try await ann.checkpoint(draft)
    #expect(try await ann.unfinished() == [draft])

    draft.log.append(.undo, at: draft.duration)
    draft.duration = .milliseconds(3120)
    try await ann.checkpoint(draft)
    #expect(try await ann.unfinished() == [draft])
    #expect(try await ann.history(nil, nil, 10) == [])

    let saved = try await ann.finish(draft)
    #expect(saved.workout == draft.workout(by: "Ann"))
    #expect(saved.score?.reps == 1)
    #expect(saved.isRecord)
    #expect(try await ann.unfinished() == [])
    #expect(try await ann.history(nil, nil, 10) == [saved.workout])
    #expect(try await ann.best("pushups-2min") == saved.workout)
    #expect(try await ann.last("pushups-2min") == saved.workout)
    #expect(try await ann.participantCount("pushups-2min") == 1)
  }

  @Test func `an empty database has no results`() async throws {
    #expect(try await ann.unfinished() == [])
    #expect(try await ann.history("pushups-2min", nil, 10) == [])
    #expect(try await ann.best("pushups-2min") == nil)
    #expect(try await ann.last("pushups-2min") == nil)
    #expect(try await ann.participantCount("pushups-2min") == 0)
  }

  @Test func `an older checkpoint does not overwrite a newer one`() async throws {
    var draft = WorkoutDraft.sample(reps: 2)
    try await ann.checkpoint(draft)
    let older = draft
    draft.log.append(.press, at: .seconds(9))
    draft.duration = .seconds(10)
    try await ann.checkpoint(draft)
    try await ann.checkpoint(older)
    #expect(try await ann.unfinished() == [draft])
  }

  @Test func `a checkpoint of a finished workout is ignored`() async throws {
    let draft = WorkoutDraft.sample()
    try await ann.checkpoint(draft)
    _ = try await ann.finish(draft)
    try await ann.checkpoint(draft)
    #expect(try await ann.unfinished() == [])
    #expect(try await ann.history(nil, nil, 10).count == 1)
  }

  @Test func `discarding twice succeeds`() async throws {
    let draft = WorkoutDraft.sample()
    try await ann.checkpoint(draft)
    try await ann.discard(draft.id)
    try await ann.discard(draft.id)
    #expect(try await ann.unfinished() == [])
  }

  @Test func `finishing twice saves one workout`() async throws {
    let draft = WorkoutDraft.sample(reps: 5)
    _ = try await ann.finish(draft)
    let again = try await ann.finish(draft)
    #expect(!again.isRecord)
    #expect(try await ann.history(nil, nil, 10).count == 1)
  }

  @Test func `a workout can be finished without a checkpoint`() async throws {
    let saved = try await ann.finish(.sample(reps: 5))
    #expect(saved.score?.reps == 5)
  }

  @Test func `an unknown challenge is rejected and the draft remains`() async throws {
    let draft = WorkoutDraft.sample("juggling")
    try await ann.checkpoint(draft)
    await #expect(throws: UnknownChallenge(id: "juggling")) { try await ann.finish(draft) }
    #expect(try await ann.unfinished() == [draft])
    #expect(try await ann.history(nil, nil, 10) == [])
  }

  @Test func `a workout without a score is only in the history`() async throws {
    let saved = try await ann.finish(.sample(reps: 0))
    #expect(saved.score == nil)
    #expect(!saved.isRecord)
    #expect(try await ann.history(nil, nil, 10).map(\.reps) == [0])
    #expect(try await ann.best("pushups-2min") == nil)
    #expect(try await ann.participantCount("pushups-2min") == 0)
  }

  @Test func `workouts belong to a person`() async throws {
    _ = try await ann.finish(.sample(reps: 5))
    _ = try await bob.finish(.sample(reps: 7))
    #expect(try await ann.history(nil, nil, 10).map(\.user) == ["Ann"])
    #expect(try await bob.best("pushups-2min")?.reps == 7)
    #expect(try await ann.participantCount("pushups-2min") == 2)
    let unfinished = WorkoutDraft.sample()
    try await bob.checkpoint(unfinished)
    #expect(try await ann.unfinished() == [])
  }

  @Test func `the earlier of two equal workouts is the best`() async throws {
    for (reps, hour) in [(5, 3.0), (9, 5), (9, 4), (9, 6), (2, 7)] {
      _ = try await ann.finish(
        .sample(reps: reps, at: .sunday.addingTimeInterval(hour * 3600)))
    }
    let best = try #require(try await ann.best("pushups-2min"))
    #expect(best.reps == 9)
    #expect(best.startedAt == .sunday.addingTimeInterval(4 * 3600))
    #expect(try await ann.last("pushups-2min")?.reps == 2)
    let saved = try await ann.finish(.sample(reps: 10))
    #expect(saved.previousBest?.reps == 9)
    #expect(saved.isRecord)
  }

  @Test func `a typed-in workout is the best, but not the best live one`() async throws {
    let live = try await ann.finish(.sample(reps: 5))
    var typed = WorkoutDraft.sample(at: .sunday.addingTimeInterval(3600))
    typed.duration = .seconds(120)
    typed.log = try #require(WorkoutLog(typedReps: 40))
    #expect(try await ann.finish(typed).isRecord)
    #expect(try await ann.best("pushups-2min")?.reps == 40)
    #expect(try await ann.liveBest("pushups-2min") == live.workout)
    #expect(try await bob.liveBest("pushups-2min") == nil)
  }

  @Test func `results contain every challenge that was done`() async throws {
    #expect(try await ann.results(maxRecentCount: 10) == [:])
    for (reps, hour) in [(5, 3.0), (9, 4), (2, 5)] {
      _ = try await ann.finish(.sample(reps: reps, at: .sunday.addingTimeInterval(hour * 3600)))
    }
    _ = try await bob.finish(.sample(reps: 50))
    let hold = try await ann.finish(.hold(.seconds(61)))
    _ = try await ann.finish(.sample("squats-3min", reps: 0))
    let last = Date.sunday.addingTimeInterval(6 * 3600)
    _ = try await ann.finish(.sample(reps: 0, at: last))
    let results = try await ann.results(maxRecentCount: 10)
    #expect(results.count == 2)
    #expect(results["pushups-2min"]?.best?.reps == 9)
    #expect(results["pushups-2min"]?.last.reps == 2)
    #expect(results["pushups-2min"]?.recent.map(\.reps) == [5, 9, 2])
    #expect(
      results["plank-hold"]
        == PersonalResults(
          best: hold.score, last: hold.workout, recent: hold.score.map { [$0] } ?? []))
    #expect(results["squats-3min"] == nil)
    #expect(try await ann.last("squats-3min") == nil)
    #expect(try await ann.last("pushups-2min")?.reps == 2)
  }

  @Test func `only the latest results are kept, in chronological order`() async throws {
    for index in 0..<25 {
      _ = try await ann.finish(
        .sample(reps: 10 + index, at: .sunday.addingTimeInterval(Double(index) * 3600)))
    }
    let results = try await ann.results(maxRecentCount: 10)
    #expect(results["pushups-2min"]?.recent.map(\.reps) == Array(25...34))
    #expect(results["pushups-2min"]?.last.reps == 34)
    let last = try await ann.results(maxRecentCount: 0)["pushups-2min"]
    #expect(last?.recent == [] && last?.last.reps == 34 && last?.best?.reps == 34)
  }

  @Test func `the history is read by page`() async throws {
    // Several workouts at the same time: the ID decides the order, and no page may omit or repeat a workout.
    for index in 0..<23 {
      let challenge: Challenge.ID = index % 3 == 0 ? "squats-3min" : "pushups-2min"
      _ = try await ann.finish(
        .sample(challenge, at: .sunday.addingTimeInterval(Double(index / 4))))
    }
    let whole = try await ann.history(nil, nil, 100)
    #expect(whole.count == 23)
    #expect(whole.map(\.startedAt) == whole.map(\.startedAt).sorted(by: >))
    for filter in [nil, "squats-3min"] as [Challenge.ID?] {
      var paged: [Workout] = []
      while true {
        let page = try await ann.history(filter, paged.last?.cursor, 5)
        paged += page
        if page.count < 5 { break }
      }
      #expect(paged == whole.filter { filter == nil || $0.challenge == filter })
    }
    #expect(try await ann.history(nil, nil, 0) == [])
    #expect(try await ann.history(nil, nil, -1) == [])
  }

  @Test func `a search finds the workouts that match the query`() async throws {
    let strength = ["bench press 100kgx5 80kgx8", "Élévation x8, pull-ups x5", "squat 2.5kgx10"]
    let notes = [nil, "Felt good", "don’t stop", "it's a pull-up day", "élan", "100%", "50_50"]
    try await database.run { stores in
      for index in 0..<84 {
        var draft = WorkoutDraft.sample(index % 2 == 0 ? "pullups-5min" : "squats-3min")
        draft.startedAt += Double(index) * 86_400
        if index % 3 == 0 {
          let sets = try [PerformedSet](
            text: strength[index / 3 % 3], correcting: [], at: .zero
          ) { _ in .kilograms }
          draft = WorkoutDraft(
            id: UUID(), challenge: .strength, startedAt: draft.startedAt, duration: .seconds(60),
            log: try #require(WorkoutLog(sets: sets)))
        }
        let note = notes[index % 7].flatMap { WorkoutNote($0) }
        _ = try stores.workouts.finish(draft, note: note, by: .sample("Ann"))
      }
      _ = try stores.strength.rename("bench press", to: "Flachbankdrücken", by: .sample("Ann"))
    }
    let whole = try await ann.history(nil, nil, 1000)
    for text in [
      "pull", "pull-up", "pullups", "PULLUP day", "bench", "flachbank", "drucken", "elevation",
      "elan", "é", "100", "100kgx5", "80kgx8,", "x5", "2.5", "dont", "don't", "its day", "'", "-",
      "felt squat", "good bench", "\"bench", "%", "_", "100%", "2026-0", "2026-04 felt", "202",
      "199", "squats 2026-04-1", "press 2026-03..2026-04", "zzz", "felt zzz", "strength",
    ] {
      let query = HistoryQuery(text)
      let expected = whole.filter {
        query.matches($0, of: Catalogue.standard[$0.challenge], .midnight)
      }
      #expect(try await ann.search(query, nil, 1000) == expected, "\(text)")
    }
  }

  @Test func `a search reads the history until a page is full`() async throws {
    // One workout an hour for 20 days; every fifth is of squats.
    for hour in 0..<480 {
      let challenge: Challenge.ID = hour % 5 == 0 ? "squats-3min" : "pushups-2min"
      _ = try await ann.finish(
        .sample(challenge, at: .sunday.addingTimeInterval(Double(hour) * 3600)))
    }
    _ = try await bob.finish(.sample("squats-3min"))
    let whole = try await ann.history(nil, nil, 1000)
    for text in ["squats", "squats 2026-03-10", "2026-03-05..2026-03-12", "2027", "pull"] {
      let query = HistoryQuery(text)
      var paged: [Workout] = []
      while true {
        let page = try await ann.search(query, paged.last?.cursor, 7)
        paged += page
        if page.count < 7 { break }
      }
      let expected = whole.filter {
        query.matches($0, of: Catalogue.standard[$0.challenge], .midnight)
      }
      #expect(paged == expected)
      #expect(try await ann.search(query, nil, 1000) == paged)
    }
    #expect(try await ann.search(HistoryQuery("squats"), nil, 1000).count == 96)
    #expect(try await ann.search(HistoryQuery(""), nil, 1000) == whole)
    #expect(try await ann.search(HistoryQuery("squats"), nil, 0) == [])
  }

  @Test func `negative durations are saved as zero`() async throws {
    var draft = WorkoutDraft.sample(reps: 1)
    draft.duration = .seconds(-5)
    #expect(try await ann.finish(draft).workout.duration == .zero)
  }

  @Test func `a reopened database has all saved data`() async throws {
    let draft = WorkoutDraft.sample(reps: 2)
    try await ann.checkpoint(draft)
    let saved = try await ann.finish(.sample(reps: 12))
    await database.close()
    let reopened = WorkoutsClient.live(
      database: try Database(Connection.open(in: folder.data)), person: .sample("Ann"))
    #expect(try await reopened.history(nil, nil, 10) == [saved.workout])
    #expect(try await reopened.unfinished() == [draft])
  }

  @Test func `two connections write at the same time without losing data`() async throws {
    let second = try Database(Connection.open(in: folder.data, busyTimeout: .maxBusyTimeout))
    let clients = [ann, bob, .live(database: second, person: .sample("Ann"))]
    try await withThrowingTaskGroup { group in
      for client in clients {
        group.addTask {
          for reps in 1...40 {
            let draft = WorkoutDraft.sample(reps: reps)
            try await client.checkpoint(draft)
            try await client.checkpoint(draft)
            _ = try await client.finish(draft)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await ann.history(nil, nil, 1000).count == 80)
    #expect(try await bob.history(nil, nil, 1000).count == 40)
    #expect(try await ann.best("pushups-2min")?.reps == 40)
    #expect(try await ann.unfinished() == [])
  }
}
