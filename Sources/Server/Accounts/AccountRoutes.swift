import FoundationEssentials
import Models
import ServerAPI
import Sodium

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

// MARK: - Groups

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

// MARK: - Secrets

/// A random secret: a device's token, or an invitation.
public struct Secret: Hashable, Sendable {
  /// The text of the secret: 43 characters of Base64 for URLs.
  public let text: String

  /// Creates a secret of 256 random bits.
  public init() {
    text = Sodium.randomBytes(32).base64URLText
  }

  /// Creates a secret that was received.
  ///
  /// - Returns: `nil` unless the text can be a secret.
  public init?(_ text: String) {
    guard text.utf8.count == 43, text.utf8.allSatisfy(\.isBase64URL) else { return nil }
    self.text = text
  }

  /// The hash, which is all that a server keeps.
  public var hash: SecretHash { SecretHash(bytes: Sodium.hash(Array(text.utf8))) }
}

/// The BLAKE2b hash of a ``Secret``. A secret has 256 random bits, so that its hash needs neither salt nor delay.
public struct SecretHash: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }
}

// MARK: - Links

extension StorageSession {
  /// Records an invitation and returns its link. The secret is in the fragment, which browsers send to no server.
  ///
  /// - Returns: `nil` if the server's address in links is not set.
  /// - Throws: ``StorageError``.
  public func invite(
    _ member: PersonName, to group: Group.ID, isOwner: Bool, now: Date
  ) throws -> String? {
    let secret = Secret()
    _ = try add(
      Invitation(secret: secret.hash, group: group, member: member, isOwner: isOwner, now: now))
    return try url().map { "\($0)/join#\(secret.text)" }
  }

  /// Returns a new link to the wall page of a group, which replaces the one before.
  ///
  /// - Returns: `nil` if there is no such group, or the server's address in links is not set.
  /// - Throws: ``StorageError``.
  public func makeWallLink(for group: Group.ID) throws -> String? {
    let secret = Secret()
    guard let url = try url(), try setWallSecret(secret.hash, of: group) else { return nil }
    return "\(url)/wall/\(secret.text)"
  }
}
