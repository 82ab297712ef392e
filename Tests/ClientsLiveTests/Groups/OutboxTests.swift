import CTestSupport
import Clients
import FoundationEssentials
import HTTPClient
import Models
import ReducerRuntime
import SQLite
import ServerAPI
import SystemTestSupport
import Testing

@testable import ClientsLive

/// Tests of the contents and times of submissions to a server, without a network and in virtual time.
struct OutboxTests {
  private let server: GroupServer
  private let account: StoredAccount
  private let database: Database
  private let uptime = Recorded(Duration.zero)
  private let requests = Recorded<[HTTPRequest]>([])
  /// A function that can answer a request instead of the server.
  private let answer = Recorded<@Sendable (HTTPRequest) throws -> HTTPResponse?>({ _ in nil })
  private let outbox: Outbox

  init() throws {
    server = try GroupServer()
    account = try server.join("Ann")
    database = try Database(Connection.inMemory())
    outbox = Outbox(
      database,
      Transport(send: { [server, requests, answer] request in
        requests.update { $0.append(request) }
        return try answer.value(request) ?? server.respond(to: request)
      }), uptime: { [uptime] in uptime.value },
      random: WithRandomNumberGenerator(HighestNumbers()))
  }

  private func setPublished(_ isOn: Bool, _ challenge: Challenge.ID = "pushups-2min") async throws {
    try await database.run { [account] in
      try $0.publications.setPublished(isOn, challenge, in: account.id)
    }
  }

  private func finish(
    _ reps: Int, _ challenge: Challenge.ID = "pushups-2min", id: UUID = UUID(), ago: Double = 0
  ) async throws -> UUID {
    try await database.run { stores in
      let draft = WorkoutDraft.sample(
        challenge, reps: reps, at: .sunday - ago, id: id, isUnique: true)
      return try stores.workouts.finish(draft, by: .sample("Ann")).workout.id
    }
  }

  private func publication(_ challenge: Challenge.ID = "pushups-2min") async throws -> Publication {
    try await database.run { [account] in
      try $0.publications.publication(of: challenge, by: .sample("Ann"), in: account.id)
    }
  }

  /// The number of workouts in each submission so far.
  private var submissionSizes: [Int] {
    requests.value.compactMap { request in
      request.body.flatMap { try? APICoding.value(Submission.self, from: $0).workouts.count }
    }
  }

  private func delete(_ id: UUID) async throws {
    _ = try await database.run { stores in
      try stores.workouts.delete(id, of: .sample("Ann"), at: .sunday)
    }
  }

  @Test func `nothing is sent before a person publishes a challenge`() async throws {
    _ = try await finish(20)
    try await outbox.flush(account)
    #expect(requests.value.isEmpty)
    #expect(try await publication() == Publication())
  }

  @Test func `publishing starts with all earlier workouts of the challenge`() async throws {
    let ids = [try await finish(20), try await finish(25, ago: 86_400 * 30)]
    let other = try await finish(0, "plank-hold")
    try await setPublished(true)
    #expect(try await publication() == Publication(isOn: true, waitingCount: 2))
    try await outbox.flush(account)
    #expect(try await publication() == Publication(isOn: true))
    for id in ids { #expect(try server.has(id)) }
    #expect(try !server.has(other))
    #expect(try server.entries().map(\.reps) == [25])
    try await outbox.flush(account)
    #expect(submissionSizes == [2])
  }

  @Test func `after a week offline, a thousand workouts are sent once, in batches`() async throws {
    try await setPublished(true)
    for number in 0..<1000 { _ = try await finish(10, ago: Double(number) * 600) }
    answer.update { $0 = { _ in throw HTTPError(.connectionFailed, "") } }
    await #expect(throws: ServerError.unreachable("cannot reach club.example")) {
      try await outbox.flush(account)
    }
    #expect(try await publication().waitingCount == 1000)
    answer.update { $0 = { _ in nil } }
    try await outbox.flush(account, isForced: true)
    #expect(submissionSizes == [100] + Array(repeating: 100, count: 10))
    #expect(try await publication() == Publication(isOn: true))
  }

  @Test func `a workout whose response is lost is recorded once`() async throws {
    try await setPublished(true)
    let id = try await finish(20)
    answer.update {
      $0 = { [server] request in
        _ = server.respond(to: request)
        throw HTTPError(.connectionFailed, "")
      }
    }
    await #expect(throws: ServerError.self) { try await outbox.flush(account) }
    #expect(try server.has(id))
    #expect(try await publication().waitingCount == 1)
    answer.update { $0 = { _ in nil } }
    try await outbox.flush(account, isForced: true)
    #expect(try await publication().waitingCount == 0)
    #expect(try server.entries().map(\.workout) == [id])
  }

  @Test func `a failed write loses nothing and publishes nothing twice`()
    async throws
  {
    try await setPublished(true)
    let id = try await finish(20)
    try await database.setWritable(false)
    await #expect(throws: DatabaseError.self) { try await outbox.flush(account) }
    #expect(try server.has(id))
    try await database.setWritable(true)
    #expect(try await publication().waitingCount == 1)
    try await outbox.flush(account)
    #expect(try await publication().waitingCount == 0)
    #expect(try server.entries().map(\.workout) == [id])
  }

  @Test func `a deleted workout is withdrawn, and published again after an undo`() async throws {
    try await setPublished(true)
    let id = try await finish(20)
    try await outbox.flush(account)
    try await delete(id)
    #expect(try await publication().waitingCount == 1)
    try await outbox.flush(account)
    #expect(try !server.has(id))
    #expect(try server.entries().isEmpty)
    try await database.run { stores in
      _ = try stores.workouts.undo(of: .sample("Ann"), at: .sunday)
    }
    try await outbox.flush(account)
    #expect(try server.has(id))
  }

  @Test func `a corrected workout replaces the published one`() async throws {
    try await setPublished(true)
    let id = try await finish(20)
    try await outbox.flush(account)
    let corrected = WorkoutDraft.sample(reps: 18).workout(by: "Ann")
    try await database.run { stores in
      _ = try stores.workouts.correct(id, with: corrected, of: .sample("Ann"), at: .sunday)
    }
    try await outbox.flush(account)
    #expect(try !server.has(id))
    #expect(try server.entries().map(\.workout) == [corrected.id])
  }

  @Test func `a challenge that is no longer published is withdrawn`() async throws {
    try await setPublished(true)
    let id = try await finish(20)
    try await outbox.flush(account)
    try await setPublished(false)
    #expect(try await publication() == Publication(isOn: false, waitingCount: 1))
    try await outbox.flush(account)
    #expect(try !server.has(id))
    #expect(try await publication() == Publication())
  }

  @Test func `a withdrawal that the server does not support is retried later`() async throws {
    try await setPublished(true)
    let id = try await finish(20)
    try await outbox.flush(account)
    try await delete(id)
    let other = try await finish(15)
    answer.update {
      $0 = { request in
        guard request.method == .delete else { return nil }
        return HTTPResponse(
          status: 405, headers: ["content-type": "application/json"],
          body: Data(#"{"error":"this path supports GET"}"#.utf8))
      }
    }
    await #expect(throws: ServerError.self) { try await outbox.flush(account) }
    #expect(try server.has(other))
    answer.update { $0 = { _ in nil } }
    try await outbox.flush(account, isForced: true)
    #expect(try !server.has(id))
  }

  @Test func `a typed hold is refused where only live workouts count`() async throws {
    try server.count(.live)
    try await setPublished(true, "plank-hold")
    var typed = WorkoutDraft.hold(.seconds(90))
    typed.log.append(.typed(reps: 0), at: .zero)
    let timed = WorkoutDraft.hold(.seconds(60))
    for draft in [typed, timed] {
      _ = try await database.run {
        try $0.workouts.finish(draft, by: .sample("Ann"))
      }
    }
    try await outbox.flush(account)
    #expect(try server.entries("plank-hold").map(\.workout) == [timed.id])
    let refusal = try await publication("plank-hold").refusal
    #expect(refusal?.workout == typed.id)
    #expect(refusal?.reason == "this group only accepts workouts that were counted live")
  }

  @Test func `a refusal is stored, and the workout is not sent again`() async throws {
    try await setPublished(true)
    let id = try await finish(20, ago: -86_400 * 10)  // in the future for the server
    try await outbox.flush(account)
    try await outbox.flush(account)
    #expect(submissionSizes == [1])
    let refusal = try await publication().refusal
    #expect(refusal?.workout == id)
    #expect(refusal?.reason == "it ends in the future; check the clock of the device")
    try await delete(id)
    try await outbox.flush(account)
    #expect(try await publication() == Publication(isOn: true))
    // It was never on the server, so there is nothing to withdraw.
    #expect(requests.value.count == 1)
  }

  @Test func `a refused workout is retried after an hour, in case the rule changed`() async throws {
    try server.count(.live)
    try await setPublished(true)
    let typed = WorkoutDraft.sample(reps: 0).copy { $0.append(.typed(reps: 20), at: .zero) }
    _ = try await database.run {
      var draft = typed
      draft.duration = .seconds(120)
      return try $0.workouts.finish(draft, by: .sample("Ann"))
    }
    try await outbox.flush(account)
    #expect(try await publication().refusal?.workout == typed.id)
    try server.count(.all)
    // It is not sent again immediately.
    try await outbox.flush(account)
    #expect(submissionSizes == [1])
    uptime.update { $0 += .seconds(3600) }
    try await outbox.flush(account)
    #expect(submissionSizes == [1, 1])
    #expect(try server.entries().map(\.workout) == [typed.id])
    #expect(try await publication() == Publication(isOn: true))
  }

  @Test func `the next process sends refused workouts again, once`() async throws {
    try server.count(.live)
    try await setPublished(true)
    for number in 0..<3 {
      let draft = WorkoutDraft.sample(reps: 0, at: .sunday - Double(number) * 600)
        .copy { $0.append(.typed(reps: 20), at: .zero) }
      _ = try await database.run {
        var draft = draft
        draft.duration = .seconds(120)
        return try $0.workouts.finish(draft, by: .sample("Ann"))
      }
    }
    try await outbox.flush(account)
    let next = Outbox(
      database,
      Transport(send: { [server, requests] request in
        requests.update { $0.append(request) }
        return server.respond(to: request)
      }))
    try await next.flush(account)
    try await next.flush(account)
    #expect(submissionSizes == [3, 3])
    #expect(try await publication().waitingCount == 0)
  }

  @Test func `a workout without a score is not sent`() async throws {
    try await setPublished(true)
    _ = try await finish(0)
    try await outbox.flush(account)
    #expect(requests.value.isEmpty)
    #expect(try await publication() == Publication(isOn: true))
  }

  @Test func `a workout that makes a request invalid does not block other workouts`() async throws {
    try await setPublished(true)
    let bad = UUID()
    for number in 0..<7 {
      _ = try await finish(20, id: number == 3 ? bad : UUID(), ago: 600 * Double(number))
    }
    answer.update {
      $0 = { request in
        let text = String(decoding: request.body ?? Data(), as: UTF8.self)
        guard text.contains(bad.uuidString) else { return nil }
        return HTTPResponse(
          status: 400, headers: ["content-type": "application/json"],
          body: Data(#"{"error":"the body is not valid"}"#.utf8))
      }
    }
    try await outbox.flush(account)
    let publication = try await publication()
    #expect(publication.waitingCount == 0)
    #expect(publication.refusal?.workout == bad)
    #expect(try !server.has(bad))
  }

  @Test func `no more requests follow a response that omits workouts`() async throws {
    try await setPublished(true)
    _ = try await finish(20)
    answer.update {
      $0 = { _ in
        HTTPResponse(
          status: 200, headers: ["content-type": "application/json"],
          body: Data(#"{"results":[]}"#.utf8))
      }
    }
    await #expect(throws: ServerError.self) { try await outbox.flush(account) }
    #expect(submissionSizes == [1])
    #expect(try await publication().waitingCount == 1)
  }

  @Test func `each failure extends the pause before the next attempt`() async throws {
    try await setPublished(true)
    _ = try await finish(20)
    answer.update { $0 = { _ in throw HTTPError(.connectionFailed, "") } }
    for seconds in [2, 4, 8, 16, 32, 64, 128, 256, 300, 300] {
      let count = requests.value.count
      await #expect(throws: ServerError.self) { try await outbox.flush(account) }
      #expect(requests.value.count == count + 1)
      // The generator of this test gives the longest delay.
      uptime.update { $0 += .seconds(seconds) - .milliseconds(1) }
      await #expect(throws: ServerError.self) { try await outbox.flush(account) }
      #expect(requests.value.count == count + 1)
      uptime.update { $0 += .milliseconds(1) }
    }
    answer.update { $0 = { _ in nil } }
    try await outbox.flush(account)
    #expect(await outbox.failure(in: account.id) == nil)
  }

  @Test(arguments: [#"{"error":"too many requests; wait"}"#, "<html>a proxy's page</html>"])
  func `the delay that a server asks for is respected`(body: String) async throws {
    try await setPublished(true)
    _ = try await finish(20)
    answer.update {
      $0 = { _ in
        HTTPResponse(
          status: 429, headers: ["content-type": "application/json", "retry-after": "90"],
          body: Data(body.utf8))
      }
    }
    await #expect(throws: ServerError.self) { try await outbox.flush(account) }
    #expect(await outbox.delay(in: account.id) >= .seconds(90))
    uptime.update { $0 += .seconds(89) }
    await #expect(throws: ServerError.self) { try await outbox.flush(account) }
    #expect(requests.value.count == 1)
  }

  @Test func `a device without access is reported, and nothing is lost`() async throws {
    try await setPublished(true)
    _ = try await finish(20)
    var stranger = account
    stranger.token = String(repeating: "x", count: 43)
    let error = await #expect(throws: ServerError.self) { try await outbox.flush(stranger) }
    #expect(error == .unauthorized(host: "club.example"))
    #expect(
      error?.sentence == "club.example no longer knows this machine; join again with a new link")
    #expect(try await publication().waitingCount == 1)
  }

  @Test func `after joining again, all workouts are published again`() async throws {
    try await setPublished(true)
    let id = try await finish(20)
    try await outbox.flush(account)
    try await database.run { [account] in
      try $0.publications.forgetServer(of: account.id)
    }
    try await outbox.flush(account)
    #expect(submissionSizes == [1, 1])
    #expect(try server.entries().map(\.workout) == [id])
    try await database.run { [account] in try $0.publications.forget(account.id) }
    #expect(try await publication() == Publication())
  }

  @Test func `concurrent calls send a workout only once`() async throws {
    try await setPublished(true)
    _ = try await finish(20)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<5 { group.addTask { [outbox, account] in try await outbox.flush(account) } }
      try await group.waitForAll()
    }
    #expect(submissionSizes == [1])
  }

  @Test func `a cancelled call stops after the current request`() async throws {
    try await setPublished(true)
    for number in 0..<250 { _ = try await finish(10, ago: Double(number) * 600) }
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let gate = DispatchGate()
    answer.update {
      $0 = { _ in
        arrived.yield()
        gate.wait()
        return nil
      }
    }
    let task = Task { [outbox, account] in try await outbox.flush(account) }
    for await _ in arrivals { break }
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(submissionSizes == [100])
  }
}

/// A generator that always returns the highest number, so delays are the longest possible.
private struct HighestNumbers: RandomNumberGenerator, Sendable {
  func next() -> UInt64 { .max }
}
