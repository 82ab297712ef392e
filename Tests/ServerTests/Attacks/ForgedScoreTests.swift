import FoundationEssentials
import Models
import ServerAPI
import Testing

@testable import Server

/// Tests of results that cannot be real.
struct ForgedScoreTests {
  private let server: TestServer
  private let ann: TestDevice

  init() throws {
    server = try TestServer()
    ann = try server.join("Ann")
  }

  private func workout(
    milliseconds: [UInt32], duration: Double = 120, ago: Double = 3600
  ) throws -> SubmittedWorkout {
    .pushUps(0, ago: ago, on: server).with(milliseconds, duration: duration)
  }

  private func expectRefused(_ workout: SubmittedWorkout) throws {
    let outcome = try ann.submit(workout)[0]
    #expect(outcome.status == .refused)
    #expect(outcome.reason?.isEmpty == false)
    #expect(try ann.get("/v1/boards/pushups-2min", as: BoardPage.self).people == 0)
  }

  @Test func `a claimed score is ignored`() throws {
    let honest = try APICoding.data(try workout(milliseconds: [1000, 2000, 3000]))
    let claims = #","reps":500,"score":500,"rank":1,"rank_key":9999,"name":"Ola","member":2}"#
    let forged = String(decoding: honest, as: UTF8.self).dropLast() + claims
    let response = server.service.respond(
      to: Request(
        .post, "/v1/workouts", header: { _ in "Bearer \(ann.token)" },
        body: Data("{\"workouts\":[\(forged)]}".utf8)))
    #expect(response.status == 200)
    let page = try ann.get("/v1/boards/pushups-2min", as: BoardPage.self)
    #expect(page.entries.map(\.reps) == [3])
    #expect(page.entries.map(\.name) == ["Ann"])
  }

  @Test func `reps after the end of the workout are refused`() throws {
    try expectRefused(try workout(milliseconds: [1000, 2000, 200_000]))
  }

  @Test func `an impossible time is refused`() throws {
    try expectRefused(try workout(milliseconds: [1000], ago: -86_400))
    try expectRefused(try workout(milliseconds: [1000], ago: 60 * 365 * 86_400))
    try expectRefused(try workout(milliseconds: [1000], duration: 86_401))
    var distant = try workout(milliseconds: [1000])
    for time in [Int64.min / 2000, -62_135_596_800_000, 253_402_300_799_999] {
      distant.startedAt = Date(millisecondsSince1970: time)
      #expect(try ann.send(.post, "/v1/workouts", Submission(workouts: [distant])).status < 500)
    }
    #expect(try ann.get("/v1/boards/pushups-2min", as: BoardPage.self).people == 0)
  }

  @Test(arguments: [
    ("pushups-2min", 5000, 3600), ("pushups-2min", 480, 120), ("amrap-12min", 90_000, 720),
    ("squats-tabata", 600, 230), ("plank-hold", 0, 86_400), ("pushups-100", 100, 10),
  ])
  func `a typed result that no person can achieve is refused`(
    challenge: String, reps: Int, seconds: Int
  ) throws {
    var forged = try workout(milliseconds: [], ago: 90_000)
      .with([], duration: Double(seconds), .typed(reps: reps))
    forged.challenge = challenge
    let outcome = try ann.submit(forged)[0]
    #expect(outcome.status == .refused)
    #expect(try ann.get("/v1/boards/\(challenge)", as: BoardPage.self).people == 0)
  }

  @Test func `reps in rests are refused`() throws {
    var rests: [UInt32] = []
    for round in 0..<7 {
      for rep in 1...9 { rests.append(UInt32(round * 30_000 + 20_500 + rep * 900)) }
    }
    var forged = try workout(milliseconds: rests, duration: 230)
    forged.challenge = "squats-tabata"
    let outcome = try ann.submit(forged)[0]
    #expect(outcome.status == .refused)
    #expect(outcome.reason == "rep 1 came in a rest")
  }

  @Test func `pauses that end in the future are refused`() throws {
    var forged = try workout(milliseconds: [1000])
    let log = WorkoutLog(
      reps: RepLog(), pauses: [.init(at: .seconds(5), for: .seconds(7200))], duration: .seconds(60))
    forged.challenge = "plank-hold"
    forged.log = Data(log.bytes)
    #expect(
      try ann.submit(forged)[0].reason == "it ends in the future; check the clock of the device")
  }

  @Test func `sets of a session are not a result`() throws {
    var session = try workout(milliseconds: [])
    let set = try SetEntry(text: "100x50", unit: .kilograms)
    var log = WorkoutLog()
    log.append(.set("push-up", set), at: .seconds(60))
    session.log = Data(log.ended(at: .seconds(120)).bytes)
    try expectRefused(session)
  }

  @Test(arguments: [
    [], [0], [0xFF], [UInt8](repeating: 0xFF, count: 64), [UInt8](repeating: 0x80, count: 200),
    [UInt8](repeating: 0, count: 200),
  ])
  func `the bytes of a log are checked`(bytes: [UInt8]) throws {
    var forged = try workout(milliseconds: [1000])
    forged.log = Data(bytes)
    let response = try ann.send(.post, "/v1/workouts", Submission(workouts: [forged]))
    #expect(response.status == 200)
    let entries = try ann.get("/v1/boards/pushups-2min", as: BoardPage.self).entries
    #expect(entries.allSatisfy { $0.reps <= 1 })
  }
}
