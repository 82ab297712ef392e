import FoundationEssentials
import Models
import ServerAPI
import Testing

@testable import Server

/// Tests of the results of races, which are computed from logs.
struct RaceResultTests {
  /// Sends all reps of a workout, with the given state.
  private func race(
    _ workout: SubmittedWorkout, by device: TestDevice, in race: UUID, shift: UInt32 = 0
  ) throws {
    let log = try #require(workout.log.withUnsafeBytes { WorkoutLog(bytes: $0) })
    let instants = log.reps.milliseconds.map { $0 + shift }
    #expect(
      try device.sendReps(
        instants, elapsed: UInt32(log.duration.wholeMilliseconds), state: .finished, to: race
      ).status == 200)
  }

  private func workout(_ reps: Int, in race: UUID, on server: TestServer) -> SubmittedWorkout {
    var workout = SubmittedWorkout.pushUps(reps, ago: 120, on: server)
    workout.race = race
    return workout
  }

  @Test(arguments: TestStorage.all)
  func `results are ranked, and equal ones share a rank`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let devices = try ["Ada", "Ben", "Cleo", "Dora"].map { try server.join($0) }
    let id = try server.startRace(devices[0], devices[1], devices[2], devices[3])
    server.now += 60
    let watcher = try #require(try devices[0].openStream())
    for (device, reps) in zip(devices, [30, 40, 30, 20]) {
      let workout = workout(reps, in: id, on: server)
      try race(workout, by: device, in: id)
      _ = watcher.unreadText
      #expect(try device.submit(workout).map(\.status) == [.recorded])
      #expect(watcher.unreadText?.contains("event: race\ndata: {\"race\":\"\(id)\"}") == true)
    }
    let room = try devices[0].race(id)
    #expect(room.isOver)
    #expect(room.racers.map { $0.result?.rank } == [2, 1, 2, 4])
    #expect(room.racers.map { $0.result?.reps } == [30, 40, 30, 20])
    #expect(room.racers.map { $0.result?.isDifferent } == [false, false, false, false])
    #expect(room.racers.map { $0.result?.isComplete } == [true, true, true, true])
    #expect(room.racers[0].result?.durationMilliseconds == 120_000)
  }

  @Test(arguments: TestStorage.all)
  func `a log that differs from the live stream is marked`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben, cleo) = (try server.join("Ada"), try server.join("Ben"), try server.join("Cleo"))
    let id = try server.startRace(ada, ben, cleo)
    server.now += 60
    let (close, late, more) = (
      workout(30, in: id, on: server), workout(31, in: id, on: server),
      workout(32, in: id, on: server)
    )
    try race(close, by: ada, in: id, shift: 50)
    try race(late, by: ben, in: id, shift: 51)
    #expect(try cleo.sendReps([1000], elapsed: 120_000, state: .finished, to: id).status == 200)
    for (device, workout) in zip([ada, ben, cleo], [close, late, more]) {
      _ = try device.submit(workout)
    }
    #expect(try ada.race(id).racers.map { $0.result?.isDifferent } == [false, true, true])
  }

  @Test(arguments: TestStorage.all)
  func `a refused log has a reason and no rank`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let id = try server.startRace(ada, ben)
    server.now += 60
    let forged = workout(0, in: id, on: server).with((1...900).map { $0 * 100 })
    let outcome = try #require(try ada.submit(forged).first)
    #expect(outcome.status == .refused)
    _ = try ben.submit(workout(20, in: id, on: server))
    let room = try ada.race(id)
    #expect(room.racers[0].result?.refusal == outcome.reason)
    #expect(room.racers.map { $0.result?.rank } == [nil, 1])
    #expect(room.racers[0].state == .finished)
    // The copy of another racer's log is refused, too.
    let cleo = try server.join("Cleo")
    let second = try server.startRace(cleo, ben)
    server.now += 60
    let original = workout(25, in: second, on: server)
    _ = try ben.submit(original)
    var copy = original
    copy.id = UUID()
    #expect(try cleo.submit(copy).map(\.status) == [.refused])
    #expect(
      try ben.race(second).racers[0].result?.refusal
        == "another member has already published these reps")
  }

  @Test(arguments: TestStorage.all)
  func `only a correction replaces a racer's result`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let ada = try server.join("Ada")
    let id = try server.startRace(ada)
    server.now += 60
    let first = workout(30, in: id, on: server)
    try race(first, by: ada, in: id)
    _ = try ada.submit(first)
    _ = try ada.submit(workout(50, in: id, on: server))
    #expect(try ada.race(id).racers[0].result?.workout == first.id)
    // Two reps are removed afterwards, so the reps at the beginning are the same.
    let log = try #require(first.log.withUnsafeBytes { WorkoutLog(bytes: $0) })
    var correction = first.with(Array(log.reps.milliseconds.prefix(28)), .edited)
    correction.id = UUID()
    #expect(try ada.submit(correction).map(\.status) == [.recorded])
    let result = try #require(try ada.race(id).racers[0].result)
    #expect((result.workout, result.reps, result.isDifferent) == (correction.id, 28, true))
    // A withdrawn result disappears.
    #expect(try ada.send(.delete, "/v1/workouts/\(correction.id)").status == 204)
    #expect(try ada.race(id).racers[0].result == nil)
  }

  @Test(arguments: TestStorage.all)
  func `a wrong race never loses the workout`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    try server.addGroup("office")
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let ola = try server.join("Ola", group: "office")
    let id = try server.startRace(ada)
    let other = try server.startRace(ola)
    let waiting = try ada.openRace().id
    let squats = try server.startRace(ada, challenge: "squats-3min")
    server.now += 60
    for (device, race) in [
      (ada, UUID()), (ada, other), (ada, waiting), (ada, squats), (ben, id),
    ] {
      let outcomes = try device.submit(workout(20 + Int.random(in: 0..<20), in: race, on: server))
      #expect(outcomes.map(\.status) == [.recorded])
    }
    for race in [id, waiting, squats] {
      #expect(try ada.race(race).racers.allSatisfy { $0.result == nil })
    }
    #expect(try ola.race(other).racers.map(\.result) == [nil])
    // Another member cannot use the ID of a racer's workout.
    let own = workout(22, in: id, on: server)
    _ = try ada.submit(own)
    let second = try server.startRace(ben)
    var stolen = own
    stolen.race = second
    _ = try ben.submit(stolen)
    #expect(try ben.race(second).racers[0].result == nil)
    // A workout belongs to one race.
    let third = try server.startRace(ada)
    var again = own
    again.race = third
    #expect(try ada.submit(again).map(\.status) == [.known])
    #expect(try ada.race(third).racers[0].result == nil)
    #expect(try ben.get("/v1/workouts/\(own.id)", as: SubmittedWorkout.self).race == id)
  }

  @Test(arguments: TestStorage.all)
  func `a hold is compared by its time`(kind: TestStorage) throws {
    let server = try TestServer(kind)
    let (ada, ben) = (try server.join("Ada"), try server.join("Ben"))
    let id = try server.startRace(ada, ben, challenge: "plank-hold")
    server.now += 120
    for (device, elapsed) in [(ada, 61_000), (ben, 30_000)] as [(TestDevice, UInt32)] {
      _ = try device.sendReps([], elapsed: elapsed, state: .finished, to: id)
      let seconds = 60 + Double(elapsed % 7)
      var hold = workout(0, in: id, on: server).with([], duration: seconds)
      hold.challenge = "plank-hold"
      #expect(try device.submit(hold).map(\.status) == [.recorded])
    }
    #expect(try ada.race(id).racers.map { $0.result?.isDifferent } == [false, true])
  }
}
