import ServerAPI

extension ServerConnection {
  /// Joins a group with the secret of an invitation. The same request with the same token can be repeated.
  ///
  /// - Parameters:
  ///   - device: The name of this device, as its owner sees it in the list of devices.
  ///   - token: The token for this device. A server of an older version chooses another one.
  /// - Throws: ``ServerError``.
  public func join(
    _ secret: String, device: String, token: String
  ) async throws -> JoinResponse {
    let response: JoinResponse = try await call(
      .post, "join", body: JoinRequest(invite: secret, device: device, token: token))
    guard StoredAccount.isToken(response.token) else { throw invalid("the token is not valid") }
    return response
  }

  /// Returns the account with its devices.
  ///
  /// - Throws: ``ServerError``.
  public func account() async throws -> Account { try await call(.get, "account") }

  /// Removes the member from the group, with all devices, workouts and scores.
  ///
  /// - Throws: ``ServerError``.
  public func removeAccount() async throws { try await call(.delete, "account") }

  /// Removes a device of the member.
  ///
  /// - Throws: ``ServerError``.
  public func removeDevice(_ id: Account.Device.ID) async throws {
    try await call(.delete, "account/devices/\(id)")
  }

  /// Returns a link with which another device of the member joins.
  ///
  /// - Throws: ``ServerError``.
  public func inviteDevice() async throws -> InvitationResponse {
    try await call(.post, "account/devices")
  }

  /// Returns the members of the group.
  ///
  /// - Throws: ``ServerError``.
  public func members() async throws -> [Member] { try await call(.get, "members") }

  /// Returns a link for a new member; for owners of the group.
  ///
  /// - Throws: ``ServerError``.
  public func invite(_ name: String) async throws -> InvitationResponse {
    try await call(.post, "invitations", body: InvitationRequest(name: name))
  }

  /// Removes a member from the group; for owners.
  ///
  /// - Throws: ``ServerError``.
  public func removeMember(_ id: Member.ID) async throws {
    try await call(.delete, "members/\(id)")
  }
}
