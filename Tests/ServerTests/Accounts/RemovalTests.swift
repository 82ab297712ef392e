import FoundationEssentials
import Models
import ServerAPI
import Testing

@testable import Server

/// Tests of removed members and results, which can be restored for 30 days.
struct RemovalTests {
  @Test(arguments: TestStorage.all)
  func `a removed member is restored with devices, results and journal`(
    storage: TestStorage
  ) throws {
    let server = try TestServer(storage)
    let (owner, ben) = (try server.join("Ola", isOwner: true), try server.join("Ben"))
    let best = SubmittedWorkout.pushUps(30, on: server)
    _ = try ben.submit(best, .pushUps(20, ago: 30 * 86_400, on: server))
    _ = try owner.submit(.pushUps(25, on: server))
    let upload = JournalUpload(key: UUID(), entries: [JournalEntry(id: UUID(), data: Data([1]))])
    _ = try ben.send(.post, "/v1/journal", upload)
    let id = try server.memberID(of: ben)
    let contents = try owner.get("/v1/members/\(id)", as: MemberContents.self)
    #expect(contents.text == "Ben with 1 device, 2 published workouts and 1 journal entry")
    let before = try owner.send(.get, "/v1/boards/pushups-2min").text

    #expect(try owner.send(.delete, "/v1/members/\(id)").status == 204)
    #expect(try ben.send(.get, "/v1/account").status == 401)
    #expect(try owner.get("/v1/members", as: [Member].self).map(\.name) == ["Ola"])
    #expect(try owner.send(.get, "/v1/members/\(id)").status == 404)
    #expect(try owner.send(.get, "/v1/workouts/\(best.id)").status == 404)
    let page = try owner.get("/v1/boards/pushups-2min", as: BoardPage.self)
    #expect(page.entries.map(\.name) == ["Ola"] && page.entries[0].rank == 1 && page.people == 1)
    let removals = try owner.get("/v1/removals", as: [Removal].self)
    #expect(removals.map(\.name) == ["Ben"] && removals[0].workout == nil)
    // With new rules, the workouts of a removed member still don't count.
    try server.update { $0.weekStart = .sunday }
    #expect(try owner.get("/v1/boards/pushups-2min", as: BoardPage.self).people == 1)
    try server.update { $0.weekStart = .monday }

    server.now += 30 * 86_400 - 1
    #expect(try owner.send(.post, "/v1/members/\(id)/restore").status == 204)
    #expect(try owner.send(.post, "/v1/members/\(id)/restore").status == 404)
    #expect(try owner.send(.get, "/v1/boards/pushups-2min").text == before)
    #expect(try ben.get("/v1/journal", as: JournalPage.self).entries == upload.entries)
    #expect(try ben.submit(best).map(\.status) == [.known])
    #expect(try owner.get("/v1/removals", as: [Removal].self) == [])
  }

  @Test(arguments: TestStorage.all)
  func `data removed 30 days ago is deleted with the next invitation`(
    storage: TestStorage
  ) throws {
    let server = try TestServer(storage)
    let (owner, ben) = (try server.join("Ola", isOwner: true), try server.join("Ben"))
    let (best, other) = (
      SubmittedWorkout.pushUps(30, on: server), SubmittedWorkout.pushUps(25, on: server)
    )
    _ = try ben.submit(best)
    _ = try owner.submit(other)
    let id = try server.memberID(of: ben)
    #expect(try owner.send(.delete, "/v1/members/\(id)").status == 204)
    #expect(try owner.send(.delete, "/v1/results/\(other.id)").status == 204)
    server.now += 30 * 86_400 + 1
    _ = try server.invite("Cleo")
    #expect(try owner.send(.post, "/v1/members/\(id)/restore").status == 404)
    #expect(try owner.send(.post, "/v1/results/\(other.id)/restore").status == 404)
    #expect(try owner.get("/v1/removals", as: [Removal].self) == [])
    func number(_ sql: StaticString) throws -> Int? {
      try server.storage.database.read { try $0.first(sql) { try $0.count("number") } }
    }
    #expect(try number("SELECT sum(length(log)) AS number FROM workouts") == 0)
    #expect(try number("SELECT count(*) AS number FROM members") == 1)
    #expect(try number("SELECT workouts_size AS number FROM members") == 256)
    #expect(try owner.submit(other).map(\.status) == [.known])
    #expect(try owner.get("/v1/boards/pushups-2min", as: BoardPage.self).people == 0)
  }

  @Test(arguments: TestStorage.all)
  func `a removed member whose name is in use is restored after the other member is renamed`(
    storage: TestStorage
  ) throws {
    let server = try TestServer(storage)
    let (owner, ben) = (try server.join("Ola", isOwner: true), try server.join("Ben"))
    let id = try server.memberID(of: ben)
    #expect(try owner.send(.delete, "/v1/members/\(id)").status == 204)
    let second = try server.memberID(of: try server.join("ben"))
    #expect(second != id)
    let path = "/v1/members/\(id)/restore"
    #expect(try owner.send(.post, path).status == 409)
    let rename = try owner.send(.post, "/v1/members/\(second)", MemberChange(name: "Ben B"))
    #expect(rename.status == 200)
    #expect(try owner.send(.post, path).status == 204)
    #expect(
      try owner.get("/v1/members", as: [Member].self).map(\.name) == ["Ben", "Ben B", "Ola"])
    try server.addGroup("office")
    let other = try server.join("Eva", group: "office", isOwner: true)
    #expect(try owner.send(.delete, "/v1/members/\(id)").status == 204)
    #expect(try other.send(.post, path).status == 404)
  }

  @Test(arguments: TestStorage.all)
  func `a person who was removed and joins again publishes the same workouts`(
    storage: TestStorage
  ) throws {
    let server = try TestServer(storage)
    let (owner, ben) = (try server.join("Ola", isOwner: true), try server.join("Ben"))
    let best = SubmittedWorkout.pushUps(30, on: server)
    let (corrected, kept) = (
      SubmittedWorkout.pushUps(25, on: server), SubmittedWorkout.pushUps(20, on: server)
    )
    _ = try ben.submit(best, corrected, kept)
    let id = try server.memberID(of: ben)
    #expect(try owner.send(.delete, "/v1/members/\(id)").status == 204)
    let again = try server.join("Ben B")
    var copy = corrected
    copy.id = UUID()
    #expect(try again.submit(best, copy).map(\.status) == [.recorded, .recorded])
    func results() throws -> [String] {
      try owner.get("/v1/boards/pushups-2min", as: BoardPage.self).entries.map {
        "\($0.name) \($0.reps)"
      }
    }
    #expect(try results() == ["Ben B 30"])
    // The removed member keeps the workout that was not published again.
    #expect(try owner.send(.post, "/v1/members/\(id)/restore").status == 204)
    #expect(try results() == ["Ben B 30", "Ben 20"])
    #expect(try ben.submit(best).map(\.status) == [.known])
    #expect(try ben.submit(copy).map(\.status) == [.known])
  }

  @Test(arguments: TestStorage.all)
  func `a result that an owner removes is replaced by the next best, and can be restored`(
    storage: TestStorage
  ) throws {
    let server = try TestServer(storage)
    let (owner, ben) = (try server.join("Ola", isOwner: true), try server.join("Ben"))
    let best = SubmittedWorkout.pushUps(60, on: server)
    _ = try ben.submit(best, .pushUps(30, on: server))
    func reps() throws -> [Int] {
      try owner.get("/v1/boards/pushups-2min", as: BoardPage.self).entries.map(\.reps)
    }
    let path = "/v1/results/\(best.id)"
    #expect(try ben.send(.delete, path).status == 403)
    #expect(try owner.send(.delete, path).status == 204)
    #expect(try owner.send(.delete, path).status == 404)
    #expect(try reps() == [30])
    // The member can neither withdraw the result nor publish it again.
    #expect(try ben.send(.delete, "/v1/workouts/\(best.id)").status == 404)
    #expect(try ben.submit(best).map(\.status) == [.known])
    var copy = best
    copy.id = UUID()
    let refused = try ben.submit(copy)[0]
    #expect(refused.reason == "an owner of the group has removed this result")
    #expect(
      try owner.submit(copy).map(\.reason) == ["another member has already published these reps"])
    #expect(try reps() == [30])
    try server.update { $0.counting = .live }
    #expect(try reps() == [30])
    let removal = try #require(try owner.get("/v1/removals", as: [Removal].self).first)
    #expect(removal.workout == best.id && removal.challenge == "pushups-2min")
    #expect(try owner.send(.post, path + "/restore").status == 204)
    #expect(try owner.send(.post, path + "/restore").status == 404)
    #expect(try reps() == [60])
    try server.addGroup("office")
    let other = try server.join("Eva", group: "office", isOwner: true)
    #expect(try other.send(.delete, path).status == 404)
  }

  @Test(arguments: TestStorage.all)
  func `the total size of a member's workouts is limited, and withdrawing one frees space`(
    storage: TestStorage
  ) throws {
    let server = try TestServer(storage)
    let (ann, ben) = (try server.join("Ann"), try server.join("Ben"))
    let first = SubmittedWorkout.pushUps(30, on: server)
    func record(_ workout: SubmittedWorkout, by device: TestDevice) throws -> [RecordingOutcome] {
      let score = try server.service.score(
        workout, in: try #require(try server.storage.withSession { try $0.group(.club) })
      ).get()
      let member = try server.memberID(of: device)
      return try server.storage.withSession {
        try $0.record([score], by: member, in: .club, maxSize: score.storedSize + 1)
      }
    }
    #expect(try record(first, by: ann) == [.recorded])
    let second = SubmittedWorkout.pushUps(31, on: server)
    let refusal = #expect(throws: AccountRefusal.self) { try record(second, by: ann) }
    #expect(refusal?.status == 413 && refusal?.sentence.contains("50 MB") == true)
    #expect(try record(first, by: ann) == [.known])
    #expect(try record(second, by: ben) == [.recorded])
    // A workout that replaces one with the same reps uses the space of that workout.
    var corrected = first
    corrected.id = UUID()
    #expect(try record(corrected, by: ann) == [.recorded])
    #expect(try ann.send(.delete, "/v1/workouts/\(first.id)").status == 404)
    #expect(try ann.send(.delete, "/v1/workouts/\(corrected.id)").status == 204)
    #expect(try record(.pushUps(29, on: server), by: ann) == [.recorded])
  }
}
