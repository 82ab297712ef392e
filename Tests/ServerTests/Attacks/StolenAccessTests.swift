import Dispatch
import FoundationEssentials
import Models
import ServerAPI
import Synchronization
import Testing

@testable import Server

/// Tests of tokens and links in the wrong hands.
struct StolenAccessTests {
  @Test(arguments: TestStorage.all)
  func `a member cannot act for another member`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    let ben = try server.join("Ben")
    let workout = SubmittedWorkout.pushUps(30, on: server)
    _ = try ben.submit(workout)
    let device = try ben.get("/v1/account", as: Account.self).devices[0].id
    let member = try #require(
      try ben.get("/v1/members", as: [Member].self).first { $0.name == "Ben" }
    ).id
    #expect(try ann.send(.delete, "/v1/account/devices/\(device)").status == 404)
    #expect(try ann.send(.delete, "/v1/members/\(member)").status == 403)
    #expect(
      try ann.send(.post, "/v1/invitations", InvitationRequest(name: "Ben")).status == 403)
    var forged = SubmittedWorkout.pushUps(60, id: workout.id, on: server)
    forged.startedAt = workout.startedAt
    #expect(try ann.submit(forged).map(\.status) == [.known])
    let page = try ann.get("/v1/boards/pushups-2min", as: BoardPage.self)
    #expect(page.entries.map(\.name) == ["Ben"])
    #expect(page.entries.map(\.reps) == [30])
  }

  @Test(arguments: TestStorage.all)
  func `a member cannot publish another member's workout`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let (ann, ben) = (try server.join("Ann"), try server.join("Ben"))
    let workout = SubmittedWorkout.pushUps(30, ago: 3600, on: server)
    _ = try ben.submit(workout)
    let log = try #require(workout.log.withUnsafeBytes { WorkoutLog(bytes: $0) })
    let reps = log.reps.milliseconds
    var (later, moved, longer, other) = (workout, workout, workout, workout)
    later.startedAt = server.now - 600
    moved = moved.with(reps.map { $0 + 777 })
    longer = longer.with(reps + [60_000, 61_000])
    other.challenge = "squats-3min"
    var copies = [workout, later, moved, longer, other]
    for index in copies.indices { copies[index].id = UUID() }
    for copy in copies {
      let outcome = try ann.submit(copy)[0]
      #expect(outcome.status == .refused)
      #expect(outcome.reason == "another member has already published these reps")
    }
    // A hold has no reps, but the copy has the same start and end.
    var hold = SubmittedWorkout.pushUps(0, on: server)
    hold.challenge = "plank-hold"
    _ = try ben.submit(hold)
    hold.id = UUID()
    #expect(try ann.submit(hold).map(\.status) == [.refused])
    #expect(
      try ann.get("/v1/boards/pushups-2min", as: BoardPage.self).entries.map(\.name) == ["Ben"])
    // Two people may enter the same result.
    for (member, device) in [("Ann", ann), ("Ben", ben)] {
      let typed = SubmittedWorkout.pushUps(0, on: server).with([], .typed(reps: 20))
      #expect(try device.submit(typed).map(\.status) == [.recorded], "\(member)")
    }
  }

  @Test(arguments: TestStorage.all)
  func `reps that a member sends twice count once, with the later time`(storage: TestStorage) throws
  {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    let workout = SubmittedWorkout.pushUps(30, ago: 8 * 86_400, on: server)
    _ = try ann.submit(workout)
    var corrected = workout
    corrected.id = UUID()
    corrected.startedAt = server.now - 3600
    #expect(try ann.submit(corrected).map(\.status) == [.recorded])
    #expect(try ann.submit(corrected).map(\.status) == [.known])
    #expect(try ann.send(.get, "/v1/workouts/\(workout.id)").status == 404)
    for period in ["all", "week"] {
      let page = try ann.get(
        "/v1/boards/pushups-2min", query: ["period": period], as: BoardPage.self)
      #expect(page.entries.map(\.workout) == [corrected.id])
    }
    #expect(try ann.send(.delete, "/v1/workouts/\(corrected.id)").status == 204)
    #expect(try ann.get("/v1/boards/pushups-2min", as: BoardPage.self).people == 0)
  }

  @Test(arguments: TestStorage.all)
  func `a group cannot see the data of another group`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    try server.addGroup("office")
    let ann = try server.join("Ann", isOwner: true)
    let ola = try server.join("Ola", group: "office", isOwner: true)
    let workout = SubmittedWorkout.pushUps(30, on: server)
    _ = try ann.submit(workout)
    let member = try ann.get("/v1/members", as: [Member].self)[0].id
    #expect(try ola.send(.get, "/v1/workouts/\(workout.id)").status == 404)
    #expect(try ola.send(.delete, "/v1/members/\(member)").status == 404)
    #expect(try ola.get("/v1/members", as: [Member].self).map(\.name) == ["Ola"])
    #expect(try ola.get("/v1/boards/pushups-2min", as: BoardPage.self).people == 0)
    // In another group, a workout with the same ID is a different workout.
    #expect(try ola.submit(workout).map(\.status) == [.recorded])
  }

  @Test func `only the exact text of a token gives access`() throws {
    let server = try TestServer()
    let invite = try server.invite("Ben")
    let ann = try server.join("Ann")
    let hash = Data(try #require(Secret(ann.token)).hash.bytes).base64EncodedString()
    let headers = [
      "", "Bearer", "Bearer ", "Basic \(ann.token)", ann.token, "Bearer  \(ann.token)",
      "Bearer \(ann.token) ", "Bearer \(ann.token),Bearer \(ann.token)", "Bearer \(ann.token)x",
      "Bearer \(ann.token.dropLast())", "Bearer \(ann.token.lowercased())",
      "Bearer \(hash.prefix(43))", "Bearer \(invite.text)", "Bearer \(Secret().text)",
      "Bearer \(String(repeating: "a", count: 1_000_000))",
    ]
    for header in headers {
      #expect(
        try server.send(.get, "/v1/account", headers: ["Authorization": header]).status == 401)
    }
    #expect(
      try server.send(.post, "/v1/join", JoinRequest(invite: ann.token, device: "x")).status == 404)
  }

  @Test func `the token of a removed device or member has no access to any route`() throws {
    let server = try TestServer()
    let owner = try server.join("Ola", isOwner: true)
    let lost = try server.join("Ann", device: "lost")
    let ann = try server.join("Ann", device: "laptop")
    let ben = try server.join("Ben")
    let device = try #require(
      try ann.get("/v1/account", as: Account.self).devices.first { $0.name == "lost" }
    ).id
    let member = try #require(
      try owner.get("/v1/members", as: [Member].self).first { $0.name == "Ben" }
    ).id
    #expect(try ann.send(.delete, "/v1/account/devices/\(device)").status == 204)
    #expect(try owner.send(.delete, "/v1/members/\(member)").status == 204)
    for route in Service.routes where route.description.access != .anyone {
      let path = route.template.replacing("{", with: "").replacing("}", with: "")
      #expect(try lost.send(route.method, path).status == 401, "\(route.template)")
      #expect(try ben.send(route.method, path).status == 401, "\(route.template)")
    }
    #expect(try ann.send(.get, "/v1/account").status == 200)
  }

  @Test func `a link that is used many times at once works only once`() throws {
    let server = try TestServer()
    let body = try APICoding.data(
      JoinRequest(invite: try server.invite("Ann").text, device: "laptop"))
    let service = server.service
    let statuses = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let status = service.respond(to: Request(.post, "/v1/join", body: body)).status
      statuses.withLock { $0.append(status) }
    }
    #expect(statuses.withLock { $0 }.sorted() == [201] + [Int](repeating: 410, count: 7))
  }

  @Test func `a submission that is sent many times at once is recorded once`() throws {
    let server = try TestServer()
    let ann = try server.join("Ann")
    let body = try APICoding.data(Submission(workouts: [.pushUps(30, on: server)]))
    let (service, token) = (server.service, ann.token)
    let results = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let response = service.respond(
        to: Request(.post, "/v1/workouts", header: { _ in "Bearer \(token)" }, body: body))
      let outcome = try? APICoding.value(SubmissionResult.self, from: response.body).results
      results.withLock { $0.append(outcome?.first?.status.rawValue ?? "\(response.status)") }
    }
    #expect(
      results.withLock { $0 }.sorted() == [String](repeating: "known", count: 7) + ["recorded"])
    #expect(try ann.get("/v1/boards/pushups-2min", as: BoardPage.self).people == 1)
  }
}
