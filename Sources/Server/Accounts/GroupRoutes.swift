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
        body: InvitationRequest.self, returns: .json(InvitationResponse.self), status: 201,
        others: [409: "Another member has the name, or too many links are open."])
    ) { service, request, _ in
      let owner = try service.owner(request)
      let invitation = try request.value(InvitationRequest.self)
      return try service.invite(
        invitation.name, isOwner: invitation.isOwner ?? false, by: owner)
    },
    Route(
      .get, "/v1/invitations",
      .init(
        "returns the open links, without their secrets; for owners",
        access: .owner, returns: .json([OpenInvitation].self))
    ) { service, request, _ in
      let owner = try service.owner(request)
      return try Response(
        service.storage.withSession {
          try $0.openInvitations(to: owner.group.id, now: service.now())
        })
    },
    Route(
      .delete, "/v1/invitations/{invitation}",
      .init("cancels a link; for owners", access: .owner, returns: .nothing, status: 204)
    ) { service, request, parameters in
      let owner = try service.owner(request)
      guard
        let id = parameters["invitation"].flatMap({ Int64($0) }),
        try service.storage.withSession({ try $0.cancelInvitation(id, to: owner.group.id) })
      else { throw RequestError(404, "your group has no such open link") }
      return Response(status: 204)
    },
    Route(
      .get, "/v1/members/{member}",
      .init(
        "returns a member with the amount of data that a removal would delete; for owners",
        access: .owner,
        returns: .json(MemberContents.self))
    ) { service, request, parameters in
      try Response(service.member(in: parameters, for: try service.owner(request)))
    },
    Route(
      .post, "/v1/members/{member}",
      .init(
        "changes the name or the role of a member; for owners", access: .owner,
        body: MemberChange.self, returns: .json(Member.self),
        others: [409: "Another member has the name, or the member is you."])
    ) { service, request, parameters in
      let owner = try service.owner(request)
      let member = try service.member(in: parameters, for: owner).member
      let change = try request.value(MemberChange.self)
      let name = try change.name.map { try service.name($0) }
      if change.isOwner == false, member.id == owner.member {
        throw RequestError(409, "you cannot give up your own role; ask another owner")
      }
      return try service.storage.withSession { session in
        if let name { _ = try session.rename(member.id, to: name) }
        if let isOwner = change.isOwner { _ = try session.setOwner(isOwner, member: member.id) }
        return try Response(
          Member(
            id: member.id, name: name?.text ?? member.name,
            isOwner: change.isOwner ?? member.isOwner))
      }
    },
    Route(
      .delete, "/v1/members/{member}",
      .init(
        "removes a member, and deletes the member's devices, workouts and scores after 30 days; for owners",
        access: .owner, returns: .nothing, status: 204, others: [409: "The member is you."])
    ) { service, request, parameters in
      let owner = try service.owner(request)
      let member = try service.member(in: parameters, for: owner).member
      guard member.id != owner.member else {
        throw RequestError(409, "to leave the group yourself, delete your account")
      }
      try service.storage.withSession { try $0.removeMember(member.id, now: service.now()) }
      return Response(status: 204)
    },
    Route(
      .post, "/v1/members/{member}/restore",
      .init(
        "restores a removed member; for owners", access: .owner, returns: .nothing, status: 204,
        others: [409: "Another member has the name."])
    ) { service, request, parameters in
      let owner = try service.owner(request)
      guard
        let id = parameters["member"].flatMap({ Int64($0) }),
        try service.storage.withSession({ try $0.restoreMember(id, in: owner.group.id) })
      else { throw unknownMember }
      return Response(status: 204)
    },
    Route(
      .delete, "/v1/results/{workout}",
      .init(
        "removes a member's result, and deletes it after 30 days; for owners",
        access: .owner, returns: .nothing, status: 204)
    ) { service, request, parameters in
      try service.changeResult(in: parameters, for: request) {
        try $0.removeResult($1, in: $2, now: service.now())
      }
    },
    Route(
      .post, "/v1/results/{workout}/restore",
      .init("restores a removed result; for owners", access: .owner, returns: .nothing, status: 204)
    ) { service, request, parameters in
      try service.changeResult(in: parameters, for: request) { try $0.restoreResult($1, in: $2) }
    },
    Route(
      .get, "/v1/removals",
      .init(
        "returns the removed members and results that can be restored; for owners",
        access: .owner, returns: .json([Removal].self))
    ) { service, request, _ in
      let owner = try service.owner(request)
      return try Response(service.storage.withSession { try $0.removals(in: owner.group.id) })
    },
    Route(
      .post, "/v1/group",
      .init(
        "changes the name and the rules of the group; for owners", access: .owner,
        body: GroupChange.self, returns: .json(GroupDescription.self))
    ) { service, request, _ in
      var group = try service.owner(request).group
      try group.apply(try request.value(GroupChange.self))
      _ = try service.storage.withSession { try $0.update(group) }
      return try Response(group.description)
    },
  ]

  private static let unknownMember = RequestError(404, "your group has no such member")

  private func owner(_ request: Request) throws -> AuthenticatedDevice {
    let device = try device(request)
    guard device.isOwner else {
      throw RequestError(403, "only an owner of the group can do this; ask one")
    }
    return device
  }

  /// Returns the member in the path of an owner's request.
  private func member(
    in parameters: Route.Parameters, for owner: AuthenticatedDevice
  ) throws -> MemberContents {
    guard
      let id = parameters["member"].flatMap({ Int64($0) }),
      let found = try storage.withSession({ try $0.contents(of: id, in: owner.group.id) })
    else { throw Self.unknownMember }
    return found
  }

  /// Calls `change` with the result and the group of an owner's request. `change` returns false if there is no such
  /// result.
  private func changeResult(
    in parameters: Route.Parameters, for request: Request,
    _ change: (StorageSession, UUID, Group.ID) throws -> Bool
  ) throws -> Response {
    let owner = try owner(request)
    guard
      let id = parameters["workout"].flatMap(UUID.init(uuidString:)),
      try storage.withSession({ try change($0, id, owner.group.id) })
    else { throw RequestError(404, "your group has no such result") }
    return Response(status: 204)
  }

  /// Returns the response to a device's request for a link.
  ///
  /// - Parameter memberID: The member who adds a device; `nil` for a new member.
  func invite(
    _ name: String, memberID: Int64? = nil, isOwner: Bool = false, by device: AuthenticatedDevice
  ) throws -> Response {
    let name = try self.name(name)
    let link = try storage.withSession {
      try $0.invite {
        Invitation(
          secret: $0, group: device.group.id, member: name, memberID: memberID,
          madeBy: device.id, isOwner: isOwner, now: now())
      }
    }
    return try Response(InvitationResponse(link: link), status: 201)
  }

  /// Returns a name from a request.
  func name(_ text: String) throws -> PersonName {
    guard let name = PersonName(text) else {
      throw RequestError(400, "\"name\" must be a name that contains letters")
    }
    return name
  }
}

extension Group {
  var description: GroupDescription {
    GroupDescription(
      id: id.rawValue, name: name, timeZone: timeZone, weekStart: weekStart.rawValue,
      counting: counting)
  }

  /// Changes the name and the rules.
  ///
  /// - Throws: ``AccountRefusal`` for a value that a group cannot have.
  public mutating func apply(_ change: GroupChange) throws {
    if let text = change.name {
      guard let name = PersonName(text) else {
        throw AccountRefusal.invalid("the name of a group must contain letters, as in \"The club\"")
      }
      self.name = name.text
    }
    if let zone = change.timeZone {
      guard TimeZones.rules(named: zone) != nil else {
        throw AccountRefusal.invalid(
          "the server has no time zone \(zone.quoted); choose one from its /usr/share/zoneinfo, "
            + "such as Europe/Berlin, or install the package tzdata on it")
      }
      timeZone = zone
    }
    if let text = change.weekStart {
      guard let day = Settings.WeekStart(rawValue: text) else {
        throw AccountRefusal.invalid(
          "the first weekday must be monday, sunday or saturday, not \(text.quoted)")
      }
      weekStart = day
    }
    if let counting = change.counting { self.counting = counting }
  }
}
