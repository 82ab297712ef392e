import Models
import PostgreSQL
import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests of the counts on a leaderboard while submissions change it.
@Suite(.needsPostgreSQL)
struct ScoreChangeTests {
  private let schema: TestSchema
  private let database: PostgreSQLDatabase
  private let server: TestServer
  private let board = Board(group: .club, challenge: "pushups-2min", week: nil)

  init() throws {
    server = try TestServer(.postgreSQL)
    database = try #require(server.storage.database as? PostgreSQLDatabase)
    schema = try server.schema
  }

  private var session: StorageSession { StorageSession(storage: server.storage) }

  @Test func `a merge does not change counts, ranks or the version`() throws {
    for number in 0..<40 {
      let device = try server.join("Member \(number)")
      _ = try device.submit(.pushUps(10 + number % 7, on: server), .pushUps(12, on: server))
      if number % 5 == 0 { _ = try device.send(.delete, "/v1/account") }
      if number % 9 == 0 { try database.mergeScoreChanges(of: 1) }
    }
    let before = try counts()
    try database.mergeScoreChanges(of: 1)
    #expect(try counts() == before)
    let rest = try schema.connect().run("SELECT count(*) FROM score_changes WHERE board = 1")
    #expect(try rest.first { try $0.integer("count") } == 0)
    #expect(before.people == 32)
    #expect(try before.ranks == expectedRanks())
  }

  /// The number of people, the number of people above each score, and the version.
  private struct Counts: Equatable {
    var people: Int
    var ranks: [Int]
    var version: Int64
  }

  private func counts() throws -> Counts {
    let lines = try lines()
    return Counts(
      people: try session.peopleCount(on: board),
      ranks: try lines.map { try session.peopleCount(above: $0.score.rankKey, on: board) },
      version: try session.version(of: board))
  }

  /// Returns all entries, page by page.
  private func lines() throws -> [BoardLine] {
    var lines: [BoardLine] = []
    while case let next = try session.lines(of: board, after: lines.last?.position), !next.isEmpty {
      lines += next
    }
    return lines
  }

  private func expectedRanks() throws -> [Int] {
    let keys = try lines().map(\.score.rankKey)
    return keys.map { key in keys.count { $0 < key } }
  }

  @Test func `concurrent submissions and merges lose no count`() async throws {
    let devices = try (0..<6).map { try server.join("Member \($0)") }
    try await withThrowingTaskGroup { group in
      for device in devices {
        let workouts = (0..<10).map { SubmittedWorkout.pushUps(10 + $0, on: server) }
        group.addTask { [database, service = server.service, token = device.token] in
          for workout in workouts {
            _ = try service.submit([workout], with: token)
            try database.mergeScoreChanges(of: 1)
          }
        }
      }
      try await group.waitForAll()
    }
    let counts = try counts()
    #expect(counts.people == 6)
    #expect(counts.version == 6 * (1 + 9 * 2))
    #expect(try counts.ranks == expectedRanks())
    let rows = try schema.connect().run(
      "SELECT people FROM score_counts WHERE board = 1 ORDER BY shift"
    ).all { try $0.integer("people") }
    #expect(rows == [6, 6, 6, 6, 6])
  }

  @Test func `a submission does not wait for an uncommitted submission`() throws {
    let (ann, ben) = try (server.join("Ann"), server.join("Ben"))
    // Creates the leaderboards.
    _ = try ann.submit(.pushUps(10, on: server))
    let connection = try schema.connect()
    try connection.transaction {
      // Does the same as a submission before its commit.
      try connection.run(
        """
        UPDATE bests SET rank_key = rank_key - 1 WHERE member = $1
        """, .integer(server.memberID(of: ann)))
      #expect(try ben.submit(.pushUps(20, on: server)).map(\.status) == [.recorded])
    }
    #expect(try ben.get("/v1/boards/pushups-2min", as: BoardPage.self).people == 2)
  }

  @Test func `members who send the same workouts in different orders do not block each other`()
    async throws
  {
    let devices = try (0..<4).map { try server.join("Member \($0)") }
    let workouts = (0..<50).map { SubmittedWorkout.pushUps(10 + $0, on: server) }
    let results = try await withThrowingTaskGroup(of: [SubmissionResult.Outcome].self) { group in
      for device in devices {
        group.addTask { [service = server.service, token = device.token] in
          try service.submit(workouts.shuffled(), with: token)
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(results.count { $0.status == .recorded } == 50)
    #expect(results.count { $0.status == .known } == 150)
    #expect(try session.peopleCount(on: board) >= 1)
  }
}

extension Service {
  /// Publishes workouts from a separate thread.
  fileprivate func submit(
    _ workouts: [SubmittedWorkout], with token: String
  ) throws -> [SubmissionResult.Outcome] {
    let body = try APICoding.data(Submission(workouts: workouts))
    let response = respond(
      to: Request(
        .post, "/v1/workouts", query: { _ in nil },
        header: { $0 == "Authorization" ? "Bearer \(token)" : nil }, body: body))
    return try APICoding.value(SubmissionResult.self, from: response.body).results
  }
}
