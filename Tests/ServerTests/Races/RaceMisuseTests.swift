import FoundationEssentials
import Models
import ServerAPI
import Testing

@testable import Server

/// Tests of members who misuse races.
struct RaceMisuseTests {
  private func expect(
    _ response: Response, _ status: Int, _ sentence: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(response.status == status, sourceLocation: location)
    #expect(try response.error.error == sentence, sourceLocation: location)
  }

  private func open(_ device: TestDevice) throws -> Response {
    try device.send(.post, "/v1/races", RaceOpening(id: UUID(), challenge: "pushups-2min"))
  }

  @Test(arguments: TestStorage.all)
  func `a member has at most three races that are not over`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let races = try (0..<3).map { _ in try ada.openRace().id }
    // Another racer keeps the race open after its opener has left.
    _ = try ben.enter(races[0])
    _ = try ada.leave(races[0])
    try expect(
      try open(ada), 409, "you have opened 3 races that are not over; leave one first")
    #expect(try open(ben).status == 200)
    _ = try ada.leave(races[1])
    #expect(try open(ada).status == 200)
    server.now += 3600
    #expect(try open(ada).status == 200)
  }

  @Test(arguments: TestStorage.all)
  func `a group has at most 50 races that are not over`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    try server.addGroup("office")
    var devices: [TestDevice] = []
    for number in 0..<17 { devices.append(try server.join("Member \(number)")) }
    for number in 0..<50 { #expect(try open(devices[number / 3]).status == 200) }
    try expect(
      try open(devices[16]), 409, "your group has 50 races that are not over; join one of them")
    #expect(try open(try server.join("Ola", group: "office")).status == 200)
  }

  @Test func `a member who opens races in a flood is limited`() throws {
    let clock = VirtualClock()
    let server = try TestServer(limits: RateLimits(), clock: clock)
    let ada = try server.join("Ada")
    for _ in 0..<10 { _ = try ada.leave(try ada.openRace().id) }
    try expect(try open(ada), 429, "too many races from you; try again in 60 s")
    #expect(try open(try server.join("Ben")).status == 200)
    clock.now += .seconds(60)
    #expect(try open(ada).status == 200)
  }

  @Test func `batches in a flood are limited`() throws {
    let clock = VirtualClock()
    let server = try TestServer(limits: RateLimits(), clock: clock)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let race = try server.startRace(ada, ben)
    for number in 0..<40 {
      #expect(try ada.sendReps([], elapsed: UInt32(number), to: race).status == 200)
    }
    try expect(
      try ada.sendReps([], elapsed: 100, to: race), 429,
      "too many batches of your reps; try again in 1 s")
    #expect(try ben.sendReps([], elapsed: 100, to: race).status == 200)
    clock.now += .milliseconds(50)
    #expect(try ada.sendReps([], elapsed: 100, to: race).status == 200)
  }

  @Test(arguments: TestStorage.all)
  func `a race has at most 20 racers`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let host = try server.join("Host")
    let race = try host.openRace().id
    for number in 1..<20 {
      #expect(try server.join("Racer \(number)").enter(race, isReady: false).status == 200)
    }
    let late = try server.join("Late")
    try expect(
      try late.enter(race), 409, "the race has 20 racers already; you can watch it")
    #expect(try late.race(race).racers.count == 20)
  }

  @Test func `a batch that cannot be valid is refused`() throws {
    let server = try TestServer()
    let ada = try server.join("Ada")
    let race = try server.startRace(ada)
    let many = (1...201).map { UInt32($0) }
    try expect(try ada.sendReps(many, to: race), 413, "send at most 200 reps at a time")
    for position in [-1, RepLog.maxReps, .max] {
      try expect(
        try ada.sendReps([1], at: position, to: race), 400, "a racer can have at most 100000 reps")
    }
    for instants: [UInt32] in [[2, 1], [1, 1]] {
      try expect(
        try ada.sendReps(instants, elapsed: 10, to: race), 400,
        "a rep must be later than the one before it")
    }
    try expect(
      try ada.sendReps([11], elapsed: 10, to: race), 400,
      "a rep cannot be later than the elapsed time")
    for state in [RacerState.waiting, .left] {
      try expect(
        try ada.sendReps([1], state: state, to: race), 400,
        "\"state\" must be \"racing\", \"finished\" or \"stopped\"")
    }
    #expect(try ada.race(race).racers[0].instants == [])
  }

  @Test(arguments: TestStorage.all)
  func `impossible instants are refused`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let ada = try server.join("Ada")
    let race = try server.startRace(ada)
    _ = try ada.sendReps([1000], to: race)
    try expect(
      try ada.sendReps([1000], at: 1, to: race), 400, "a rep must be later than the one before it")
    // The race has lasted a minute.
    try expect(
      try ada.sendReps([62_001], at: 1, to: race), 409,
      "the elapsed time is later than the race's; synchronize your clock")
    #expect(try ada.sendReps([62_000], at: 1, to: race).repCount == 2)
    // The time cannot go back.
    #expect(try ada.sendReps([1001], at: 1, to: race).repCount == 2)
    #expect(try ada.race(race).racers[0].instants == [1000, 62_000])
  }

  @Test(arguments: TestStorage.all)
  func `only racers send reps, only their own, and only after the start`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let race = try ada.openRace().id
    let early = "the race has not started; send reps after the start"
    try expect(try ada.sendReps([1], to: race), 409, early)
    _ = try ada.send(.post, "/v1/races/\(race)/start")
    server.now += 4.9
    try expect(try ada.sendReps([1], to: race), 409, early)
    server.now += 0.1
    #expect(try ada.sendReps([1], to: race).repCount == 1)
    try expect(
      try ben.sendReps([1], to: race), 403, "only racers can send reps; you can watch the race")
    // A member in the body has no effect: the token decides.
    let member = try server.memberID(of: ada)
    let forged =
      #"{"position":0,"instants":[5],"elapsed_ms":5,"state":"racing","member":\#(member)}"#
    let response = server.service.respond(
      to: Request(
        .post, "/v1/races/\(race)/reps", header: { _ in "Bearer \(ben.token)" },
        body: Data(forged.utf8)))
    #expect(response.status == 403)
    #expect(try ada.race(race).racers.map(\.instants) == [[1]])
  }

  @Test(arguments: TestStorage.all)
  func `a racer who never gets ready does not delay the race`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let race = try ada.openRace().id
    _ = try ben.enter(race, isReady: false)
    _ = try ada.enter(race)
    #expect(try ada.race(race).startsAt == nil)
    #expect(try ada.send(.post, "/v1/races/\(race)/start").status == 200)
    server.now += 60
    _ = try ada.sendReps([1000], state: .finished, to: race)
    #expect(try !ada.race(race).isOver)
    server.now += 240
    #expect(try ada.race(race).racers.map(\.state) == [.finished, .left])
  }

  @Test func `the ID of a race that is not a UUID is unknown`() throws {
    let ada = try TestServer().join("Ada")
    for id in ["x", "1", "'or'1'='1"] {
      try expect(
        try ada.send(.get, "/v1/races/\(id)"), 404, "there is no such race in your group")
    }
  }
}
