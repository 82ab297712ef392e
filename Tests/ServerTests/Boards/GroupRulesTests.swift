import FoundationEssentials
import Models
import ServerAPI
import Testing

@testable import Server

/// Tests of a group's time zone, week start and counting rule.
struct GroupRulesTests {
  private static let board = "/v1/boards/pushups-2min"
  private static let week = ["period": "week"]
  private let fortyReps = (1...40).map { UInt32($0) * 1000 }

  @Test(
    .requiresTimeZones, arguments: TestStorage.all,
    [
      // The last second of a week in the group's time zone: within a day of the end of summer time in Auckland, and
      // of its start in Los Angeles; the last two are on other days.
      ("Pacific/Auckland", Settings.WeekStart.monday, "2026-04-05T11:59:59Z", "2026-03-30"),
      ("Pacific/Auckland", .sunday, "2026-04-04T10:59:59Z", "2026-03-29"),
      ("America/Los_Angeles", .monday, "2026-03-09T06:59:59Z", "2026-03-02"),
      ("America/Los_Angeles", .sunday, "2026-03-08T07:59:59Z", "2026-03-01"),
      ("America/Los_Angeles", .saturday, "2026-11-07T07:59:59Z", "2026-10-31"),
      ("UTC", .monday, "2026-04-05T23:59:59Z", "2026-03-30"),
    ])
  func `a week ends at midnight in the group's time zone`(
    storage: TestStorage, rules: (zone: String, start: Settings.WeekStart, end: String, day: String)
  ) throws {
    let server = try TestServer(storage)
    try server.update {
      $0.timeZone = rules.zone
      $0.weekStart = rules.start
    }
    server.now = try #require(Date(iso8601: rules.end))
    let ann = try server.join("Ann")
    let ben = try server.join("Ben")
    _ = try ann.submit(.pushUps(30, ago: 0, on: server))
    let page = try ann.get(Self.board, query: Self.week, as: BoardPage.self)
    #expect(page.week == rules.day)
    #expect(page.entries.map(\.name) == ["Ann"])

    server.now += 121
    // Both workouts are submitted in the new week, but only the second one began in it.
    _ = try ann.submit(.pushUps(30, ago: 121, on: server))
    _ = try ben.submit(.pushUps(20, ago: 120, on: server))
    let later = try ann.get(Self.board, query: Self.week, as: BoardPage.self)
    let days = try #require(page.week.flatMap { Date(iso8601: "\($0)T00:00:00Z") })
    #expect(later.week.map { "\($0)T00:00:00.000Z" } == days.addingTimeInterval(7 * 86_400).iso8601)
    #expect(later.entries.map(\.name) == ["Ben"])
    #expect(try ann.get(Self.board, as: BoardPage.self).people == 2)
  }

  @Test(.requiresTimeZones, arguments: TestStorage.all)
  func `a change of week bounds applies to earlier workouts too`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    // It is Sunday, 07:00 in UTC and 20:00 in Auckland.
    let sunday = SubmittedWorkout.pushUps(30, on: server)
    let saturday = SubmittedWorkout.pushUps(40, ago: 86_400, on: server)
    _ = try ann.submit(sunday, saturday)
    func weekly() throws -> [Int] {
      try ann.get(Self.board, query: Self.week, as: BoardPage.self).entries.map(\.reps)
    }
    #expect(try weekly() == [40])
    try server.update { $0.weekStart = .sunday }
    #expect(try weekly() == [30])
    try server.update { $0.timeZone = "America/Los_Angeles" }
    // In Los Angeles it is Saturday, 23:00.
    #expect(try weekly() == [40])
    try server.update {
      $0.timeZone = "UTC"
      $0.weekStart = .monday
    }
    #expect(try weekly() == [40])
    #expect(try ann.get(Self.board, as: BoardPage.self).entries.map(\.reps) == [40])
    #expect(try ann.send(.delete, "/v1/workouts/\(saturday.id)").status == 204)
    #expect(try weekly() == [30])
  }

  @Test(arguments: TestStorage.all)
  func `a workout that does not count is refused with the reason`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    try server.update { $0.counting = .live }
    let ann = try server.join("Ann")
    let manual = SubmittedWorkout.pushUps(0, on: server).with([], .typed(reps: 50))
    let imported = SubmittedWorkout.pushUps(0, on: server).with(fortyReps, .imported)
    let outcomes = try ann.submit(manual, imported, .pushUps(30, on: server))
    #expect(outcomes.map(\.status) == [.refused, .refused, .recorded])
    #expect(
      Set(outcomes.compactMap(\.reason)) == [
        "this group only accepts workouts that were counted live"
      ])
    try server.update { $0.counting = .all }
    #expect(try ann.submit(manual, imported).map(\.status) == [.recorded, .recorded])
    let page = try ann.get(Self.board, as: BoardPage.self)
    #expect(page.entries.map(\.reps) == [50])
    #expect(page.entries.map(\.provenance) == [.manual])
  }

  @Test(arguments: TestStorage.all)
  func `a change of the counting rule applies to earlier workouts too`(storage: TestStorage) throws
  {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    let ben = try server.join("Ben")
    let imported = SubmittedWorkout.pushUps(0, on: server).with(fortyReps, .imported)
    let live = SubmittedWorkout.pushUps(30, on: server)
    _ = try ann.submit(imported, live)
    let bens = SubmittedWorkout.pushUps(0, on: server).with(fortyReps.map { $0 * 2 }, .imported)
    _ = try ben.submit(bens)
    let tag = try ann.send(.get, Self.board).header("ETag")

    try server.update { $0.counting = .live }
    let page = try ann.get(Self.board, as: BoardPage.self)
    #expect(page.entries.map(\.workout) == [live.id])
    #expect(page.people == 1)
    #expect(try ann.send(.get, Self.board).header("ETag") != tag)
    // A workout that does not count does not replace a withdrawn one either.
    #expect(try ann.send(.delete, "/v1/workouts/\(live.id)").status == 204)
    #expect(try ann.get(Self.board, as: BoardPage.self).people == 0)
    try server.update { $0.counting = .all }
    #expect(try ann.get(Self.board, as: BoardPage.self).people == 2)
  }

  @Test(arguments: TestStorage.all)
  func `the rules of a group do not affect another group`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    try server.addGroup("office")
    let ola = try server.join("Ola", group: "office")
    let imported = SubmittedWorkout.pushUps(0, on: server).with(fortyReps, .imported)
    // The best of the week is withdrawn after the change, so that the leaderboard is recomputed from stored workouts.
    let best = SubmittedWorkout.pushUps(50, on: server)
    let saturday = SubmittedWorkout.pushUps(45, ago: 86_400, on: server)
    _ = try ola.submit(imported, saturday, best)
    try server.update {
      $0.name = "Live only"
      $0.counting = .live
      $0.weekStart = .sunday
    }
    let office = try ola.get("/v1/account", as: Account.self).group
    #expect(
      office
        == GroupDescription(
          id: "office", name: "The office", timeZone: "UTC", weekStart: "monday", counting: .all))
    #expect(try ola.get(Self.board, query: Self.week, as: BoardPage.self).people == 1)
    #expect(try ola.send(.delete, "/v1/workouts/\(best.id)").status == 204)
    for (query, reps) in [(Self.week, [45]), ([:], [45])] {
      #expect(try ola.get(Self.board, query: query, as: BoardPage.self).entries.map(\.reps) == reps)
    }
    #expect(try ola.send(.delete, "/v1/workouts/\(saturday.id)").status == 204)
    #expect(
      try ola.get(Self.board, query: Self.week, as: BoardPage.self).entries.map(\.reps) == [40])
    let club = try server.join("Ann").get("/v1/account", as: Account.self).group
    #expect(
      club
        == GroupDescription(
          id: "club", name: "Live only", timeZone: "UTC", weekStart: "sunday", counting: .live))
    let nowhere = Group(id: try #require(Group.ID(rawValue: "nowhere")), name: "Nowhere")
    #expect(try !server.storage.withSession { try $0.update(nowhere) })
  }

  @Test func `a time zone that is not installed causes a server error`() throws {
    let server = try TestServer()
    let id = try #require(Group.ID(rawValue: "mars"))
    _ = try server.storage.withSession {
      try $0.createGroup(Group(id: id, name: "Mars", timeZone: "Mars/Phobos"))
    }
    let ann = try server.join("Ann", group: "mars")
    #expect(try ann.send(.get, Self.board).status == 200)
    #expect(try ann.send(.get, Self.board, query: Self.week).status == 503)
    #expect(
      server.errors == [
        StorageError("there is no time zone \"Mars/Phobos\"; is the package tzdata installed?")
      ])
  }
}
