import FoundationEssentials
import ServerAPI
import Testing

@testable import Server

/// Tests of the reps that racers send.
struct RaceRepsTests {
  @Test(arguments: TestStorage.all)
  func `reps are recorded once, whatever is repeated`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let race = try server.startRace(ada, ben)
    for _ in 0..<2 { #expect(try ada.sendReps([900, 1800], to: race).repCount == 2) }
    #expect(try ada.sendReps([2700], at: 2, to: race).repCount == 3)
    // The batch has been overtaken by the later one.
    #expect(try ada.sendReps([900, 1800], to: race).repCount == 3)
    #expect(try ben.sendReps([4_000], to: race).repCount == 1)
    #expect(try ben.sendReps([], at: 1, elapsed: 5000, to: race).repCount == 1)
    let racers = try ben.race(race).racers
    #expect(racers.map(\.instants) == [[900, 1800, 2700], [4000]])
    #expect(racers.map(\.elapsed) == [2700, 5000])
    #expect(
      try ben.get("/v1/races", as: RaceList.self).races[0].racers.map(\.instants) == [[], []])
  }

  @Test(arguments: TestStorage.all)
  func `an undone rep disappears`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let ada = try server.join("Ada")
    let race = try server.startRace(ada)
    _ = try ada.sendReps([900, 1800, 2700], to: race)
    #expect(try ada.sendReps([], at: 2, elapsed: 3000, to: race).repCount == 2)
    #expect(try ada.sendReps([3100], at: 2, to: race).repCount == 3)
    #expect(try ada.race(race).racers[0].instants == [900, 1800, 3100])
  }

  @Test(arguments: TestStorage.all)
  func `a batch after missing reps changes nothing`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let ada = try server.join("Ada")
    let race = try server.startRace(ada)
    _ = try ada.sendReps([900], to: race)
    #expect(try ada.sendReps([9000], at: 5, to: race).repCount == 1)
    #expect(try ada.race(race).racers[0].instants == [900])
    #expect(try ada.sendReps([1800, 9000], at: 1, to: race).repCount == 3)
  }

  @Test(arguments: TestStorage.all)
  func `the last batch can be repeated, but another one is refused`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let race = try server.startRace(ada, ben)
    for _ in 0..<2 {
      #expect(try ada.sendReps([900], elapsed: 1000, state: .finished, to: race).repCount == 1)
    }
    let refused = try ada.sendReps([2000], at: 1, to: race)
    #expect(refused.status == 409)
    #expect(try refused.error.error == "you have finished the race already")
    _ = try ben.leave(race)
    #expect(try ben.sendReps([900], to: race).error.error == "you have left the race")
    #expect(try ada.race(race).racers.map(\.instants) == [[900], []])
  }

  @Test(arguments: TestStorage.all)
  func `a server that was killed shows the reps so far and continues`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let race = try server.startRace(ada, ben)
    _ = try ada.sendReps([900, 1800], to: race)
    let now = server.now
    server.service = Service(
      storage: try server.reopenStorage(), now: { now }, report: { _ in })
    #expect(try ben.race(race).racers[0].instants == [900, 1800])
    let stream = try #require(
      try ben.send(.get, "/v1/events", query: ["race": "\(race)"]).events)
    _ = stream.unreadText
    #expect(try ada.sendReps([2700], at: 2, to: race).repCount == 3)
    #expect(stream.unreadText?.contains("\"position\":2") == true)
  }

  @Test(arguments: TestStorage.all)
  func `many reps fit into a race`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let ada = try server.join("Ada")
    let race = try server.startRace(ada)
    let instants = (1...1000).map { UInt32($0) * 50 }
    for start in stride(from: 0, to: 1000, by: RaceBatch.maxCount) {
      let batch = Array(instants[start..<start + RaceBatch.maxCount])
      #expect(try ada.sendReps(batch, at: start, to: race).repCount == start + batch.count)
    }
    #expect(try ada.race(race).racers[0].instants == instants)
  }
}
