import FoundationEssentials
import Models
import ServerAPI

extension Service {
  static let raceRoutes: [Route] = [
    Route(
      .get, "/v1/clock",
      .init(
        "returns the time of the clock for the instants of races", returns: .json(ServerTime.self))
    ) { service, request, _ in
      _ = try service.device(request)
      return try Response(ServerTime(microseconds: service.time))
    },
    Route(
      .get, "/v1/races",
      .init(
        "returns the group's races that are open, running or ended within the last hour, without instants of reps",
        returns: .json(RaceList.self))
    ) { service, request, _ in
      let device = try service.device(request)
      let now = service.raceTime
      let races = try service.storage.withSession {
        try $0.races(of: device.group.id, endingAfter: now - 3_600_000, withInstants: false)
      }
      return try Response(RaceList(races: races.map { $0.room(for: device.member, at: now) }))
    },
    Route(
      .post, "/v1/races",
      .init(
        "opens a race in which the member is the first racer", body: RaceOpening.self,
        returns: .json(RaceRoom.self),
        others: [
          404: "The server does not know the challenge.",
          409: "Too many races are open, or the ID is taken.",
        ])
    ) { service, request, _ in
      let device = try service.device(request)
      return try Response(service.open(try request.value(RaceOpening.self), for: device))
    },
    Route(
      .get, "/v1/races/{race}",
      .init("returns a race of the group with all reps so far", returns: .json(RaceRoom.self))
    ) { service, request, parameters in
      let access = try service.access(parameters, from: try service.device(request))
      return try Response(service.storage.withSession { try $0.room(access) })
    },
    Route(
      .post, "/v1/races/{race}/racers",
      .init(
        "lets the member join, or be ready or not; the race starts when all racers, at least two, are ready",
        body: RaceEntry.self, returns: .json(RaceRoom.self),
        others: [409: "The race has started or is full."])
    ) { service, request, parameters in
      let access = try service.access(parameters, from: try service.device(request))
      let isReady = try request.value(RaceEntry.self).isReady
      return try Response(
        service.storage.withSession { try $0.enter(access, isReady: isReady) })
    },
    Route(
      .delete, "/v1/races/{race}/racers",
      .init("lets the member leave the race", returns: .nothing, status: 204)
    ) { service, request, parameters in
      let access = try service.access(parameters, from: try service.device(request))
      try service.storage.withSession { try $0.leave(access) }
      return Response(status: 204)
    },
    Route(
      .post, "/v1/races/{race}/start",
      .init(
        "starts the race for its host, even if not all racers are ready",
        returns: .json(RaceRoom.self),
        others: [403: "The member is not the host.", 409: "The race is over."])
    ) { service, request, parameters in
      let access = try service.access(parameters, from: try service.device(request))
      return try Response(service.storage.withSession { try $0.start(access) })
    },
    Route(
      .post, "/v1/races/{race}/reps",
      .init(
        "records reps of the member, and sends them to the other racers", body: RaceBatch.self,
        returns: .json(RaceBatchResult.self),
        others: [
          403: "The member is not a racer.",
          409: "The race has not started or is over, or the racer has finished or left.",
        ]), isDeferred: true
    ) { service, request, parameters in
      let access = try service.access(parameters, from: try service.device(request))
      try service.limits?.countBatch(of: access.member, at: service.clock())
      let batch = try request.value(RaceBatch.self)
      try batch.validate()
      var response = Response(status: 200)
      response.later = { send in
        service.writer(of: access.race).add(
          .init(batch: batch, access: access) { result in
            let response = try? service.response { try Response(result.get()) }
            send(response ?? .failure(.unreachable))
          })
      }
      return response
    },
  ]

  /// The time of the clock that all servers share, in microseconds.
  var time: Int64 {
    storage.time() ?? Int64((now().timeIntervalSince1970 * 1_000_000).rounded())
  }

  /// The time of the clock that all servers share, in milliseconds.
  var raceTime: Int64 { time / 1000 }

  /// Returns the access to the race that a path identifies.
  private func access(
    _ parameters: Route.Parameters, from device: AuthenticatedDevice
  ) throws -> RaceAccess {
    guard let id = parameters["race"].flatMap(UUID.init(uuidString:)) else {
      throw RequestError.noRace
    }
    return device.access(to: id, at: raceTime)
  }

  /// Returns the race whose reps an event stream sends, if the request names one.
  func watchedRace(_ request: Request, from device: AuthenticatedDevice) throws -> UUID? {
    guard let text = request.query("race") else { return nil }
    guard let id = UUID(uuidString: text) else {
      throw RequestError(400, "\"race\" must be the ID of a race")
    }
    return try storage.withSession {
      try $0.room(device.access(to: id, at: raceTime)).id
    }
  }

  private func open(_ opening: RaceOpening, for device: AuthenticatedDevice) throws -> RaceRoom {
    guard let challenge = catalogue[Challenge.ID(rawValue: opening.challenge)] else {
      throw RequestError(404, "this server does not know the challenge")
    }
    let now = raceTime
    let countdown = RaceRoom.countdown.wholeMilliseconds
    if let startsIn = opening.startsIn, !(countdown...86_400_000).contains(startsIn) {
      throw RequestError(400, "a race can start in 5 seconds to 24 hours")
    }
    try limits?.countRace(of: device.member, at: clock())
    let start = opening.startsIn.map { now + $0 }
    // After the time limit, racers whose connection was lost have two minutes to send their reps.
    let maxLength = (challenge.timeLimit ?? .seconds(7200)).wholeMilliseconds + 120_000
    let room = RaceRoom(
      id: opening.id, challenge: opening.challenge, host: device.member, you: device.member,
      openedAt: now, scheduledAt: start)
    // A room waits for an hour.
    let race = StoredRace(room: room, endsAt: start.map { $0 + maxLength } ?? now + 3_600_000)
    return try storage.withSession { session in
      try session.open(race, in: device.group.id, maxLength: maxLength)
      return try session.room(device.access(to: opening.id, at: now))
    }
  }
}

/// A race of a group, the member who uses it, and the time in milliseconds.
struct RaceAccess {
  var race: UUID
  var group: Group.ID
  var member: Int64
  var now: Int64
}

extension AuthenticatedDevice {
  func access(to race: UUID, at now: Int64) -> RaceAccess {
    RaceAccess(race: race, group: group.id, member: member, now: now)
  }
}
