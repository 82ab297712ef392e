import FoundationEssentials
import Models
import ServerAPI
import Sodium

extension Service {
  static let accountRoutes: [Route] = [
    Route(
      .post, "/v1/join",
      .init(
        "uses an invitation and returns the device's token", access: .anyone,
        body: JoinRequest.self, returns: .json(JoinResponse.self), status: 201,
        others: [
          404: "The server does not know the link.",
          409: "Another member has the name, or the member has too many devices.",
          410: "The link was used or has expired.",
        ]
      )
    ) { service, request, _ in
      guard let sender = request.sender(), let limits = service.limits else {
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
        "leaves the group and deletes the member's devices, workouts and scores", returns: .nothing,
        status: 204)
    ) { service, request, _ in
      let device = try service.device(request)
      try service.storage.withSession { try $0.deleteMember(device.member) }
      return Response(status: 204)
    },
    Route(
      .post, "/v1/account/devices",
      .init(
        "returns a link for another device of the member", returns: .json(InvitationResponse.self),
        status: 201, others: [409: "The member has too many open links."])
    ) { service, request, _ in
      let device = try service.device(request)
      return try service.invite(device.memberName, memberID: device.member, by: device)
    },
    Route(
      .post, "/v1/account/devices/{device}",
      .init("renames a device", body: DeviceChange.self, returns: .nothing, status: 204)
    ) { service, request, parameters in
      let current = try service.device(request)
      guard let id = parameters["device"].flatMap({ Int64($0) }) else { throw unknownDevice }
      let name = try service.name(try request.value(DeviceChange.self).name)
      let isKnown = try service.storage.withSession {
        try $0.renameDevice(id, of: current.member, to: name)
      }
      guard isKnown else { throw unknownDevice }
      return Response(status: 204)
    },
    Route(
      .delete, "/v1/account/devices/{device}",
      .init("revokes the access of a device", returns: .nothing, status: 204)
    ) { service, request, parameters in
      let current = try service.device(request)
      guard
        let id = parameters["device"].flatMap({ Int64($0) }),
        try service.storage.withSession({ try $0.removeDevice(id, of: current.member) })
      else { throw unknownDevice }
      return Response(status: 204)
    },
  ]

  private static let unknownDevice = RequestError(404, "you have no such device")

  private func join(_ request: JoinRequest) throws -> Response {
    // A text that cannot be a secret gets the same response as an unknown secret.
    guard let invite = Secret(request.invite) else { throw Self.unknownInvitation }
    guard let name = PersonName(request.device)?.text else {
      throw RequestError(400, "\"device\" must be a name that contains letters")
    }
    guard let token = request.token.map({ Secret($0) }) ?? Secret() else {
      throw RequestError(400, "\"token\" must be 43 characters of Base64 for URLs")
    }
    let result = try storage.withSession {
      try $0.redeem(invite.hash, deviceName: name, token: token.hash, now: now())
    }
    switch result {
    case .joined(let device, let inviter):
      var response = try Response(
        JoinResponse(
          token: token.text, member: device.memberName, group: device.group.description),
        status: 201)
      response.joined = JoinedDevice(
        device: device.id, member: device.member, invitedBy: inviter)
      return response
    case .unknown: throw Self.unknownInvitation
    case .expired: throw RequestError(410, "this link has expired; ask for a new one")
    case .tokenTaken: throw RequestError(400, "\"token\" belongs to another device")
    case .used: throw RequestError(410, "this link has already been used; ask for a new one")
    case .nameTaken:
      throw RequestError(409, "another member has your name; ask for a link with another name")
    case .tooManyDevices:
      throw RequestError(
        409,
        "you have \(StoredDevice.maxCount) machines already; remove one with \"ladder sync remove\""
      )
    }
  }

  private static let unknownInvitation = RequestError(
    404, "this server does not know the link; ask for a new one")
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

  /// Creates a secret from received text.
  ///
  /// - Returns: `nil` unless the text can be a secret.
  public init?(_ text: String) {
    var text = text
    let isSecret = text.withUTF8 { $0.count == 43 && $0.allSatisfy(\.isBase64URL) }
    guard isSecret else { return nil }
    self.text = text
  }

  /// The hash, which is the only form that a server stores.
  public var hash: SecretHash { SecretHash(Sodium.hash(Array(text.utf8))) }
}

/// The BLAKE2b hash of a ``Secret``. A secret has 256 random bits, so its hash needs neither salt nor a slow function.
public struct SecretHash: Hashable, Sendable {
  private let words: SIMD4<UInt64>

  fileprivate init(_ bytes: [UInt8]) {
    words = bytes.withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
  }

  public var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

  // One word is enough, because the hash is random.
  public func hash(into hasher: inout Hasher) { hasher.combine(words[0]) }
}

// MARK: - Links

extension StorageSession {
  /// Records an invitation and returns its link. The secret is in the fragment, which browsers never send to a server.
  ///
  /// - Throws: ``StorageError``, and ``AccountRefusal``, for example if the server's address in links is not set.
  public func invite(_ invitation: (SecretHash) -> Invitation) throws -> String {
    guard let url = try url() else { throw AccountRefusal.unknownAddress }
    let secret = Secret()
    _ = try add(invitation(secret.hash))
    return "\(url)/join#\(secret.text)"
  }

  /// Returns a new link to the wall page of a group, which replaces the previous link.
  ///
  /// - Throws: ``StorageError``, and ``AccountRefusal`` if the server's address in links is not set.
  public func makeWallLink(for group: Group.ID) throws -> String {
    guard let url = try url() else { throw AccountRefusal.unknownAddress }
    let secret = Secret()
    _ = try setWallSecret(secret.hash, of: group)
    return "\(url)/wall/\(secret.text)"
  }
}
