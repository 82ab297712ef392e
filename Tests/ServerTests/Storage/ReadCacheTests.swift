import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests of the cache: unchanged values are not read from the database again, and changes take effect.
///
/// The clock is stopped, so that nothing is read again because of its age.
struct ReadCacheTests {
  private let path = "/v1/boards/pushups-2min"

  @Test(arguments: TestStorage.all)
  func `a second request for an unchanged page reads nothing`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let requests = server.countRequests()
    let ann = try server.join("Ann")
    _ = try ann.submit(.pushUps(30, on: server))
    let tag = try #require(try ann.send(.get, path).header("ETag"))
    let count = requests.count
    for _ in 0..<3 {
      #expect(try ann.send(.get, path, headers: ["If-None-Match": tag]).status == 304)
    }
    #expect(try ann.send(.get, path).status == 200)
    #expect(requests.count == count)
  }

  @Test(arguments: TestStorage.all)
  func `the entries of a page are read once for all readers`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let readers = try ["Ann", "Ben", "Cem"].map { try server.join($0) }
    _ = try readers[0].submit(.pushUps(30, on: server))
    _ = try readers[1].submit(.pushUps(20, on: server))
    for query in [[:], ["period": "week"], ["last": "1"], ["around": "1"]] {
      let requests = server.countRequests()
      for reader in readers { _ = try reader.send(.get, "/v1/account") }
      _ = try readers[0].send(.get, path, query: query)
      for reader in readers[1...] {
        let count = requests.count
        let page = try reader.send(.get, path, query: query)
        // The standing of the reader.
        #expect(requests.count == count + 1)
        #expect(try reader.send(.get, path, query: query).body == page.body)
        #expect(requests.count == count + 1)
      }
    }
  }

  @Test(arguments: TestStorage.all)
  func `after each change, all readers get the page and their own entry of that time`(
    kind: TestStorage
  ) throws {
    let server = try TestServer(kind)
    let ola = try server.join("Ola", isOwner: true)
    let (ann, ben) = try (server.join("Ann"), server.join("Ben"))
    for number in 0..<21 {
      _ = try server.join("Member \(number)").submit(.pushUps(10 + number, on: server))
    }
    let id = try server.memberID(of: ben)
    let best = SubmittedWorkout.pushUps(40, on: server)
    let typed = SubmittedWorkout.pushUps(0, on: server).with([], .typed(reps: 45))
    var previous: [String] = []
    /// Makes a change, and compares the pages with those of a server that has nothing in memory.
    func change(
      sourceLocation: SourceLocation = #_sourceLocation, _ change: () throws -> Bool
    ) throws {
      #expect(try change(), sourceLocation: sourceLocation)
      let queries = [
        [:], ["period": "week"], ["last": "1"], ["around": "\(id)"], ["after": "-20.0.0.12.12"],
      ]
      let pages = try queries.flatMap { query in
        try [ola, ann, ben].map { try $0.send(.get, path, query: query).text }
      }
      let cached = server.service
      _ = server.countRequests()
      let current = try queries.flatMap { query in
        try [ola, ann, ben].map { try $0.send(.get, path, query: query).text }
      }
      server.service = cached
      #expect(pages == current, sourceLocation: sourceLocation)
      #expect(pages != previous, sourceLocation: sourceLocation)
      previous = pages
    }
    func send(_ method: Request.Method, _ path: String, _ body: (any Encodable)? = nil) throws
      -> Bool
    { (200..<300).contains(try ola.send(method, path, body).status) }

    try change { try ben.submit(.pushUps(15, on: server)).map(\.status) == [.recorded] }
    try change { try ben.submit(best).map(\.status) == [.recorded] }
    try change { try ann.submit(.pushUps(41, on: server), typed).count == 2 }
    try change { try send(.post, "/v1/members/\(id)", MemberChange(name: "Benjamin")) }
    try change { try send(.delete, "/v1/results/\(best.id)") }
    try change { try send(.post, "/v1/results/\(best.id)/restore") }
    try change { try send(.post, "/v1/group", GroupChange(counting: .live)) }
    try change { try send(.post, "/v1/group", GroupChange(weekStart: "sunday")) }
    try change { try ben.send(.delete, "/v1/workouts/\(best.id)").status == 204 }
    try change { try send(.delete, "/v1/members/\(id)") }
    #expect(try ben.send(.get, path).status == 401)
    try change { try send(.post, "/v1/members/\(id)/restore") }
  }

  @Test(arguments: TestStorage.all)
  func `a revoked device is refused by the server that revoked it`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ann, lost) = try (server.join("Ann"), server.join("Ann", device: "lost"))
    let id = try #require(
      try ann.get("/v1/account", as: Account.self).devices.first { $0.name == "lost" }
    ).id
    #expect(try lost.send(.get, path).status == 200)
    #expect(try ann.send(.delete, "/v1/account/devices/\(id)").status == 204)
    #expect(try lost.send(.get, path).status == 401)
    #expect(try ann.send(.get, path).status == 200)
  }

  @Test(arguments: TestStorage.all)
  func `another process revokes a device`(kind: TestStorage) async throws {
    let server = try TestServer(kind)
    let ann = try server.join("Ann")
    let other = try server.reopenStorage()
    #expect(try ann.send(.get, path).status == 200)
    let member = try server.memberID(of: ann)
    try other.withSession { session in
      let device = try #require(try session.devices(of: member).first)
      #expect(try session.removeDevice(device.id, of: member))
    }
    try await server.expect(kind) { try ann.send(.get, path).status == 401 }
  }

  @Test(arguments: TestStorage.all)
  func `another process removes a member`(kind: TestStorage) async throws {
    let server = try TestServer(kind)
    let (ann, ben) = try (server.join("Ann"), server.join("Ben"))
    _ = try (ann.submit(.pushUps(30, on: server)), ben.submit(.pushUps(20, on: server)))
    let other = try server.reopenStorage()
    let tag = try #require(try ann.send(.get, path).header("ETag"))
    #expect(try ben.send(.get, path).status == 200)
    let member = try server.memberID(of: ben)
    try other.withSession { try $0.removeMember(member, now: server.now) }
    try await server.expect(kind) { try ben.send(.get, path).status == 401 }
    try await server.expect(kind) {
      try ann.send(.get, path, headers: ["If-None-Match": tag]).status == 200
    }
    #expect(try ann.get(path, as: BoardPage.self).people == 1)
  }

  @Test(arguments: TestStorage.all)
  func `a member becomes an owner in another process`(
    kind: TestStorage
  ) async throws {
    let server = try TestServer(kind)
    let (ann, ben) = try (server.join("Ann"), server.join("Ben"))
    func isOwner(_ device: TestDevice) throws -> Bool {
      try device.send(.post, "/v1/invitations", InvitationRequest(name: "Cem")).status != 403
    }
    #expect(try !isOwner(ann) && !isOwner(ben))
    let member = try server.memberID(of: ann)
    let other = try server.reopenStorage()
    #expect(try other.withSession { try $0.setOwner(true, member: member) })
    try await server.expect(kind) { try isOwner(ann) }
    #expect(try !isOwner(ben))
  }

  @Test(arguments: TestStorage.all)
  func `another process changes the rules of a group`(kind: TestStorage) async throws {
    let server = try TestServer(kind)
    let ann = try server.join("Ann")
    #expect(try ann.get("/v1/account", as: Account.self).group.name == "The club")
    let other = try server.reopenStorage()
    try other.withSession { session in
      var group = try #require(try session.group(.club))
      group.name = "Our club"
      #expect(try session.update(group))
    }
    try await server.expect(kind) {
      try ann.get("/v1/account", as: Account.self).group.name == "Our club"
    }
  }

  @Test(arguments: TestStorage.all)
  func `another process records a workout and withdraws it`(kind: TestStorage) async throws {
    let server = try TestServer(kind)
    let (ann, ben) = try (server.join("Ann"), server.join("Ben"))
    _ = try ann.submit(.pushUps(30, on: server))
    #expect(try ben.get(path, as: BoardPage.self).you == nil)
    let member = try server.memberID(of: ben)
    let other = Service(
      storage: try server.reopenStorage(), now: { [now = server.now] in now }, report: { _ in })
    func send(_ method: Request.Method, _ path: String, _ body: Data = Data()) -> Int {
      other.respond(
        to: Request(method, path, header: { _ in "Bearer \(ben.token)" }, body: body)
      ).status
    }
    func isChanged(since tag: String) throws -> Bool {
      try ann.send(.get, path, headers: ["If-None-Match": tag]).status == 200
    }
    let first = try #require(try ann.send(.get, path).header("ETag"))
    let workout = SubmittedWorkout.pushUps(20, on: server)
    #expect(
      send(.post, "/v1/workouts", try APICoding.data(Submission(workouts: [workout]))) == 200)
    try await server.expect(kind) { try isChanged(since: first) }
    #expect(try ann.get(path, as: BoardPage.self).entries.map(\.member).contains(member))
    #expect(try ben.get(path, as: BoardPage.self).you?.rank == 2)
    let second = try #require(try ann.send(.get, path).header("ETag"))
    #expect(send(.delete, "/v1/workouts/\(workout.id)") == 204)
    try await server.expect(kind) { try isChanged(since: second) }
    #expect(try ann.get(path, as: BoardPage.self).people == 1)
    #expect(try ben.get(path, as: BoardPage.self).you == nil)
  }

  @Test(arguments: TestStorage.all)
  func `another process renames a member`(kind: TestStorage) async throws {
    let server = try TestServer(kind)
    let ann = try server.join("Ann")
    _ = try ann.submit(.pushUps(30, on: server))
    #expect(try ann.get(path, as: BoardPage.self).you?.name == "Ann")
    let member = try server.memberID(of: ann)
    let name = try #require(PersonName("Anna"))
    let other = try server.reopenStorage()
    #expect(try other.withSession { try $0.rename(member, to: name) })
    try await server.expect(kind) { try ann.get(path, as: BoardPage.self).you?.name == "Anna" }
    #expect(try ann.get(path, as: BoardPage.self).entries.map(\.name) == ["Anna"])
  }

  @Test(arguments: TestStorage.all)
  func `the leaderboards of the week and of all time change together`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let ann = try server.join("Ann")
    for query in [[:], ["period": "week"]] {
      #expect(try ann.get(path, query: query, as: BoardPage.self).people == 0)
    }
    _ = try ann.submit(.pushUps(30, on: server))
    for query in [[:], ["period": "week"]] {
      let page = try ann.send(.get, path, query: query)
      #expect(try APICoding.value(BoardPage.self, from: page.body).people == 1)
      #expect(page.header("ETag")?.contains("-1-") == true)
    }
  }
}

/// Tests of changes that no notification reports, because a test deletes rows directly.
@Suite(.needsPostgreSQL)
struct UnreportedChangeTests {
  private let clock = VirtualClock()
  private let server: TestServer
  private let ann: TestDevice

  init() throws {
    server = try TestServer(.postgreSQL, clock: clock)
    ann = try server.join("Ann")
  }

  private func status() throws -> Int { try ann.send(.get, "/v1/boards/pushups-2min").status }

  private func deleteDevices() throws { try server.schema.connect().run("DELETE FROM devices") }

  @Test func `a device that is deleted by hand is refused after a minute`() throws {
    #expect(try status() == 200)
    try deleteDevices()
    clock.now += .milliseconds(59_999)
    #expect(try status() == 200)
    clock.now += .milliseconds(1)
    #expect(try status() == 401)
  }

  @Test func `an entry that is deleted by hand disappears after ten seconds`() throws {
    _ = try ann.submit(.pushUps(30, on: server))
    let tag = try #require(try ann.send(.get, "/v1/boards/pushups-2min").header("ETag"))
    func status() throws -> Int {
      try ann.send(.get, "/v1/boards/pushups-2min", headers: ["If-None-Match": tag]).status
    }
    try server.schema.connect().run("DELETE FROM bests")
    clock.now += .milliseconds(9_999)
    #expect(try status() == 304)
    clock.now += .milliseconds(1)
    #expect(try status() == 200)
  }

  @Test func `everything is read again after the listener has lost its connection`() async throws {
    #expect(try status() == 200)
    try deleteDevices()
    #expect(try status() == 200)
    let epoch = server.storage.epoch()
    // The application name of this test's listener is the test's schema.
    try server.schema.connect().run(
      """
      SELECT pg_terminate_backend(pid, 3600000) FROM pg_stat_activity
      WHERE query = 'LISTEN ladder' AND application_name = current_setting('search_path')
      """)
    while server.storage.epoch() == epoch { await Task.yield() }
    #expect(try status() == 401)
  }

  @Test func `nothing is cached without a listener`() throws {
    #expect(try server.reopenStorage().epoch() == nil)
    #expect(server.storage.epoch() != nil)
  }

  @Test func `everything is read again after the pool opens a connection`() throws {
    let pool = try server.pool
    #expect(try status() == 200)
    try deleteDevices()
    try pool.perform { _ in try pool.perform { _ in } }
    #expect(try status() == 401)
  }

  @Test func `reading a standing takes one round trip`() throws {
    let pool = try server.pool
    _ = try ann.submit(.pushUps(30, on: server))
    func roundTrips() throws -> Int { try pool.perform { $0.roundTripCount } }
    let ben = try server.join("Ben")
    _ = (try status(), try ben.send(.get, "/v1/account"))
    let count = try roundTrips()
    let page = try ben.get("/v1/boards/pushups-2min", as: BoardPage.self)
    #expect(page.you == nil && page.entries.map(\.name) == ["Ann"])
    #expect(try roundTrips() == count + 1)
  }
}

extension TestServer {
  /// Replaces the service with one whose database requests are counted.
  fileprivate func countRequests() -> RequestCounter {
    let counter = RequestCounter(storage.database)
    service = Service(
      storage: Storage(counter), now: { [now] in now },
      clock: { [instant = ContinuousClock.now] in instant },
      report: { _ in })
    return counter
  }

  /// Expects that a change by another process takes effect: with SQLite immediately, and with PostgreSQL
  /// when its notification has arrived.
  fileprivate func expect(
    _ kind: TestStorage, sourceLocation: SourceLocation = #_sourceLocation,
    _ isChanged: () throws -> Bool
  ) async throws {
    if kind == .postgreSQL {
      while try !isChanged() { await Task.yield() }
    }
    #expect(try isChanged(), sourceLocation: sourceLocation)
  }
}

/// Tests of cached values.
struct CachedValuesTests {
  private let values = CachedValues<Int, String>(maxCount: 10, maxAge: .seconds(10))
  private let start = ContinuousClock.now

  /// Returns the value of a key, and whether it was read.
  private func value(
    _ key: Int = 1, in epoch: Int? = 1, after time: Duration = .zero
  ) -> (value: String, wasRead: Bool) {
    var wasRead = false
    let value = values.value(for: key, in: epoch, at: start + time) {
      wasRead = true
      return "value \(key)"
    }
    return (value, wasRead)
  }

  @Test func `a value is read once`() {
    #expect(value() == ("value 1", true))
    #expect(value() == ("value 1", false))
    #expect(value(2) == ("value 2", true))
  }

  @Test func `a value is read again when it is too old, however often it is used`() {
    _ = value()
    #expect(value(after: .seconds(9)) == ("value 1", false))
    #expect(value(after: .seconds(10)) == ("value 1", true))
    #expect(value(after: .seconds(19)) == ("value 1", false))
  }

  @Test func `values are read again in another epoch`() {
    _ = value(in: 1)
    #expect(value(in: 2) == ("value 1", true))
    #expect(value(in: 2) == ("value 1", false))
    // Another thread may still use the epoch that it requested earlier.
    #expect(value(in: 1) == ("value 1", true))
  }

  @Test func `without an epoch, values are neither used nor kept`() {
    _ = value(in: 1)
    #expect(value(in: nil) == ("value 1", true))
    #expect(value(2, in: nil) == ("value 2", true))
    #expect(values.count == 1)
  }

  @Test func `removed values are read again, and other values are not`() {
    _ = (value(1), value(2))
    values.removeAll { $0 == 1 }
    #expect(value(1).wasRead)
    #expect(!value(2).wasRead)
    values.removeAll()
    #expect(value(2).wasRead)
  }

  @Test func `a value that was removed while it was read is not kept`() {
    let removals = [
      { self.values.removeAll() }, { self.values.removeAll { $0 == 7 } },
      { _ = self.value(2, in: 2) },
    ]
    for remove in removals {
      values.removeAll()
      let old = values.value(for: 7, in: 1, at: start) {
        remove()
        return "old"
      }
      #expect(old == "old")
      #expect(value(7, in: 1) == ("value 7", true))
    }
  }

  @Test func `missing values are read each time and take no memory`() {
    let values = CachedValues<Int, String?>(maxCount: 10, maxAge: .seconds(10)) { $0 != nil }
    for _ in 0..<2 {
      var wasRead = false
      let value = values.value(for: 1, in: 1, at: start) {
        wasRead = true
        return nil
      }
      #expect(value == nil && wasRead)
    }
    #expect(values.count == 0)
  }

  @Test func `the number of values is limited, and values in use are kept`() {
    _ = value(1)
    for key in 2...1000 {
      _ = value(key)
      #expect(!value(1).wasRead)
      #expect(values.count <= 10)
    }
    #expect(!value(999).wasRead)
    #expect(value(500).wasRead)
  }
}
