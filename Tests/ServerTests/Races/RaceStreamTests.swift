import FoundationEssentials
import ServerAPI
import Synchronization
import Testing

@testable import Server

/// Tests of the events of races.
struct RaceStreamTests {
  private let server: TestServer
  private let ada: TestDevice
  private let ben: TestDevice

  init() throws {
    server = try TestServer()
    (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
  }

  private func watch(_ race: UUID, by device: TestDevice) throws -> EventStream {
    let response = try device.send(.get, "/v1/events", query: ["race": race.uuidString])
    let stream = try #require(response.events)
    _ = stream.unreadText
    return stream
  }

  private func raceEvent(_ race: UUID) -> String {
    "event: race\ndata: {\"race\":\"\(race)\"}\n\n"
  }

  @Test func `all members learn of a change of a room, but not of reps`() throws {
    let stream = try #require(try ben.openStream())
    let race = try ada.openRace().id
    #expect(stream.unreadText == raceEvent(race))
    _ = try ben.enter(race, isReady: false)
    #expect(stream.unreadText == raceEvent(race))
    // A repeated request changes nothing.
    _ = try ben.enter(race, isReady: false)
    #expect(stream.unreadText == "")
    _ = try ada.send(.post, "/v1/races/\(race)/start")
    #expect(stream.unreadText == raceEvent(race))
    server.now += 10
    _ = try ada.sendReps([900], to: race)
    #expect(stream.unreadText == "")
    _ = try ada.sendReps([1800], at: 1, state: .finished, to: race)
    #expect(stream.unreadText == "")
    // The last racer ends the race.
    _ = try ben.leave(race)
    #expect(stream.unreadText == raceEvent(race))
  }

  @Test func `all members learn of the end of a race whose time has passed`() throws {
    let race = try server.startRace(ada, ben)
    let stream = try #require(try ben.openStream())
    func textOfCheck() -> String? {
      server.service.checkStorage(mayWait: true)
      return stream.unreadText
    }
    #expect(textOfCheck() == "")
    // The race has lasted a minute. It is over two minutes after its time limit.
    server.now += 179.9
    #expect(textOfCheck() == "")
    server.now += 0.2
    #expect(textOfCheck() == raceEvent(race))
    #expect(try ben.race(race).isOver)
    server.now += 1
    #expect(textOfCheck() == "")
  }

  @Test func `a stream of a race sends its reps since the last read`() throws {
    let race = try server.startRace(ada, ben)
    let other = try server.startRace(ben)
    let stream = try watch(race, by: ada)
    _ = try ada.sendReps([900], to: race)
    _ = try ben.sendReps([700], to: other)
    _ = try ben.sendReps([1000, 1900], elapsed: 2000, to: race)
    let (first, second) = (try server.memberID(of: ada), try server.memberID(of: ben))
    #expect(
      stream.unreadText == """
        event: reps
        data: {"race":"\(race)","racers":[{"batch":{"elapsed_ms":900,"instants":[900],"position":0,"state":"racing"},"member":\(first)}]}

        event: reps
        data: {"race":"\(race)","racers":[{"batch":{"elapsed_ms":2000,"instants":[1000,1900],"position":0,"state":"racing"},"member":\(second)}]}


        """)
    #expect(stream.unreadText == "")
    // Only later reps are sent.
    #expect(try watch(race, by: ben).unreadText == "")
  }

  @Test func `an event can be decoded, and has the batch that was sent`() throws {
    let race = try server.startRace(ada)
    let stream = try watch(race, by: ben)
    let batch = RaceBatch(position: 0, instants: [900, 1800], elapsed: 2000, state: .finished)
    _ = try ada.send(.post, "/v1/races/\(race)/reps", batch)
    let text = try #require(stream.unreadText)
    let data = try #require(text.split(separator: "\n").first { $0.contains("racers") }).dropFirst(
      6)
    #expect(
      try APICoding.value(RaceRepsEvent.self, from: Data(data.utf8))
        == RaceRepsEvent(
          race: race, racers: [.init(member: try server.memberID(of: ada), batch: batch)]))
  }

  @Test func `the stream of a reader that is too far behind ends`() throws {
    let race = try server.startRace(ada)
    let (slow, fast) = (try watch(race, by: ada), try watch(race, by: ben))
    for position in stride(from: 0, to: 40_000, by: 200) {
      _ = try ada.sendReps((1...200).map { UInt32(position + $0) }, at: position, to: race)
      #expect(fast.unreadText?.contains("\"position\":\(position),") == true)
    }
    #expect(slow.unreadText == nil)
  }

  @Test func `the stream of a race needs a race of the group`() throws {
    #expect(try ada.send(.get, "/v1/events", query: ["race": "x"]).status == 400)
    #expect(try ada.send(.get, "/v1/events", query: ["race": "\(UUID())"]).status == 404)
  }

  @Test func `a removed member receives no more reps`() throws {
    let race = try server.startRace(ada, ben)
    let stream = try watch(race, by: ben)
    _ = try ben.send(.delete, "/v1/account")
    _ = try ada.sendReps([900], to: race)
    #expect(stream.unreadText == nil)
  }

  @Test func `the wall receives the reps of all races of its group`() throws {
    try server.addGroup("office")
    let wall = try #require(try server.send(.get, "\(server.wallPath())/events").events)
    let office = try #require(Group.ID(rawValue: "office"))
    let other = try #require(
      try server.send(.get, "\(server.wallPath(for: office))/events").events)
    let (first, second) = (try server.startRace(ada), try server.startRace(ben))
    _ = (wall.unreadText, other.unreadText)
    _ = try ada.sendReps([900], to: first)
    _ = try ben.sendReps([900], to: second)
    _ = try ada.sendReps([1800], at: 1, to: first)
    let text = try #require(wall.unreadText)
    #expect(text.components(separatedBy: "event: reps").count == 4)
    #expect(text.contains(first.uuidString) && text.contains(second.uuidString))
    #expect(other.unreadText == "")
  }
}

/// Tests of races on two servers with one database.
@Suite(.needsPostgreSQL)
struct PostgreSQLRaceTests {
  @Test func `racers on two servers see each other`() async throws {
    let server = try TestServer(.postgreSQL)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let race = try server.startRace(ada, ben)
    let now = server.now
    let other = Service(storage: try server.reopenStorage(), now: { now }, report: { _ in })
    let response = other.respond(
      to: Request(
        .get, "/v1/events", query: { $0 == "race" ? race.uuidString : nil },
        header: { _ in "Bearer \(ben.token)" }))
    let stream = try #require(response.events)
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    stream.onChange { continuation.yield() }
    _ = stream.unreadText
    #expect(try ada.sendReps([900, 1800], to: race).repCount == 2)
    var text = ""
    for await _ in changes {
      text += stream.unreadText ?? ""
      if text.contains("\"instants\":[900,1800]") { break }
    }
    _ = try ada.sendReps([2700], at: 2, state: .finished, to: race)
    _ = try ben.leave(race)
    for await _ in changes {
      text += stream.unreadText ?? ""
      if text.contains("event: race\n") { break }
    }
    #expect(text.contains("\"state\":\"finished\""))
  }

  @Test func `two servers with different wall clocks have the same clock`() throws {
    let server = try TestServer(.postgreSQL)
    let ada = try server.join("Ada")
    let hourLater = server.now + 3600
    let other = Service(
      storage: try server.reopenStorage(), now: { hourLater }, report: { _ in })
    server.service.checkStorage(mayWait: true)
    other.checkStorage(mayWait: true)
    let start = ContinuousClock.now
    let first = try ada.get("/v1/clock", as: ServerTime.self).microseconds
    let response = other.respond(
      to: Request(.get, "/v1/clock", header: { _ in "Bearer \(ada.token)" }))
    let second = try APICoding.value(ServerTime.self, from: response.body).microseconds
    let elapsed = Int64((ContinuousClock.now - start) / .microseconds(1))
    // Both round trips to the database were shorter than this.
    #expect(abs(second - first) < elapsed + 1_000_000)
    #expect(abs(second - server.now.millisecondsSince1970 * 1000) > 1_000_000_000)
  }

  @Test func `two racers who finish at once on two servers end the race`() async throws {
    let server = try TestServer(.postgreSQL)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    for _ in 0..<3 {
      let race = try server.startRace(ada, ben)
      let now = server.now
      let other = Service(storage: try server.reopenStorage(), now: { now }, report: { _ in })
      let body = try APICoding.data(
        RaceBatch(position: 0, instants: [900], elapsed: 900, state: .finished))
      await withTaskGroup { group in
        for (service, token) in [(server.service, ada.token), (other, ben.token)] {
          group.addTask {
            let response = service.respond(
              to: Request(
                .post, "/v1/races/\(race)/reps", header: { _ in "Bearer \(token)" }, body: body))
            #expect(response.status == 200)
          }
        }
      }
      #expect(try ada.race(race).racers.map(\.state) == [.finished, .finished])
      #expect(try ada.race(race).isOver)
    }
  }
}
