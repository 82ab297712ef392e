import FoundationEssentials
import Models
import ServerAPI
import SystemTestSupport
import Testing

@testable import Server

/// Tests of submitting workouts and reading leaderboards.
struct BoardTests {
  @Test(arguments: TestStorage.all)
  func `a submitted workout is on the leaderboard of its group only`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    try server.addGroup("office")
    let ann = try server.join("Ann")
    let ola = try server.join("Ola", group: "office")
    let workout = SubmittedWorkout.pushUps(30, on: server)
    #expect(try ann.submit(workout) == [.init(id: workout.id, status: .recorded)])
    let page = try ann.get("/v1/boards/pushups-2min", as: BoardPage.self)
    #expect(page.entries.map(\.name) == ["Ann"])
    #expect(page.entries.map(\.reps) == [30])
    #expect(page.entries.map(\.workout) == [workout.id])
    #expect(try ola.get("/v1/boards/pushups-2min", as: BoardPage.self).entries == [])
    #expect(try ann.get("/v1/workouts/\(workout.id)", as: SubmittedWorkout.self) == workout)
    #expect(try ola.send(.get, "/v1/workouts/\(workout.id)").status == 404)
  }

  @Test(arguments: TestStorage.all)
  func `a workout that is submitted again is recorded once`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    let workout = SubmittedWorkout.pushUps(30, on: server)
    _ = try ann.submit(workout)
    #expect(try ann.submit(workout, .pushUps(31, on: server)).map(\.status) == [.known, .recorded])
    let page = try ann.get("/v1/boards/pushups-2min", as: BoardPage.self)
    #expect(page.entries.map(\.reps) == [31])
    #expect(page.people == 1)
  }

  @Test(arguments: TestStorage.all)
  func `a result that is not better does not replace a best`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    let best = SubmittedWorkout.pushUps(30, ago: 7200, on: server)
    _ = try ann.submit(best, .pushUps(29, on: server), .pushUps(30, ago: 3600, on: server))
    let page = try ann.get("/v1/boards/pushups-2min", as: BoardPage.self)
    #expect(page.entries.map(\.workout) == [best.id])
  }

  @Test(arguments: TestStorage.all)
  func `a workout with a skipped set ranks after complete ones`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    var workout = SubmittedWorkout.pushUps(30, on: server)
    workout.challenge = "pull-push-squat"
    let complete = SubmittedWorkout.pushUps(20, on: server)
    _ = try ann.submit(workout)
    #expect(
      try ann.get("/v1/boards/pull-push-squat", as: BoardPage.self).entries.map(\.isComplete)
        == [true])
    let ben = try server.join("Ben")
    var skipped = SubmittedWorkout.pushUps(0, on: server)
      .with((1...40).map { $0 * 1000 }, skips: [60_000])
    skipped.challenge = workout.challenge
    _ = try ben.submit(skipped, complete)
    let page = try ben.get("/v1/boards/pull-push-squat", as: BoardPage.self)
    #expect(page.entries.map(\.reps) == [30, 40])
    #expect(page.entries.map(\.isComplete) == [true, false])
    #expect(try ben.get("/v1/workouts/\(skipped.id)", as: SubmittedWorkout.self) == skipped)
  }

  @Test(arguments: TestStorage.all)
  func `equal scores have the same rank, and the earlier one is first`(storage: TestStorage) throws
  {
    let server = try TestServer(storage)
    for (name, reps, ago) in [("Ann", 30, 100.0), ("Ben", 31, 300), ("Cem", 30, 200), ("Di", 5, 9)]
    {
      _ = try server.join(name).submit(.pushUps(reps, ago: ago + 120, on: server))
    }
    let page = try server.join("Eve").get("/v1/boards/pushups-2min", as: BoardPage.self)
    #expect(page.entries.map(\.name) == ["Ben", "Cem", "Ann", "Di"])
    #expect(page.entries.map(\.rank) == [1, 2, 2, 4])
  }

  @Test(arguments: TestStorage.all)
  func `each page continues where the previous one ended`(storage: TestStorage) throws {
    let reader = try crowd(on: TestServer(storage))
    var entries: [BoardPage.Entry] = []
    var offsets: [Int] = []
    var query: [String: String] = [:]
    repeat {
      let page = try reader.get("/v1/boards/pushups-2min", query: query, as: BoardPage.self)
      entries += page.entries
      offsets.append(page.offset)
      query["after"] = page.next
    } while query["after"] != nil
    #expect(offsets == [0, 20, 40])
    #expect(Set(entries.map(\.name)).count == 45)
    #expect(entries.map(\.rank) == (0..<45).map { $0 / 3 * 3 + 1 })
    #expect(entries.map(\.reps) == entries.map(\.reps).sorted(by: >))
  }

  @Test(arguments: TestStorage.all)
  func `a member sees the entries around their own`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    var middle: TestDevice?
    for number in 0..<60 {
      let device = try server.join("Member \(number)")
      _ = try device.submit(.pushUps(10 + number / 2, ago: 4000 - Double(number), on: server))
      if number == 30 { middle = device }
    }
    let page = try #require(middle).get("/v1/boards/pushups-2min/me", as: BoardPage.self)
    #expect(page.entries.count == 20)
    #expect(page.entries[10].name == "Member 30")
    #expect(page.entries[10].rank == 29)
    #expect(page.offset == 18)
    #expect(page.entries.map(\.rank) == (18..<38).map { $0 / 2 * 2 + 1 })
    let new = try server.join("New")
    #expect(try new.send(.get, "/v1/boards/pushups-2min/me").status == 404)
    let unknown = try new.send(.get, "/v1/boards/own-hop")
    #expect(unknown.status == 404 && unknown.text.contains("does not know the challenge"))
  }

  /// Returns a member of a group of 45 people, three with each score.
  private func crowd(on server: TestServer) throws -> TestDevice {
    var last: TestDevice?
    for number in 0..<45 {
      let device = try server.join("Member \(number)")
      _ = try device.submit(.pushUps(10 + number / 3, ago: 4000 - Double(number), on: server))
      last = device
    }
    return try #require(last)
  }

  @Test(arguments: TestStorage.all)
  func `pages lead back from the last one to the first`(storage: TestStorage) throws {
    let reader = try crowd(on: TestServer(storage))
    var entries: [BoardPage.Entry] = []
    var offsets: [Int] = []
    var query = ["last": "1"]
    repeat {
      let page = try reader.get("/v1/boards/pushups-2min", query: query, as: BoardPage.self)
      entries = page.entries + entries
      offsets.append(page.offset)
      #expect((page.next == nil) == (offsets.count == 1))
      query = page.previous.map { ["before": $0] } ?? [:]
    } while !query.isEmpty
    #expect(offsets == [25, 5, 0])
    #expect(Set(entries.map(\.member)).count == 45)
    #expect(entries.map(\.rank) == (0..<45).map { $0 / 3 * 3 + 1 })
  }

  @Test(arguments: TestStorage.all)
  func `the page before the second page is the first page`(storage: TestStorage) throws {
    let reader = try crowd(on: TestServer(storage))
    let path = "/v1/boards/pushups-2min"
    let first = try reader.get(path, as: BoardPage.self)
    let next = ["after": try #require(first.next)]
    let second = try reader.get(path, query: next, as: BoardPage.self)
    let previous = ["before": try #require(second.previous)]
    #expect(first.previous == nil)
    #expect(try reader.get(path, query: previous, as: BoardPage.self) == first)
  }

  @Test(arguments: TestStorage.all)
  func `the page around a member follows the member`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let reader = try crowd(on: server)
    let path = "/v1/boards/pushups-2min"
    let last = try reader.get(path, query: ["last": "1"], as: BoardPage.self)
    let member = try #require(last.entries.last?.member)
    let around = ["around": "\(member)"]
    let page = try reader.get(path, query: around, as: BoardPage.self)
    #expect(page.offset == 34)
    #expect(page.entries[10].member == member)
    #expect(page.entries.map(\.rank) == (34..<45).map { $0 / 3 * 3 + 1 })
    #expect(page.next == nil && page.previous != nil)
    _ = try server.join("Member 2").submit(.pushUps(90, on: server))
    let moved = try reader.get(path, query: around, as: BoardPage.self)
    #expect(moved.entries.first?.member != member || moved.offset != 34)
    let absent = try reader.get(path, query: ["around": "999"], as: BoardPage.self)
    #expect(absent.entries.first?.name == "Member 2" && absent.previous == nil)
  }

  @Test(arguments: TestStorage.all)
  func `a member's entry comes with every page and is marked on its page`(storage: TestStorage)
    throws
  {
    let server = try TestServer(storage)
    let reader = try crowd(on: server)
    let path = "/v1/boards/pushups-2min"
    let first = try reader.get(path, as: BoardPage.self)
    #expect(first.entries.filter(\.isYou).map(\.name) == ["Member 44"])
    let last = try reader.get(path, query: ["last": "1"], as: BoardPage.self)
    #expect(!last.entries.contains { $0.isYou })
    #expect(last.you == first.you && last.you?.rank == 1 && last.you?.isYou == true)
    let stranger = try server.join("New").send(.get, path)
    #expect(stranger.header("ETag") != (try reader.send(.get, path)).header("ETag"))
    #expect(try APICoding.value(BoardPage.self, from: stranger.body).you == nil)
  }

  @Test(arguments: TestStorage.all)
  func `the leaderboard of the week is empty when the next week begins`(storage: TestStorage) throws
  {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    _ = try ann.submit(.pushUps(30, on: server))
    let query = ["period": "week"]
    let page = try ann.get("/v1/boards/pushups-2min", query: query, as: BoardPage.self)
    #expect(page.week == "2026-02-23")
    #expect(page.entries.map(\.name) == ["Ann"])
    server.now += 7 * 86_400
    let next = try ann.get("/v1/boards/pushups-2min", query: query, as: BoardPage.self)
    #expect(next.week == "2026-03-02")
    #expect(next.entries == [])
    #expect(try ann.get("/v1/boards/pushups-2min", as: BoardPage.self).entries.count == 1)
  }

  @Test(arguments: TestStorage.all)
  func `a page is sent again only when it has changed`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    _ = try ann.submit(.pushUps(30, on: server))
    let page = try ann.send(.get, "/v1/boards/pushups-2min")
    let headers = ["If-None-Match": try #require(page.header("ETag"))]
    let unchanged = try ann.send(.get, "/v1/boards/pushups-2min", headers: headers)
    #expect(unchanged.status == 304)
    #expect(unchanged.body.isEmpty)
    _ = try ann.submit(.pushUps(20, on: server))
    #expect(try ann.send(.get, "/v1/boards/pushups-2min", headers: headers).status == 304)
    _ = try ann.submit(.pushUps(40, on: server))
    #expect(try ann.send(.get, "/v1/boards/pushups-2min", headers: headers).status == 200)
  }

  @Test(arguments: TestStorage.all)
  func `the score follows from the log, and impossible logs are refused`(storage: TestStorage)
    throws
  {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    let tooFast = SubmittedWorkout.pushUps(1, on: server).with((1...2000).map { $0 * 5 })
    var future = SubmittedWorkout.pushUps(9, ago: -3600, on: server)
    future.id = UUID()
    var unknown = SubmittedWorkout.pushUps(9, on: server)
    unknown.challenge = "own-secret"
    var broken = SubmittedWorkout.pushUps(9, on: server)
    broken.log = Data([0x80])
    let long = SubmittedWorkout.pushUps(9, on: server).with([1000], duration: 86_401)
    let empty = SubmittedWorkout.pushUps(0, on: server).with([], .typed(reps: 0))
    let outcomes = try ann.submit(tooFast, future, unknown, broken, long, empty)
    #expect(outcomes.map(\.status) == Array(repeating: .refused, count: 6))
    #expect(
      outcomes.map { $0.reason ?? "" } == [
        "rep 21 came sooner than anyone can do 21 reps",
        "it ends in the future; check the clock of the device",
        "this server does not know the challenge", "its log is not valid",
        "a workout can last at most a day", "it has no score",
      ])
    #expect(try ann.get("/v1/boards/pushups-2min", as: BoardPage.self).entries == [])
  }

  @Test(
    arguments: TestStorage.all,
    ["", ".", "1.2.3.4", "1.2.3.0.0", "1.2.3.4.5.6", "a.b.c.d.e", "-9.1.1.9.1"])
  func `a cursor that no page contained is refused`(storage: TestStorage, cursor: String) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    for name in ["after", "before"] {
      let response = try ann.send(.get, "/v1/boards/pushups-2min", query: [name: cursor])
      #expect(response.status == 400)
    }
  }
}

/// Tests of the JSON of pages.
struct BoardPageJSONTests {
  private func entry(
    _ name: String, member: Int64 = 12, isYou: Bool = false
  ) -> BoardPage.Entry {
    BoardPage.Entry(
      rank: 3, member: member, name: name, reps: 40, durationMilliseconds: 120_000,
      achievedAt: Date(millisecondsSince1970: 1_772_348_400_250),
      workout: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0xAB, 0xCD, 0xEF, 0xFE, 0x7F, 0xFF)),
      provenance: .manual, isYou: isYou)
  }

  @Test(arguments: [nil, 1, 12, 13])
  func `the JSON of a page equals the encoder's output`(reader: Int64?) throws {
    var page = BoardPage(
      challenge: "pushups-2min", week: "2026-03-02", people: 45, offset: 20,
      entries: [entry("\"Ann\" \\ /"), entry("Zoë 王 🏋", member: 13)], next: "-50.1.2.3.4",
      previous: "-60.1.2.3.4")
    let text = BoardPageText(page)
    for index in page.entries.indices {
      page.entries[index].isYou = page.entries[index].member == reader
    }
    page.you = reader.map { member in
      page.entries.first(where: \.isYou) ?? entry("You", member: member, isYou: true)
    }
    #expect(text.json(for: StandingText(people: 45, page.you)) == (try APICoding.data(page)))
  }

  @Test func `the JSON of an empty page equals the encoder's output`() throws {
    let page = BoardPage(
      challenge: "pushups-2min", week: nil, people: 0, offset: 0, entries: [], next: nil)
    #expect(
      BoardPageText(page).json(for: StandingText(people: 0, nil)) == (try APICoding.data(page)))
  }

  @Test(arguments: HostileText.all)
  func `a hostile name stays inside its JSON string`(name: String) throws {
    let page = BoardPage(
      challenge: name, week: nil, people: 1, offset: 0, entries: [entry(name)], next: nil)
    let json = BoardPageText(page).json(for: StandingText(people: 0, nil))
    #expect(try APICoding.value(BoardPage.self, from: json) == page)
  }
}
