import FoundationEssentials
import ServerAPI
import Testing

@testable import Server

/// Tests of the rooms of races and of their starts.
struct RaceTests {
  @Test(arguments: TestStorage.all)
  func `a race starts when all racers are ready`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let room = try ada.openRace()
    let me = try server.memberID(of: ada)
    #expect(
      room
        == RaceRoom(
          id: room.id, challenge: "pushups-2min", host: me, you: me,
          openedAt: server.now.millisecondsSince1970,
          racers: [.init(member: me, name: "Ada")]))
    // One racer does not start a race.
    #expect(try ada.enter(room.id).status == 200)
    #expect(try ada.race(room.id).startsAt == nil)
    #expect(try ben.enter(room.id, isReady: false).status == 200)
    #expect(try ben.race(room.id).racers.map(\.isReady) == [true, false])
    #expect(try ben.enter(room.id).status == 200)
    let started = try ben.race(room.id)
    #expect(started.startsAt == server.now.millisecondsSince1970 + 5000)
    #expect(started.racers.map(\.name) == ["Ada", "Ben"])
    #expect(started.racers.map(\.state) == [.waiting, .waiting])
    #expect(!started.isOver)
  }

  @Test(arguments: TestStorage.all)
  func `only the host starts a race, even if racers are not ready`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let race = try ada.openRace().id
    _ = try ben.enter(race, isReady: false)
    let refused = try ben.send(.post, "/v1/races/\(race)/start")
    #expect(refused.status == 403)
    #expect(try refused.error.error == "only the host of the race can start it")
    #expect(try ada.send(.post, "/v1/races/\(race)/start").status == 200)
    let start = try ada.race(race).startsAt
    server.now += 1
    // A repeated request changes nothing.
    #expect(try ada.send(.post, "/v1/races/\(race)/start").status == 200)
    #expect(try ada.race(race).startsAt == start)
  }

  @Test(arguments: TestStorage.all)
  func `a scheduled race starts at its time`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let room = try ada.openRace(startsIn: 60_000)
    let start = server.now.millisecondsSince1970 + 60_000
    #expect((room.scheduledAt, room.startsAt) == (start, start))
    server.now += 59
    #expect(try ben.enter(room.id).status == 200)
    #expect(try ben.race(room.id).startsAt == start)
    server.now += 1
    let late = try server.join("Cleo")
    #expect(try late.enter(room.id).status == 409)
    #expect(try late.race(room.id).racers.count == 2)
    #expect(try late.sendReps([], to: room.id).status == 403)
    #expect(try ben.sendReps([500], to: room.id).repCount == 1)
  }

  @Test(arguments: TestStorage.all)
  func `requests can be repeated`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let opening = RaceOpening(id: UUID(), challenge: "pushups-2min")
    for _ in 0..<5 { #expect(try ada.send(.post, "/v1/races", opening).status == 200) }
    for _ in 0..<2 { #expect(try ben.enter(opening.id, isReady: false).status == 200) }
    #expect(try ada.get("/v1/races", as: RaceList.self).races.map(\.racers.count) == [2])
    for _ in 0..<2 { #expect(try ben.leave(opening.id).status == 204) }
    #expect(try ada.race(opening.id).racers.count == 1)
    // Another member cannot take the ID.
    #expect(try ben.send(.post, "/v1/races", opening).status == 409)
  }

  @Test(arguments: TestStorage.all)
  func `if the host leaves, the next racer becomes the host`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let race = try ada.openRace().id
    _ = try ben.enter(race, isReady: false)
    #expect(try ada.leave(race).status == 204)
    let bens = try server.memberID(of: ben)
    #expect(try ben.race(race).host == bens)
    _ = try ada.enter(race, isReady: false)
    #expect(try ada.race(race).host == bens)
    #expect(try ada.race(race).racers.map(\.name) == ["Ben", "Ada"])
    _ = try ada.leave(race)
    _ = try ben.leave(race)
    let empty = try ben.race(race)
    #expect(empty.isOver && empty.racers.isEmpty)
    #expect(try ben.enter(race).status == 409)
  }

  @Test(arguments: TestStorage.all)
  func `a race starts when the only racer who is not ready leaves`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let cleo = try server.join("Cleo")
    let race = try ada.openRace().id
    for device in [ada, ben] { _ = try device.enter(race) }
    // The start was decided when both were ready; a third racer can still join.
    #expect(try cleo.enter(race, isReady: false).status == 200)
    let second = try ada.openRace().id
    _ = try ada.enter(second)
    _ = try cleo.enter(second, isReady: false)
    _ = try ben.enter(second)
    #expect(try ben.race(second).startsAt == nil)
    _ = try cleo.leave(second)
    #expect(try ben.race(second).startsAt != nil)
  }

  @Test(arguments: TestStorage.all)
  func `a waiting room is over after an hour`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let ada = try server.join("Ada")
    let race = try ada.openRace().id
    server.now += 3599
    #expect(try !ada.race(race).isOver)
    server.now += 1
    #expect(try ada.race(race).isOver)
    #expect(try ada.race(race).racers.map(\.state) == [.left])
    #expect(try ada.send(.post, "/v1/races/\(race)/start").status == 409)
    #expect(try ada.get("/v1/races", as: RaceList.self).races.count == 1)
    server.now += 3600
    #expect(try ada.get("/v1/races", as: RaceList.self).races.isEmpty)
  }

  @Test(arguments: TestStorage.all)
  func `a race is over when its time limit and two minutes have passed`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let race = try server.startRace(ada, ben)
    _ = try ada.sendReps([1000], to: race)
    server.now += 179
    #expect(try !ada.race(race).isOver)
    #expect(try ada.race(race).racers.map(\.state) == [.racing, .waiting])
    server.now += 1
    let room = try ada.race(race)
    #expect(room.isOver)
    #expect(room.racers.map(\.state) == [.left, .left])
    #expect(try ada.sendReps([2000], at: 1, to: race).status == 409)
    // A challenge without a time limit ends after two hours.
    let long = try server.startRace(ada, ben, challenge: "pushups-100")
    server.now += 7200 + 120 - 61
    #expect(try !ada.race(long).isOver)
    server.now += 1
    #expect(try ada.race(long).isOver)
  }

  @Test(arguments: TestStorage.all)
  func `a race is over when all racers have finished, stopped or left`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben, cleo) = (try server.join("Ada"), try server.join("Ben"), try server.join("Cleo"))
    let race = try server.startRace(ada, ben, cleo)
    _ = try ada.sendReps([1000], state: .finished, to: race)
    _ = try ben.sendReps([1000], state: .stopped, to: race)
    #expect(try !ada.race(race).isOver)
    #expect(try cleo.leave(race).status == 204)
    let room = try ada.race(race)
    #expect(room.isOver)
    #expect(room.racers.map(\.state) == [.finished, .stopped, .left])
    #expect(try cleo.enter(race).status == 409)
  }

  @Test(arguments: TestStorage.all)
  func `a race belongs to a group`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    try server.addGroup("office")
    let (ada, ola) = (try server.join("Ada"), try server.join("Ola", group: "office"))
    let race = try ada.openRace().id
    #expect(try ola.send(.get, "/v1/races/\(race)").status == 404)
    #expect(try ola.enter(race).status == 404)
    #expect(try ola.leave(race).status == 404)
    #expect(try ola.send(.post, "/v1/races/\(race)/start").status == 404)
    #expect(try ola.sendReps([], to: race).status == 404)
    #expect(try ola.send(.get, "/v1/events", query: ["race": "\(race)"]).status == 404)
    #expect(try ola.get("/v1/races", as: RaceList.self).races.isEmpty)
    let opening = RaceOpening(id: race, challenge: "pushups-2min")
    #expect(try ola.send(.post, "/v1/races", opening).status == 409)
    #expect(try ada.race(race).racers.count == 1)
  }

  @Test(arguments: TestStorage.all)
  func `a removed member disappears from races`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let race = try server.startRace(ada, ben)
    let member = try server.memberID(of: ada)
    try server.storage.withSession { try $0.removeMember(member, now: server.now) }
    #expect(try ben.race(race).racers.map(\.name) == ["Ben"])
    _ = try ben.sendReps([1000], state: .finished, to: race)
    #expect(try ben.race(race).isOver)
    #expect(try server.storage.withSession { try $0.restoreMember(member, in: .club) })
    #expect(try ben.race(race).racers.map(\.name) == ["Ada", "Ben"])
    #expect(try ben.send(.delete, "/v1/account").status == 204)
    #expect(try server.join("Cleo").race(race).racers.map(\.name) == ["Ada"])
  }

  @Test(arguments: TestStorage.all)
  func `a race is deleted after 30 days when another one is opened`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let ada = try server.join("Ada")
    let race = try ada.openRace().id
    server.now += 31 * 86_400
    #expect(try ada.race(race).isOver)
    _ = try ada.openRace()
    #expect(try ada.send(.get, "/v1/races/\(race)").status == 404)
  }

  @Test func `the clock is read without the storage`() throws {
    let server = try TestServer()
    let ada = try server.join("Ada")
    let first = try ada.get("/v1/clock", as: ServerTime.self).microseconds
    #expect(first == server.now.millisecondsSince1970 * 1000)
    server.now += 1.5
    let response = try server.service.withoutStorage.response(
      to: Request(.get, "/v1/clock", header: { _ in "Bearer \(ada.token)" }))
    #expect(
      try APICoding.value(ServerTime.self, from: response.body).microseconds == first + 1_500_000)
    #expect(try server.send(.get, "/v1/clock").status == 401)
  }

  @Test func `an unknown challenge and an impossible start are refused`() throws {
    let ada = try TestServer().join("Ada")
    for challenge in ["none", "strength"] {
      let refused = try ada.send(.post, "/v1/races", RaceOpening(id: UUID(), challenge: challenge))
      #expect(refused.status == 404)
      #expect(try refused.error.error == "this server does not know the challenge")
    }
    for startsIn: Int64 in [-1, 4999, 86_400_001, .max] {
      let opening = RaceOpening(id: UUID(), challenge: "pushups-2min", startsIn: startsIn)
      let refused = try ada.send(.post, "/v1/races", opening)
      #expect(refused.status == 400)
      #expect(try refused.error.error == "a race can start in 5 seconds to 24 hours")
    }
  }
}
