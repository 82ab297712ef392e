import FoundationEssentials
import Models
import ServerAPI

extension Service {
  static let groupRoutes: [Route] = [
    Route(
      .get, "/v1/members",
      .init("returns the members of the group", returns: .json([Member].self))
    ) { service, request, _ in
      let device = try service.device(request)
      return try Response(
        service.storage.withSession { try $0.members(of: device.group.id) })
    },
    Route(
      .post, "/v1/invitations",
      .init(
        "returns a link for a new member; for owners", access: .owner,
        body: InvitationRequest.self, returns: .json(InvitationResponse.self), status: 201)
    ) { service, request, _ in
      let owner = try service.owner(request)
      return try service.invite(
        try request.value(InvitationRequest.self).name, to: owner.group)
    },
    Route(
      .delete, "/v1/members/{member}",
      .init(
        "removes a member, with all devices, workouts and scores; for owners", access: .owner,
        returns: .nothing, status: 204, others: [409: "The member is the owner."])
    ) { service, request, parameters in
      let owner = try service.owner(request)
      try service.storage.withSession { session in
        let members = try session.members(of: owner.group.id)
        guard
          let id = parameters["member"].flatMap({ Int64($0) }),
          members.contains(where: { $0.id == id })
        else { throw RequestError(404, "your group has no such member") }
        guard id != owner.member else {
          throw RequestError(409, "to leave the group yourself, delete your account")
        }
        try session.removeMember(id)
      }
      return Response(status: 204)
    },
  ]

  private func owner(_ request: Request) throws -> AuthenticatedDevice {
    let device = try device(request)
    guard device.isOwner else { throw RequestError(403, "only an owner of the group can do this") }
    return device
  }

  /// Returns the response with a link for a member of a group, who may be new.
  func invite(_ name: String, to group: Group) throws -> Response {
    guard let member = PersonName(name) else {
      throw RequestError(400, "\"name\" needs a name with letters in it")
    }
    let link = try storage.withSession {
      try $0.invite(member, to: group.id, isOwner: false, now: now())
    }
    // `ladder-server` sets the address before the first request.
    return try Response(InvitationResponse(link: link ?? ""), status: 201)
  }
}
