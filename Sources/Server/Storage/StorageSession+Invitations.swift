import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI

/// Invitations.
extension StorageSession {
  /// Records an invitation.
  ///
  /// - Returns: False if the group does not exist.
  /// - Throws: ``AccountRefusal`` if another member has the name, or if too many invitations are open.
  public func add(_ invitation: Invitation) throws -> Bool {
    try database.write { connection, _ in
      try deleteExpired(at: invitation.now, on: connection)
      let (group, now) = (
        Value.text(invitation.group.rawValue),
        Value.integer(invitation.now.millisecondsSince1970)
      )
      let member = Value.integer(invitation.memberID ?? 0)
      if invitation.memberID == nil {
        try requireUnused(invitation.member.key, in: group, on: connection)
      }
      let openCount = try connection.first(
        """
        SELECT count(*) AS links FROM invitations i JOIN groups g ON g.number = i.in_group
        WHERE g.id = $1 AND i.expires_at > $2 AND i.used_at IS NULL AND coalesce(i.member, 0) = $3
        """, group, now, member
      ) { try $0.count("links") }
      let maxCount =
        invitation.memberID == nil ? Invitation.maxCount : Invitation.maxCountForDevices
      guard openCount ?? 0 < maxCount else { throw AccountRefusal.tooManyInvitations(maxCount) }
      return try connection.hasRow(
        """
        INSERT INTO invitations
          (secret, in_group, member, made_by, name, name_key, is_owner, expires_at)
        SELECT $1, number, nullif($2, 0), nullif($3, 0), $4, $5, $6, $7 FROM groups WHERE id = $8
        ON CONFLICT (secret) DO UPDATE SET expires_at = excluded.expires_at RETURNING secret
        """,
        .bytes(invitation.secret.bytes), member, .integer(invitation.madeBy ?? 0),
        .text(invitation.member.text), .text(invitation.member.key), .boolean(invitation.isOwner),
        .integer(invitation.expiresAt.millisecondsSince1970), group)
    }
  }

  /// Returns the invitations of a group that can still be used, oldest first.
  public func openInvitations(to group: Group.ID, now: Date) throws -> [OpenInvitation] {
    try database.read { connection in
      try connection.all(
        """
        SELECT i.number, i.name, i.is_owner, i.member IS NOT NULL AS is_for_device, i.expires_at
        FROM invitations i JOIN groups g ON g.number = i.in_group
        WHERE g.id = $1 AND i.expires_at > $2 AND i.used_at IS NULL ORDER BY i.number
        """, .text(group.rawValue), .integer(now.millisecondsSince1970)
      ) {
        OpenInvitation(
          id: try $0.integer("number"), name: try $0.text("name"),
          isOwner: try $0.boolean("is_owner"), isForDevice: try $0.boolean("is_for_device"),
          expiresAt: try $0.date("expires_at"))
      }
    }
  }

  /// Deletes an unused invitation.
  ///
  /// - Returns: False if the group has no such invitation.
  public func cancelInvitation(_ id: Int64, to group: Group.ID) throws -> Bool {
    try database.write { connection, _ in
      try connection.hasRow(
        """
        DELETE FROM invitations WHERE number = $1 AND used_at IS NULL
          AND in_group = (SELECT number FROM groups WHERE id = $2) RETURNING number
        """, .integer(id), .text(group.rawValue))
    }
  }

  /// Uses an invitation, and adds a device for the invited member, who may be new.
  ///
  /// The same token can use the same invitation again, because the response, or the connection during the commit, may
  /// have been lost.
  public func redeem(
    _ secret: SecretHash, deviceName: String, token: SecretHash, now: Date
  ) throws -> Redemption {
    try database.write { connection, _ in
      let secret = Value.bytes(secret.bytes)
      connection.lock(
        "SELECT secret FROM invitations WHERE secret = $1 FOR NO KEY UPDATE", secret)
      let found = try connection.first(
        """
        SELECT i.*, used_at IS NOT NULL AS is_used, coalesce(member, 0) AS known_member,
          coalesce(made_by, 0) AS inviter
        FROM invitations i WHERE secret = $1
        """, secret
      ) {
        (
          isUsed: try $0.boolean("is_used"), expiresAt: try $0.integer("expires_at"),
          member: try $0.integer("known_member"), inviter: try $0.integer("inviter")
        )
      }
      guard let found else { return .unknown }
      let isTaken = try connection.hasRow(
        "SELECT number FROM devices WHERE token = $1", .bytes(token.bytes))
      if !found.isUsed {
        if found.expiresAt <= now.millisecondsSince1970 { return .expired }
        if isTaken { return .tokenTaken }
        guard
          let member = try found.member != 0
            ? found.member : addMember(invitedWith: secret, on: connection)
        else { return .nameTaken }
        lock(member, on: connection)
        let devices = try connection.first(
          "SELECT count(*) AS devices FROM devices WHERE member = $1", .integer(member)
        ) { try $0.count("devices") }
        guard devices ?? 0 < StoredDevice.maxCount else { return .tooManyDevices }
        try connection.queue(
          "UPDATE invitations SET used_at = $1 WHERE secret = $2",
          .integer(now.millisecondsSince1970), secret)
        try connection.queue(
          "INSERT INTO devices (member, name, token) VALUES ($1, $2, $3)", .integer(member),
          .text(deviceName), .bytes(token.bytes))
      }
      guard let device = try device(with: token, on: connection) else {
        return found.isUsed ? .used : .unknown
      }
      return .joined(device, invitedBy: found.inviter == 0 ? nil : found.inviter)
    }
  }

  /// Adds the invited member and returns the member's number; `nil` if another member has the name.
  private func addMember(
    invitedWith secret: Value, on connection: any StorageConnection
  ) throws -> Int64? {
    try connection.first(
      """
      INSERT INTO members (in_group, name, name_key, is_owner)
      SELECT in_group, name, name_key, is_owner FROM invitations WHERE secret = $1
      ON CONFLICT (in_group, name_key) WHERE removed_at IS NULL DO NOTHING RETURNING number
      """, secret
    ) { try $0.integer("number") }
  }

  /// Throws ``AccountRefusal`` if a member of the group has the same ``PersonName/key``.
  func requireUnused(
    _ key: String, in group: Value, on connection: any StorageConnection
  ) throws {
    let isUsed = try connection.hasRow(
      """
      SELECT m.number FROM members m JOIN groups g ON g.number = m.in_group
      WHERE g.id = $1 AND m.name_key = $2 AND m.removed_at IS NULL
      """, group, .text(key))
    if isUsed { throw AccountRefusal.nameTaken }
  }
}
