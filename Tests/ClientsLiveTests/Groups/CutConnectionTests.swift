import FoundationEssentials
import HTTPClient
import Models
import SQLite
import Sodium
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import Server

/// Tests of a session whose connection is cut once, at every byte.
@Suite(.enabled(if: HTTPClient.failure == nil && Sodium.failure == nil, "libraries are missing"))
struct CutConnectionTests {
  /// Publishes a workout and withdraws another one, through a proxy that cuts the connection after a number of bytes.
  ///
  /// - Returns: Whether the connection was cut.
  private func runSession(
    on server: GroupServer, _ http: HTTPServer, cutAfter limit: Int
  ) async throws -> Bool {
    let proxy = CuttingProxy(to: http.port, cutAfter: limit)
    defer { proxy.stop() }
    let account = try server.join("Ann \(limit)", at: .local(proxy.port))
    let database = try Database(Connection.inMemory())
    // The first is on the server and deleted on the machine, the second is new.
    let ids = [UUID(), UUID()]
    try await database.run { stores in
      try stores.publications.setPublished(true, "pushups-2min", in: account.id)
      for (id, reps) in zip(ids, [30, 20]) {
        _ = try stores.workouts.finish(
          .sample(reps: reps, id: id), by: account.person)
      }
      _ = try stores.workouts.delete(ids[0], of: account.person, at: .sunday)
      try stores.publications.record([(ids[0], "pushups-2min", nil)], in: account.id)
    }
    let outbox = Outbox(database, .network())
    var failureCount = 0
    while true {
      do {
        try await outbox.flush(account, isForced: true)
        break
      } catch is ServerError {
        failureCount += 1
      }
    }
    #expect(failureCount <= 1)
    #expect(try server.has(ids[1]) && !server.has(ids[0]))
    let waitingCount = try await database.run {
      try $0.publications.publication(of: "pushups-2min", by: account.person, in: account.id)
        .waitingCount
    }
    #expect(waitingCount == 0)
    return proxy.hasCut
  }

  @Test func `a session that is cut at any byte records everything once`() async throws {
    let server = try GroupServer()
    let http = try HTTPServer.start(server.service)
    var limit = 0
    // Ends when the whole session has fewer bytes than the proxy lets pass.
    while try await runSession(on: server, http, cutAfter: limit) {
      limit += TestSize.choose(test: 29, check: 1)
    }
    // Two requests and their responses.
    #expect(limit > 800)
    #expect(try server.entries().count == 20)
  }

  @Test func `a server that is stopped between a submission and its response has recorded it`()
    async throws
  {
    let server = try GroupServer()
    let database = try Database(Connection.inMemory())
    let isAnswering = Recorded(false)
    let scripted = ScriptedServer { connection in
      let request = connection.readRequest()
      let parts = request.split(separator: "\r\n\r\n", maxSplits: 1)
      let token = request.split(separator: "\r\n").first { $0.hasPrefix("Authorization: ") }
      let response = server.respond(
        to: HTTPRequest(
          .post, "http://x/v1/workouts",
          headers: [("Authorization", String(token?.dropFirst("Authorization: ".count) ?? ""))],
          body: Data((parts.last ?? "").utf8)))
      // Closed without a response, as by a kill.
      guard isAnswering.value else { return }
      connection.respond(String(decoding: response.body, as: UTF8.self))
    }
    let account = try server.join("Ann", at: .local(scripted.port))
    let id = UUID()
    try await database.run { stores in
      try stores.publications.setPublished(true, "pushups-2min", in: account.id)
      _ = try stores.workouts.finish(
        .sample(reps: 20, id: id), by: account.person)
    }
    let outbox = Outbox(database, .network())
    await #expect(throws: ServerError.unreachable("cannot reach 127.0.0.1")) {
      try await outbox.flush(account)
    }
    #expect(try server.has(id))
    isAnswering.update { $0 = true }
    try await outbox.flush(account, isForced: true)
    #expect(try server.entries().map(\.workout) == [id])
  }
}
