import FoundationEssentials
import Models
import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests of races on the wall page, without a browser.
struct WallRaceTests {
  private let server: TestServer
  private let path: String

  init() throws {
    server = try TestServer()
    path = try server.wallPath()
  }

  private func page() throws -> String { try server.send(.get, path).text }

  @Test func `a waiting room is announced`() throws {
    #expect(try page().contains(#"<aside id="races" aria-label="Races" hidden>"#))
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let race = try ada.openRace().id
    #expect(
      try page().contains(
        """
        <aside id="races" aria-label="Races">
        <section data-race="\(race)" data-unit="reps" aria-labelledby="race-\(race)">
        <h2 id="race-\(race)"><bdi>Ada</bdi> is waiting: Push-ups in 2 minutes</h2>
        </section>
        """))
    _ = try ben.enter(race, isReady: false)
    #expect(try page().contains("<bdi>Ada</bdi> and 1 other are waiting: Push-ups in 2 minutes"))
    // A room whose race never started is not a result.
    server.now += 3600
    #expect(try page().contains("hidden"))
  }

  @Test func `a running race has a bar for each racer, the first place at the top`() throws {
    let devices = try ["Ada", "Ben", "Cleo", "Dora"].map { try server.join($0) }
    let race = try server.startRace(devices[0], devices[1], devices[2], devices[3])
    _ = try devices[0].sendReps([900], to: race)
    _ = try devices[1].sendReps([900, 1800], to: race)
    _ = try devices[2].sendReps([900], elapsed: 1000, to: race)
    _ = try devices[3].leave(race)
    let ids = try devices.map { try server.memberID(of: $0) }
    #expect(
      try page().contains(
        """
        <h2 id="race-\(race)">Race: Push-ups in 2 minutes</h2>
        <ol>
        <li data-member="\(ids[1])" data-count="2" data-end=""><span class="place">1</span> <bdi>Ben</bdi> <progress max="2" value="2"></progress> <span><span class="count">2</span></span></li>
        <li data-member="\(ids[0])" data-count="1" data-end=""><span class="place">2</span> <bdi>Ada</bdi> <progress max="2" value="1"></progress> <span><span class="count">1</span></span></li>
        <li data-member="\(ids[2])" data-count="1" data-end=""><span class="place">2</span> <bdi>Cleo</bdi> <progress max="2" value="1"></progress> <span><span class="count">1</span></span></li>
        <li data-member="\(ids[3])" data-count="0" data-end=""><span class="place">4</span> <bdi>Dora</bdi> <progress max="2" value="0"></progress> <span><span class="mark">left</span> <span class="count">0</span></span></li>
        </ol>
        """))
  }

  @Test func `a hold is shown in minutes, and of equal counts the first finisher leads`() throws {
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let hold = try server.startRace(ada, ben, challenge: "plank-hold")
    _ = try ada.sendReps([], elapsed: 61_999, to: hold)
    #expect(try page().contains(#"<span class="count">1:01</span>"#))
    #expect(try page().contains(#"data-unit="time""#))
    let reps = try server.startRace(ada, ben)
    _ = try ada.sendReps([900], elapsed: 2000, state: .finished, to: reps)
    _ = try ben.sendReps([900], elapsed: 1500, state: .finished, to: reps)
    let page = try page()
    let section = try #require(page.components(separatedBy: "data-race=\"\(reps)\"").last)
    let names = section.components(separatedBy: "<bdi>").dropFirst().prefix(2).map { $0.prefix(3) }
    #expect(names == ["Ben", "Ada"])
  }

  @Test func `a finished race stays for two minutes`() throws {
    let ada = try server.join("Ada")
    let race = try server.startRace(ada)
    _ = try ada.sendReps([900], state: .finished, to: race)
    server.now += 119
    #expect(try page().contains("Race: Push-ups"))
    server.now += 1
    #expect(try !page().contains("Race: Push-ups"))
  }

  @Test func `hostile names of racers are shown as text`() throws {
    let challenge = try #require(server.service.catalogue["pushups-2min"])
    let name = "<b>\u{0}\u{202E}\" onclick=\"x" + String(repeating: "a\u{301}", count: 10_000)
    for startsAt in [nil, 1] as [Int64?] {
      let room = RaceRoom(
        id: UUID(), challenge: "pushups-2min", host: 1, you: 0, openedAt: 0, startsAt: startsAt,
        racers: [.init(member: 1, name: name)])
      let text = WallRace(challenge: challenge, room: room).html.text
      #expect(text.contains("<bdi>&lt;b&gt;"))
      #expect(text.invisibleCharacters == [])
      #expect(text.utf8.count < 1500)
    }
  }

  @Test func `a group's page shows no race of another group, and at most eight`() throws {
    try server.addGroup("office")
    let ola = try server.join("Ola", group: "office")
    _ = try ola.openRace()
    #expect(try page().contains("hidden"))
    for number in 0..<9 { _ = try server.join("Member \(number)").openRace() }
    #expect(try page().components(separatedBy: "data-race=").count == 9)
  }
}
