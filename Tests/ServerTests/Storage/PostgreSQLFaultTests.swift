import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests of requests during faults of PostgreSQL. Triggers in the database cause the faults at fixed statements.
@Suite(.needsPostgreSQL)
struct PostgreSQLFaultTests {
  private let schema: TestSchema
  private let server: TestServer

  init() throws {
    server = try TestServer(.postgreSQL)
    schema = try server.schema
  }

  /// Causes a fault on insertions of bests. A sequence counts the attempts, because a sequence is not rolled back.
  private func cause(_ fault: StaticString) throws {
    let connection = try schema.connect()
    try connection.run("CREATE SEQUENCE faults")
    try connection.run("CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END'")
    try connection.run(fault)
    try connection.run(
      "CREATE TRIGGER fault BEFORE INSERT ON bests FOR EACH STATEMENT EXECUTE FUNCTION fault()")
  }

  private func faultCount() throws -> Int64? {
    try schema.connect().run("SELECT last_value FROM faults").first {
      try $0.integer("last_value")
    }
  }

  @Test func `a submission whose connection is killed in the middle is recorded once`() throws {
    let ann = try server.join("Ann")
    try cause(
      """
      CREATE OR REPLACE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('faults') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        RETURN NULL;
      END $$
      """)
    let workout = SubmittedWorkout.pushUps(30, on: server)
    #expect(try ann.submit(workout).map(\.status) == [.recorded])
    #expect(try faultCount() == 2)
    #expect(try ann.submit(workout).map(\.status) == [.known])
    #expect(try ann.get("/v1/boards/pushups-2min", as: BoardPage.self).people == 1)
  }

  @Test func `a submission is repeated after conflicts`() throws {
    let ann = try server.join("Ann")
    try cause(
      """
      CREATE OR REPLACE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        CASE nextval('faults')
          WHEN 1 THEN RAISE SQLSTATE '40001';
          WHEN 2 THEN RAISE SQLSTATE '40P01';
          ELSE RETURN NULL;
        END CASE;
      END $$
      """)
    #expect(try ann.submit(.pushUps(30, on: server)).map(\.status) == [.recorded])
    #expect(try faultCount() == 3)
  }

  @Test func `a submission with endless conflicts fails and changes nothing`() throws {
    let ann = try server.join("Ann")
    try cause(
      """
      CREATE OR REPLACE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM nextval('faults');
        RAISE SQLSTATE '40001';
      END $$
      """)
    let submission = Submission(workouts: [.pushUps(30, on: server)])
    #expect(try ann.send(.post, "/v1/workouts", submission).status == 503)
    #expect(try faultCount() == Int64(Pool.maxAttempts))
    #expect(server.errors.count == 1)
    let page = try ann.get("/v1/boards/pushups-2min", as: BoardPage.self)
    #expect(page.people == 0)
  }

  @Test func `a submission that takes too long fails and is not repeated`() throws {
    let ann = try server.join("Ann")
    try cause(
      """
      CREATE OR REPLACE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM nextval('faults');
        RAISE 'canceling statement due to statement timeout' USING ERRCODE = '57014';
      END $$
      """)
    let submission = Submission(workouts: [.pushUps(30, on: server)])
    #expect(try ann.send(.post, "/v1/workouts", submission).status == 503)
    #expect(try faultCount() == 1)
    #expect(
      server.errors == [
        StorageError("PostgreSQL: canceling statement due to statement timeout (57014)")
      ])
  }

  @Test func `redeeming a link again with the same token returns the same device`() throws {
    let secret = try server.invite("Ann")
    let token = Secret().hash
    func redeem() throws -> Redemption {
      try server.storage.withSession {
        try $0.redeem(secret.hash, deviceName: "laptop", token: token, now: server.now)
      }
    }
    let device = try redeem()
    #expect(try redeem() == device)
    #expect(
      try server.storage.withSession {
        try $0.redeem(secret.hash, deviceName: "thief", token: Secret().hash, now: server.now)
      } == .used)
    #expect(try server.storage.withSession { try $0.members(of: .club).count } == 1)
  }

  @Test func `SQL in any text is treated as text`() throws {
    let text = "'); DROP TABLE members; --"
    let owner = try server.join(text, device: text, isOwner: true)
    #expect(try owner.get("/v1/members", as: [Member].self).map(\.name) == [text])
    #expect(try owner.get("/v1/account", as: Account.self).devices.map(\.name) == [text])
    try server.storage.withSession { session in
      try session.setURL(text)
      #expect(try session.url() == text)
      var club = try #require(try session.group(.club))
      club.name = text
      club.timeZone = text
      #expect(
        try session.update(club) { Week(of: DayStart.midnight.day(at: $0), startingOn: .monday) })
      #expect(try session.group(.club) == club)
    }
    for path in ["/v1/boards/\(text)", "/v1/workouts/\(text)"] {
      #expect(try owner.send(.get, path).status == 404)
    }
  }

  @Test func `the error for a text with NUL does not contain the text`() throws {
    let error = #expect(throws: StorageError.self) {
      try server.storage.withSession { try $0.setURL("https://secret\0.example") }
    }
    #expect(error?.sentence == "PostgreSQL: a value is not valid (22021)")
  }

  @Test func `a request fails if all connections of the pool are in use`() throws {
    let storage = try Storage(url: schema.url, maxConnections: 1, acquireTimeout: .zero)
    try #require(storage.database as? PostgreSQLDatabase).pool.perform { _ in
      let error = #expect(throws: StorageError.self) {
        try storage.withSession { try $0.groups() }
      }
      #expect(error?.sentence == "PostgreSQL: all connections are in use")
    }
    #expect(try storage.withSession { try $0.groups().count } == 1)
  }

  @Test func `servers that start at once create the tables once`() async throws {
    let schema = try TestSchema()
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 { group.addTask { _ = try Storage(url: schema.url) } }
      try await group.waitForAll()
    }
    let names = try schema.connect().run("SELECT name FROM migrations").all {
      try $0.text("name")
    }
    #expect(names == PostgreSQLMigration.server.map(\.name))
  }
}
