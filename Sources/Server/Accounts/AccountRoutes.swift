import FoundationEssentials
import Models
import ServerAPI

extension Service {
  static let accountRoutes: [Route] = [
    Route(
      .post, "/v1/join",
      .init(
        "uses up an invitation and returns the token of the device", access: .anyone,
        body: JoinRequest.self, returns: .json(JoinResponse.self), status: 201,
        others: [
          404: "The link is not from this server.", 410: "The link was used or has expired.",
        ]
      )
    ) { service, request, _ in
      guard let sender = request.sender, let limits = service.limits else {
        return try service.join(try request.value(JoinRequest.self))
      }
      let now = service.clock()
      try limits.requireJoins(from: sender, at: now)
      do {
        return try service.join(try request.value(JoinRequest.self))
      } catch let error as RequestError {
        limits.countFailedJoin(from: sender, at: now)
        throw error
      }
    },
    Route(
      .get, "/v1/account",
      .init("returns the member, the group and the devices", returns: .json(Account.self))
    ) { service, request, _ in
      let device = try service.device(request)
      let devices = try service.storage.withSession { try $0.devices(of: device.member) }
      return try Response(
        Account(
          member: device.memberName, group: device.group.description,
          devices: devices.map {
            Account.Device(id: $0.id, name: $0.name, isCurrent: $0.id == device.id)
          }))
    },
    Route(
      .delete, "/v1/account",
      .init(
        "leaves the group, with all devices, workouts and scores", returns: .nothing, status: 204)
    ) { service, request, _ in
      let device = try service.device(request)
      try service.storage.withSession { try $0.removeMember(device.member) }
      return Response(status: 204)
    },
    Route(
      .post, "/v1/account/devices",
      .init(
        "returns a link for another device of the member", returns: .json(InvitationResponse.self),
        status: 201)
    ) { service, request, _ in
      let device = try service.device(request)
      return try service.invite(device.memberName, to: device.group)
    },
    Route(
      .delete, "/v1/account/devices/{device}",
      .init("revokes the access of a device", returns: .nothing, status: 204)
    ) { service, request, parameters in
      let current = try service.device(request)
      guard
        let id = parameters["device"].flatMap({ Int64($0) }),
        try service.storage.withSession({ try $0.removeDevice(id, of: current.member) })
      else { throw RequestError(404, "you have no such device") }
      return Response(status: 204)
    },
  ]

  private func join(_ request: JoinRequest) throws -> Response {
    // A text that cannot be a secret gets the same response as an unknown one.
    guard let invite = Secret(request.invite) else { throw Self.unknownInvitation }
    guard let name = PersonName(request.device)?.text else {
      throw RequestError(400, "\"device\" needs a name with letters in it")
    }
    guard let token = request.token.map({ Secret($0) }) ?? Secret() else {
      throw RequestError(400, "\"token\" needs 43 characters of Base64 for URLs")
    }
    let result = try storage.withSession {
      try $0.redeem(invite.hash, deviceName: name, token: token.hash, now: now())
    }
    switch result {
    case .joined(let device):
      return try Response(
        JoinResponse(
          token: token.text, member: device.memberName, group: device.group.description),
        status: 201)
    case .unknown: throw Self.unknownInvitation
    case .expired: throw RequestError(410, "this link has expired; ask for a new one")
    case .tokenTaken: throw RequestError(400, "\"token\" belongs to another device")
    case .used: throw RequestError(410, "this link was used already; ask for a new one")
    }
  }

  private static let unknownInvitation = RequestError(
    404, "this link is not from this server; ask for a new one")
}

extension Group {
  var description: GroupDescription {
    GroupDescription(
      id: id.rawValue, name: name, timeZone: timeZone, weekStart: weekStart.rawValue,
      counting: counting)
  }
}
