import FoundationEssentials
import ServerAPI
import Testing

@testable import Server

extension TestDevice {
  /// Opens a race.
  func openRace(_ challenge: String = "pushups-2min", startsIn: Int64? = nil) throws -> RaceRoom {
    let opening = RaceOpening(id: UUID(), challenge: challenge, startsIn: startsIn)
    return try APICoding.value(
      RaceRoom.self, from: try send(.post, "/v1/races", opening).body)
  }

  func race(_ id: UUID) throws -> RaceRoom { try get("/v1/races/\(id)") }

  /// Joins a race, or changes whether the member is ready.
  func enter(_ race: UUID, isReady: Bool = true) throws -> Response {
    try send(.post, "/v1/races/\(race)/racers", RaceEntry(isReady: isReady))
  }

  func leave(_ race: UUID) throws -> Response { try send(.delete, "/v1/races/\(race)/racers") }

  /// Sends reps.
  ///
  /// - Parameter elapsed: In milliseconds; `nil` for the instant of the last rep.
  func sendReps(
    _ instants: [UInt32], at position: Int = 0, elapsed: UInt32? = nil,
    state: RacerState = .racing, to race: UUID
  ) throws -> Response {
    let batch = RaceBatch(
      position: position, instants: instants, elapsed: elapsed ?? instants.last ?? 0, state: state)
    return try send(.post, "/v1/races/\(race)/reps", batch)
  }
}

extension TestServer {
  /// Starts a race of some members, and returns its ID a minute after the start.
  func startRace(_ devices: TestDevice..., challenge: String = "pushups-2min") throws -> UUID {
    let race = try devices[0].openRace(challenge).id
    for device in devices { #expect(try device.enter(race).status == 200) }
    #expect(try devices[0].send(.post, "/v1/races/\(race)/start").status == 200)
    now += 65
    return race
  }
}

extension Response {
  /// The number of reps in the response to a batch.
  var repCount: Int? { try? APICoding.value(RaceBatchResult.self, from: body).count }
}
