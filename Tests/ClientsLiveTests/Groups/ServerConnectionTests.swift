import Foundation
import FoundationEssentials
import HTTPClient
import Models
import ServerAPI
import Sodium
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import Server

/// Tests of the calls of the API with a server in this process, over real connections.
@Suite(.enabled(if: HTTPClient.failure == nil && Sodium.failure == nil, "libraries are missing"))
struct ServerConnectionTests {
  private let server: GroupServer
  private let http: HTTPServer

  init() throws {
    server = try GroupServer()
    http = try HTTPServer.start(server.service)
  }

  private func connection(_ name: String, isOwner: Bool = false) async throws -> ServerConnection {
    let address = ServerAddress.local(http.port)
    let transport = Transport.network()
    let joined = try await ServerConnection(address, token: nil, transport).join(
      try server.invite(name, isOwner: isOwner), device: "laptop", token: Secret().text)
    #expect(joined.member == name && joined.group.name == "The club")
    return ServerConnection(address, token: joined.token, transport)
  }

  private static func pushUps(_ reps: Int, id: UUID = UUID()) -> SubmittedWorkout {
    let draft = WorkoutDraft.sample(reps: reps, isUnique: true)
    return SubmittedWorkout(
      id: id, challenge: "pushups-2min", startedAt: draft.startedAt,
      log: Data(draft.log.ended(at: draft.duration).bytes))
  }

  @Test func `an account has its devices until they are removed`() async throws {
    let connection = try await connection("Ann")
    let account = try await connection.account()
    #expect(account.member == "Ann" && account.devices.map(\.isCurrent) == [true])
    #expect(try await connection.inviteDevice().link.contains("/join#"))
    try await connection.removeDevice(try #require(account.devices.first).id)
    await #expect(throws: ServerError.unauthorized(host: "127.0.0.1")) {
      try await connection.account()
    }
  }

  @Test func `an owner invites and removes members`() async throws {
    let owner = try await connection("Ann", isOwner: true)
    let ben = try await connection("Ben")
    #expect(try await owner.invite(.sample("Cem")).contains("/join#"))
    await #expect(throws: ServerError.self) { try await ben.invite(.sample("Cem")) }
    let members = try await owner.members()
    #expect(members.map(\.name).sorted() == ["Ann", "Ben"])
    try await owner.removeMember(try #require(members.first { $0.name == "Ben" }).id)
    await #expect(throws: ServerError.unauthorized(host: "127.0.0.1")) { try await ben.members() }
  }

  @Test func `a used link is refused with the server's sentence`() async throws {
    let secret = try server.invite("Ann")
    let connection = ServerConnection(.local(http.port), token: nil, .network())
    _ = try await connection.join(secret, device: "a", token: Secret().text)
    let error = await #expect(throws: ServerError.self) {
      try await connection.join(secret, device: "b", token: Secret().text)
    }
    #expect(
      error?.sentence == "the server says: this link has already been used; ask for a new one")
  }

  @Test func `workouts are published, read and withdrawn`() async throws {
    let connection = try await connection("Ann")
    let workout = Self.pushUps(20)
    let first = try await connection.submit([workout])
    #expect(first.results.map(\.status) == [.recorded])
    #expect(try await connection.submit([workout]).results.map(\.status) == [.known])
    #expect(try await connection.workout(workout.id)?.log.bytes == Array(workout.log))
    #expect(try await connection.workout(UUID()) == nil)
    let page = try await connection.board("pushups-2min", .allTime, .after(nil), unlessTagged: nil)
    #expect(page.body != nil)
    let same = try await connection.board(
      "pushups-2min", .allTime, .after(nil), unlessTagged: page.tag)
    #expect(same.body == nil)
    try await connection.withdraw(workout.id)
    try await connection.withdraw(workout.id)
    #expect(try await connection.workout(workout.id) == nil)
    try await connection.removeAccount()
  }

  @Test func `a journal is uploaded and read page by page, and gets a new key`() async throws {
    let connection = try await connection("Ann")
    let key = UUID()
    let entry = JournalEntry(id: UUID(), data: Data([1, 2, 3]))
    #expect(try await connection.upload(JournalUpload(key: key, entries: [entry])).recorded == 1)
    let page = try await connection.journalPage(after: nil)
    #expect(page.entries == [entry] && page.isLast)
    await #expect(throws: SynchronizationError.otherKey) {
      try await connection.upload(JournalUpload(key: UUID(), entries: []))
    }
    let later = JournalEntry(id: UUID(), data: Data([4]))
    _ = try await connection.upload(JournalUpload(key: key, entries: [later]))
    await #expect(throws: SynchronizationError.unknownCursor) {
      try await connection.changeKey(
        JournalKeyChange(key: UUID(), replaces: key, after: page.next))
    }
    let end = try await connection.journalPage(after: page.next)
    #expect(end.entries == [later])
    try await connection.changeKey(JournalKeyChange(key: UUID(), replaces: key, after: end.next))
  }

  @Test func `changes arrive as events`() async throws {
    let connection = try await connection("Ann")
    let (events, continuation) = AsyncStream.makeStream(of: ServerEvent.self)
    let task = Task {
      try await connection.receiveEvents { continuation.yield($0) }
    }
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == .opened)
    _ = try await connection.submit([Self.pushUps(20)])
    #expect(await iterator.next() == .boardChanged("pushups-2min"))
    _ = try await connection.upload(
      JournalUpload(key: UUID(), entries: [JournalEntry(id: UUID(), data: Data([1]))]))
    #expect(await iterator.next() == .journalChanged)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

/// Tests of a session whose connection is cut once, at each byte in turn.
@Suite(.enabled(if: HTTPClient.failure == nil && Sodium.failure == nil, "libraries are missing"))
struct CutConnectionTests {
  /// Publishes a workout and withdraws another, through a proxy that cuts the connection after a number of bytes.
  ///
  /// - Returns: Whether the connection was cut.
  private func runSession(
    on server: GroupServer, _ http: HTTPServer, cutAfter limit: Int
  ) async throws -> Bool {
    let proxy = CuttingProxy(to: http.port, cutAfter: limit)
    defer { proxy.stop() }
    let account = try server.join("Ann \(limit)", at: .local(proxy.port))
    let database = try Database(Connection.inMemory())
    // The first workout is on the server and deleted on the machine. The second is new.
    let ids = [UUID(), UUID()]
    try await database.run { stores in
      try stores.publications.setPublished(true, "pushups-2min", in: account.id)
      for (id, reps) in zip(ids, [30, 20]) {
        _ = try stores.workouts.finish(
          .sample(reps: reps, id: id, isUnique: true), by: account.person)
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
    // The session consists of two requests and their responses.
    #expect(limit > 800)
    #expect(try server.entries().count == 20)
  }

  @Test func `a submission is recorded even if the server stops before it responds`()
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
      // Closes the connection without a response, like a killed server.
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

/// Tests of HTTPS with certificates that the tests create.
@Suite(
  .needs("openssl"),
  .enabled(if: HTTPClient.failure == nil && Sodium.failure == nil, "libraries are missing"))
struct CertificateTests {
  private let folder = TestFolder()

  /// Creates a certificate with a new key for an address.
  private func makeCertificate(for address: String) throws {
    try openSSL([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-keyout", "\(folder.path)/key.pem", "-out", "\(folder.path)/chain.pem", "-days", "1000",
      "-subj", "/CN=test", "-addext", "subjectAltName=IP:\(address)",
    ])
  }

  /// Replaces the certificate with an expired one that has the same key and name.
  private func makeCertificateExpire() throws {
    let settings = """
      [ca]
      default_ca = test
      [test]
      new_certs_dir = \(folder.path)
      database = \(folder.path)/index
      rand_serial = yes
      default_md = sha256
      policy = any
      copy_extensions = copy
      [any]
      commonName = supplied
      """
    for (name, text) in [("settings", settings), ("index", "")] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    try openSSL([
      "req", "-new", "-key", "\(folder.path)/key.pem", "-out", "\(folder.path)/request.pem",
      "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1",
    ])
    try openSSL([
      "ca", "-batch", "-selfsign", "-notext", "-config", "\(folder.path)/settings", "-keyfile",
      "\(folder.path)/key.pem", "-in", "\(folder.path)/request.pem", "-out",
      "\(folder.path)/chain.pem", "-startdate", "20200101000000Z", "-enddate", "20200102000000Z",
    ])
  }

  private func openSSL(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Tools.path(of: "openssl")))
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  private func call(trusting certificates: String?) async throws -> Int {
    let server = try GroupServer()
    var options = HTTPServer.Options()
    options.port = 0
    options.threads = 1
    options.certificate = (folder.text(of: "chain.pem"), folder.text(of: "key.pem"))
    let http = try HTTPServer(server.service, options)
    let client = HTTPClient(on: DispatchLoop(), certificates: certificates)
    let account = try server.join("Ann", at: .sample("https://127.0.0.1:\(http.port)"))
    return try await ServerConnection(account, Transport(client)).members().count
  }

  @Test func `a certificate of an unknown authority is refused`() async throws {
    try makeCertificate(for: "127.0.0.1")
    let error = await #expect(throws: ServerError.self) { try await call(trusting: nil) }
    #expect(
      error?.sentence == "the certificate of 127.0.0.1 is from an unknown issuer; set "
        + "SSL_CERT_FILE to a file with the issuer's certificate, or tell the server's operator")
    #expect(try await call(trusting: "\(folder.path)/chain.pem") == 1)
  }

  @Test func `a certificate for another host is refused`() async throws {
    try makeCertificate(for: "192.0.2.1")
    let error = await #expect(throws: ServerError.self) {
      try await call(trusting: "\(folder.path)/chain.pem")
    }
    #expect(
      error?.sentence == "the certificate of 127.0.0.1 is for another host name; "
        + "use the host name in the certificate, or tell the server's operator")
  }

  @Test func `a certificate for another host by an unknown issuer is refused due to its issuer`()
    async throws
  {
    try makeCertificate(for: "192.0.2.1")
    let error = await #expect(throws: ServerError.self) { try await call(trusting: nil) }
    #expect(error == .untrusted(host: "127.0.0.1", .unknownIssuer))
  }

  @Test func `a certificate that has expired is refused`() async throws {
    try makeCertificate(for: "127.0.0.1")
    try makeCertificateExpire()
    let error = await #expect(throws: ServerError.self) {
      try await call(trusting: "\(folder.path)/chain.pem")
    }
    #expect(
      error?.sentence == "the certificate of 127.0.0.1 is not valid today; "
        + "check this machine's date, or tell the server's operator")
  }
}
