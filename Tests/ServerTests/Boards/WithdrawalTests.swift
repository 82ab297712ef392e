import FoundationEssentials
import ServerAPI
import Testing

@testable import Server

/// Tests of withdrawing workouts.
struct WithdrawalTests {
  @Test(arguments: TestStorage.all)
  func `the next best workout replaces a withdrawn one`(
    storage: TestStorage
  ) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    let ben = try server.join("Ben")
    let week = ["period": "week"]
    // The next best workout of all time is from an earlier week.
    let old = SubmittedWorkout.pushUps(40, ago: 20 * 86_400, on: server)
    let best = SubmittedWorkout.pushUps(50, on: server)
    let second = SubmittedWorkout.pushUps(30, ago: 7200, on: server)
    _ = try ann.submit(old, second, best)
    _ = try ben.submit(.pushUps(35, on: server))
    let tag = try ann.send(.get, "/v1/boards/pushups-2min").header("ETag")

    #expect(try ann.send(.delete, "/v1/workouts/\(best.id)").status == 204)
    let page = try ann.get("/v1/boards/pushups-2min", as: BoardPage.self)
    #expect(page.entries.map(\.reps) == [40, 35])
    #expect(page.entries.map(\.workout).first == old.id)
    #expect(page.people == 2)
    let weekly = try ann.get("/v1/boards/pushups-2min", query: week, as: BoardPage.self)
    #expect(weekly.entries.map(\.reps) == [35, 30])
    #expect(try ann.send(.get, "/v1/boards/pushups-2min").header("ETag") != tag)
    #expect(try ann.send(.get, "/v1/workouts/\(best.id)").status == 404)
    #expect(try ann.send(.delete, "/v1/workouts/\(best.id)").status == 404)

    #expect(try ann.send(.delete, "/v1/workouts/\(second.id)").status == 204)
    #expect(try ann.send(.delete, "/v1/workouts/\(old.id)").status == 204)
    #expect(try ann.get("/v1/boards/pushups-2min", as: BoardPage.self).people == 1)
    #expect(try ann.send(.get, "/v1/boards/pushups-2min/me").status == 404)
  }

  @Test(arguments: TestStorage.all)
  func `withdrawing a workout that is not the best does not change the leaderboard`(
    storage: TestStorage
  ) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    let worse = SubmittedWorkout.pushUps(20, on: server)
    _ = try ann.submit(.pushUps(30, on: server), worse)
    let page = try ann.send(.get, "/v1/boards/pushups-2min")
    #expect(try ann.send(.delete, "/v1/workouts/\(worse.id)").status == 204)
    #expect(try ann.send(.get, "/v1/boards/pushups-2min").body == page.body)
  }

  @Test(arguments: TestStorage.all)
  func `ranks follow withdrawals`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    var devices: [(TestDevice, UUID)] = []
    for number in 0..<30 {
      let device = try server.join("Member \(number)")
      let workout = SubmittedWorkout.pushUps(100 - number, on: server)
      _ = try device.submit(workout, .pushUps(10, ago: 7200, on: server))
      devices.append((device, workout.id))
    }
    for (device, workout) in devices[..<10] {
      #expect(try device.send(.delete, "/v1/workouts/\(workout)").status == 204)
    }
    let page = try devices[15].0.get("/v1/boards/pushups-2min/me", as: BoardPage.self)
    #expect(page.entries.first?.rank == 1)
    #expect(page.entries.first?.name == "Member 10")
    #expect(page.people == 30)
    let last = try devices[0].0.get("/v1/boards/pushups-2min/me", as: BoardPage.self)
    #expect(last.entries.last?.rank == 21)
  }

  @Test(arguments: TestStorage.all)
  func `a workout that was withdrawn can be submitted again`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    let ann = try server.join("Ann")
    let workout = SubmittedWorkout.pushUps(30, on: server)
    _ = try ann.submit(workout)
    #expect(try ann.send(.delete, "/v1/workouts/\(workout.id)").status == 204)
    #expect(try ann.submit(workout).map(\.status) == [.recorded])
    #expect(try ann.get("/v1/boards/pushups-2min", as: BoardPage.self).people == 1)
  }

  @Test(arguments: TestStorage.all)
  func `another member's workout cannot be withdrawn or replaced`(storage: TestStorage) throws {
    let server = try TestServer(storage)
    try server.addGroup("office")
    let ann = try server.join("Ann")
    let ben = try server.join("Ben", isOwner: true)
    let ola = try server.join("Ola", group: "office")
    let workout = SubmittedWorkout.pushUps(30, on: server)
    _ = try ann.submit(workout)
    for other in [ben, ola] {
      #expect(try other.send(.delete, "/v1/workouts/\(workout.id)").status == 404)
    }
    for id in ["", "x", "../account", UUID().uuidString] {
      #expect(try ann.send(.delete, "/v1/workouts/\(id)").status >= 404)
    }
    let forged = SubmittedWorkout.pushUps(90, id: workout.id, on: server)
    #expect(try ben.submit(forged).map(\.status) == [.known])
    #expect(try ann.submit(forged).map(\.status) == [.known])
    // IDs are unique only within a group, so that a group cannot learn the IDs of another group.
    #expect(try ola.submit(forged).map(\.status) == [.recorded])
    let page = try ann.get("/v1/boards/pushups-2min", as: BoardPage.self)
    #expect(page.entries.map(\.name) == ["Ann"])
    #expect(page.entries.map(\.reps) == [30])
  }
}
