import Clients
import FoundationEssentials
import Models
import ReducerRuntime
import ReducerTestSupport
import TerminalUI
import Testing

@testable import SharedFeatures

/// Tests of live races against members of a group.
@Suite(.checksForLeaks)
@MainActor
struct LiveRaceTests {
  /// The texts that the app has sent to the clipboard.
  private let copied = LockIsolated<[String]>([])

  /// Starts the app of a member of a club.
  ///
  /// - Parameter opener: The name of a member who has opened a room.
  private func start(
    size: Size = Size(80, 24), environment: Environment = Environment(),
    openedBy opener: String? = nil,
    in challenge: Challenge.ID = "pushups-2min"
  ) async -> (app: VirtualApp, server: RaceStub) {
    let server = RaceStub()
    if let opener { server.open(by: opener, challenge) }
    let app = VirtualApp(size: size, environment: environment) { [copied] in
      $0.races = server.client
      $0.clipboard.send = { text in copied.withValue { $0.append(text) } }
    }
    let clock = app.clock
    server.now.setValue { clock.now.offset }
    app.press("1")
    await app.advance(by: .milliseconds(10))
    return (app, server)
  }

  /// Joins the waiting room and starts the race in five seconds.
  private func race(
    size: Size = Size(80, 24), environment: Environment = Environment()
  ) async -> (app: VirtualApp, server: RaceStub) {
    let (app, server) = await start(size: size, environment: environment, openedBy: "Ben")
    app.press("G")
    await app.advance(by: .seconds(2))
    await server.start(after: .seconds(5))
    await app.advance(by: .milliseconds(200))
    return (app, server)
  }

  // MARK: - Meeting

  @Test func `a person without a group sees nothing about races`() {
    let app = VirtualApp()
    app.press(.enter)
    #expect(!app.shows("race live"))
  }

  @Test func `a waiting member is shown above the challenges, and one key joins`() async {
    let (app, server) = await start(openedBy: "Ben")
    #expect(app.shows("Ben is waiting in The club: Push-ups in 2 minutes"))
    app.press("G")
    await app.advance(by: .seconds(2))
    #expect(app.shows("Race: Push-ups in 2 minutes") && app.shows("Ann") && app.shows("Ben (host)"))
    #expect(app.shows("Starts when everybody is ready, or when Ben starts it."))
    app.press(.space)
    #expect(server.race?.yourself?.isReady == true)
    app.press(.space)
    #expect(server.race?.yourself?.isReady == false)
    app.press(.escape)
    await app.advance(by: .milliseconds(10))
    #expect(server.race?.yourself == nil)
  }

  @Test func `a room is opened from the page of a challenge, and the host starts the race`() async {
    let (app, server) = await start()
    app.press(.enter, "G")
    await app.advance(by: .seconds(2))
    #expect(app.shows("Waiting for others.") && server.race?.isHost == true)
    await server.change { $0.racers.append(Racer(id: 2, name: "Ben")) }
    app.settle()
    app.press("s")
    await app.advance(by: .seconds(1))
    #expect(app.shows("Get ready") && app.shows("against Ben"))
    app.press(.escape)
  }

  @Test func `the leaderboard shows a waiting member, and one key joins`() async {
    let (app, server) = await start(openedBy: "Ben")
    app.press("2")
    #expect(app.shows("Ben is waiting in The club: Push-ups in 2 minutes"))
    app.press("G")
    await app.advance(by: .seconds(2))
    #expect(app.shows("Race: Push-ups in 2 minutes") && server.race?.yourself != nil)
    app.press(.escape)
  }

  @Test(arguments: [Key.escape, "q"])
  func `a person who closes the room or the app leaves the race`(key: Key) async {
    let (app, server) = await start(openedBy: "Ben")
    app.press("G")
    await app.advance(by: .seconds(1))
    #expect(server.race?.yourself != nil)
    app.press(key)
    await app.advance(by: .seconds(2))
    #expect(server.race?.yourself == nil && app.program.store.canExit == (key == "q"))
  }

  @Test func `a room whose host may have gone is left for another one`() async {
    let (app, server) = await start(openedBy: "Ben")
    app.press("G")
    await app.advance(by: .seconds(1))
    app.press("n")
    await app.advance(by: .seconds(1))
    #expect(app.shows("Waiting for others.") && server.race?.isHost == true)
    app.press(.escape)
  }

  @Test func `a link invites members, and can be copied`() async throws {
    let (app, server) = await start(openedBy: "Ben")
    let address = try #require(ServerAddress("https://club.example"))
    await server.change { $0.link = RaceLink(address, $0) }
    app.press("G")
    await app.advance(by: .seconds(2))
    #expect(app.shows("A link for members: https://club.example/races/pushups-2min/00000000"))
    app.press("c")
    #expect(copied.value == ["https://club.example/races/pushups-2min/00000000"])
    #expect(app.shows("Sent to the terminal's clipboard"))
    app.press(.escape)
  }

  @Test func `a link to an old race opens no room`() async {
    let (app, server) = await start()
    let request = RaceRequest(
      challenge: "pushups-2min", groups: [LeaderboardSource(GroupStub.club)], code: "0f1e2d3c")
    app.program.store.send(._internal(.workouts(.command(.start(.race(request))))))
    await app.advance(by: .seconds(1))
    #expect(app.shows("this race no longer exists; press n to open another one"))
    #expect(server.race == nil)
    app.press("n")
    await app.advance(by: .seconds(1))
    #expect(app.shows("Waiting for others.") && server.race?.isHost == true)
    app.press(.escape)
  }

  @Test func `without a connection, the room says so`() async {
    let (app, server) = await start()
    server.set { $0.isOnline = false }
    app.press(.enter, "G")
    #expect(app.shows("the server of the group cannot be reached"))
    app.press(.escape)
    #expect(app.shows("Push-ups"))
  }

  // MARK: - The race

  @Test func `the race begins at the instant of the server's clock`() async {
    let (app, _) = await race()
    #expect(app.shows("Get ready"))
    // The start key doesn't start earlier.
    app.press("s")
    await app.advance(by: .milliseconds(4790))
    #expect(app.shows("Get ready"))
    await app.advance(by: .milliseconds(20))
    #expect(app.program.store.withState { $0.workouts.session?.elapsedTime } == .milliseconds(10))
    #expect(app.shows("Ben 0") && !app.shows("no news"))
    app.press("s")
  }

  @Test func `reps are sent, and those of the others appear after a fixed delay`() async {
    let (app, server) = await race()
    await app.advance(by: .milliseconds(5800))
    app.press(.space)
    await app.advance(by: .milliseconds(100))
    #expect(server.batches.last?.instants.count == 1)
    await server.count(1000, by: 2)
    await app.advance(by: .milliseconds(100))
    #expect(app.shows("1st of 2") && app.shows("1 ahead of Ben"))
    await app.advance(by: .milliseconds(300))
    #expect(app.shows("level with Ben") && app.shows("Ben 1"))
    await server.count(1400, 1500, by: 2)
    await app.advance(by: .milliseconds(500))
    #expect(app.shows("2nd of 2") && app.shows("2 behind Ben"))
    app.press("s")
    await app.advance(by: .milliseconds(200))
    #expect(server.batches.last?.phase == .finished)
    #expect(server.state.withLock(\.linked).count == 1)
  }

  @Test func `a removed rep is removed on the server`() async {
    let (app, server) = await race()
    await app.advance(by: .milliseconds(6000))
    app.press(.space)
    await app.advance(by: .milliseconds(500))
    app.press(.space)
    await app.advance(by: .milliseconds(500))
    #expect(server.race?.yourself?.reps.count == 2)
    app.press("-")
    await app.advance(by: .milliseconds(200))
    #expect(server.race?.yourself?.reps.count == 1)
    app.press("s")
  }

  @Test func `without a connection the race continues, and everything is sent later`() async {
    let (app, server) = await race()
    await app.advance(by: .milliseconds(6000))
    server.set { $0.isOnline = false }
    for _ in 1...5 {
      app.press(.space)
      await app.advance(by: .seconds(2))
    }
    #expect(app.shows("no news") && server.race?.yourself?.reps.count == 0)
    server.set { $0.isOnline = true }
    await app.advance(by: .seconds(1.5))
    #expect(server.race?.yourself?.reps.count == 5)
    app.press("s")
  }

  @Test func `missed reps of another racer are read again`() async {
    let (app, server) = await race()
    await app.advance(by: .milliseconds(6000))
    // The first batch is lost on the way.
    server.set { $0.isOnline = false }
    await server.count(400, by: 2)
    server.set { $0.isOnline = true }
    await server.count(900, by: 2)
    await app.advance(by: .milliseconds(500))
    #expect(app.shows("Ben 2"))
    app.press("s")
  }

  @Test func `a live race has no pause, and no next set`() async {
    let (app, _) = await race()
    await app.advance(by: .milliseconds(6000))
    #expect(!app.shows("p pause"))
    app.press("p")
    #expect(!app.shows("PAUSED"))
    app.press(.space)
    await app.advance(by: .seconds(2))
    app.press("s")
    await app.advance(by: .seconds(2))
    #expect(app.shows("Saved") && !app.shows("next set"))
  }

  @Test func `a discarded workout ends the racer's part`() async {
    let (app, server) = await race()
    await app.advance(by: .milliseconds(6000))
    app.press(.space)
    await app.advance(by: .seconds(2))
    app.press(.escape, .delete)
    await app.advance(by: .milliseconds(300))
    #expect(server.race?.yourself?.phase == .stopped)
  }

  @Test func `plain output has the places and the reps of all racers`() async {
    var environment = Environment()
    environment.canDrawGraphics = false
    let (app, server) = await race(environment: environment)
    await server.change { $0.racers.append(Racer(id: 3, name: "Cy", phase: .racing)) }
    await app.advance(by: .milliseconds(6000))
    await server.count(700, 900, by: 2)
    await app.advance(by: .milliseconds(500))
    var screen = PlainScreen()
    let lines = screen.changedLines(in: app.stage.frame, isResponse: true)
    #expect(lines.contains("1  Ben  2") && lines.contains("2  Cy  0"))
    #expect(lines.contains("[2  You  0]"))
    #expect(lines.contains { $0.contains("2nd of 3") })
    app.press("s")
  }

  // MARK: - Results

  @Test func `the room shows the results that the server has computed`() async {
    let (app, server) = await race()
    await app.advance(by: .milliseconds(6000))
    app.press(.space)
    await app.advance(by: .seconds(2))
    app.press("s")
    await app.advance(by: .seconds(1))
    app.press(.escape)
    #expect(app.shows("1, no log yet"))
    await server.change { race in
      race.isOver = true
      race.racers[0].result = Racer.Result(
        workout: UUID(2), score: Score(reps: 40, duration: .seconds(120), rankKey: -40), place: 1)
      race.racers[1].result = Racer.Result(
        workout: UUID(1), score: Score(reps: 1, duration: .seconds(2), rankKey: -1), place: 2,
        isDifferent: true)
    }
    app.settle()
    #expect(app.shows("1st") && app.shows("40 reps"))
    #expect(app.shows("1 rep (differs)"))
    #expect(app.shows("The race is over."))
    app.press(.escape)
    #expect(app.shows("start"))
  }

  @Test func `a race that has started can be watched, and another room opened`() async {
    let (app, server) = await start(openedBy: "Ben")
    await server.change { $0.racers.append(Racer(id: 3, name: "Cy")) }
    await server.start(after: .zero)
    app.settle()
    #expect(!app.shows("is waiting"))
    app.press(.enter, "G")
    await app.advance(by: .seconds(2))
    await server.count(500, 900, by: 3)
    app.settle()
    #expect(app.shows("you are watching") && app.shows("2 reps"))
    app.press("n")
    await app.advance(by: .seconds(2))
    #expect(app.shows("Waiting for others.") && server.race?.isHost == true)
    app.press(.escape)
  }

  @Test func `a racer who leaves the countdown stops`() async {
    let (app, server) = await race()
    app.press(.escape)
    await app.advance(by: .seconds(6))
    #expect(server.race?.yourself?.phase == .stopped)
    app.press(.escape)
  }

  @Test func `in a hold, the table shows who still holds`() async {
    let (app, server) = await start(openedBy: "Ben", in: "plank-hold")
    app.press("G")
    await app.advance(by: .seconds(2))
    await server.start(after: .seconds(5))
    await app.advance(by: .seconds(7))
    #expect(app.shows("Ben still holds") && app.shows("holds"))
    await server.count(by: 2, phase: .finished)
    await app.advance(by: .seconds(1))
    #expect(app.shows("1st of 2, the last one holding") && app.shows("held 0:00"))
    app.press("s")
  }

  // MARK: - Sizes

  @Test(arguments: [Size(80, 24), Size(60, 16), Size(40, 12), Size(140, 40)])
  func `place and difference are shown at each size`(size: Size) async {
    let (app, server) = await race(size: size)
    await server.change { race in
      for number in 3...6 {
        race.racers.append(Racer(id: Int64(number), name: "Racer \(number)", phase: .racing))
      }
    }
    await app.advance(by: .milliseconds(6000))
    await server.count(700, 900, by: 2)
    await app.advance(by: .milliseconds(500))
    #expect(app.shows("of 6") && app.shows("2 behind Ben"))
    app.press("s")
  }
}
