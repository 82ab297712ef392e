import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI

/// A session with a ``Storage``. Each method is one transaction.
///
/// All methods throw ``StorageError`` if the database fails; nothing has changed then.
public struct StorageSession {
  let storage: Storage

  var database: any StorageDatabase { storage.database }

  // MARK: - Settings

  /// Returns the server's address in links, if it was set.
  public func url() throws -> String? {
    try database.read { connection in
      try connection.first("SELECT value FROM settings WHERE name = 'url'") { try $0.text("value") }
    }
  }

  /// Sets the server's address in links.
  public func setURL(_ url: String) throws {
    try database.write { connection, _ in
      try connection.queue(
        """
        INSERT INTO settings (name, value) VALUES ('url', $1)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """, .text(url))
    }
  }

  // MARK: - Groups and invitations

  /// Creates a group.
  ///
  /// - Returns: False if there is a group with this ID.
  public func createGroup(_ group: Group) throws -> Bool {
    try database.write { connection, _ in
      try connection.hasRow(
        """
        INSERT INTO groups (id, name, time_zone, week_start, counting)
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id
        """,
        .text(group.id.rawValue), .text(group.name), .text(group.timeZone),
        .text(group.weekStart.rawValue), .text(group.counting.rawValue))
    }
  }

  /// Returns all groups by their IDs.
  public func groups() throws -> [Group] {
    try database.read { try $0.all("SELECT * FROM groups ORDER BY id") { try $0.group() } }
  }

  /// Returns the group with an ID, if any.
  public func group(_ id: Group.ID) throws -> Group? {
    try database.read { try group(id, on: $0) }
  }

  func group(_ id: Group.ID, on connection: any StorageConnection) throws -> Group? {
    try connection.first("SELECT * FROM groups WHERE id = $1", .text(id.rawValue)) {
      try $0.group()
    }
  }

  /// Sets the secret of a group's wall page, which replaces the one before.
  ///
  /// - Returns: False if the group does not exist.
  public func setWallSecret(_ secret: SecretHash, of group: Group.ID) throws -> Bool {
    try database.write { connection, changes in
      let isKnown = try connection.hasRow(
        "UPDATE groups SET wall_secret = $1 WHERE id = $2 RETURNING id", .bytes(secret.bytes),
        .text(group.rawValue))
      if isKnown { changes.insert(.access(group)) }
      return isKnown
    }
  }

  /// Returns the group whose wall page has a secret, if any.
  public func group(withWallSecret secret: SecretHash) throws -> Group? {
    try database.read { connection in
      try connection.first("SELECT * FROM groups WHERE wall_secret = $1", .bytes(secret.bytes)) {
        try $0.group()
      }
    }
  }

  /// Records an invitation.
  ///
  /// - Returns: False if the group does not exist.
  public func add(_ invitation: Invitation) throws -> Bool {
    try database.write { connection, _ in
      try connection.hasRow(
        """
        INSERT INTO invitations (secret, in_group, member_name, is_owner, expires_at)
        SELECT $1, number, $2, $3, $4 FROM groups WHERE id = $5
        ON CONFLICT (secret) DO UPDATE SET expires_at = excluded.expires_at RETURNING secret
        """,
        .bytes(invitation.secret.bytes), .text(invitation.member.text),
        .boolean(invitation.isOwner), .integer(invitation.expiresAt.millisecondsSince1970),
        .text(invitation.group.rawValue))
    }
  }

  // MARK: - Accounts

  /// Uses up an invitation and gives its member a device.
  ///
  /// A member whose name is already in the group gets another device. The same token can use the same invitation again,
  /// because the response, or the connection during the commit, may have been lost.
  public func redeem(
    _ secret: SecretHash, deviceName: String, token: SecretHash, now: Date
  ) throws -> Redemption {
    try database.write { connection, changes in
      let secret = Value.bytes(secret.bytes)
      connection.lock(
        "SELECT secret FROM invitations WHERE secret = $1 FOR NO KEY UPDATE", secret)
      let found = try connection.first(
        "SELECT expires_at, used_at IS NOT NULL AS is_used FROM invitations WHERE secret = $1",
        secret
      ) { (expiresAt: try $0.integer("expires_at"), isUsed: try $0.boolean("is_used")) }
      guard let found else { return .unknown }
      let known = try device(with: token, on: connection)
      if found.isUsed, known == nil { return .used }
      if !found.isUsed {
        if found.expiresAt <= now.millisecondsSince1970 { return .expired }
        guard known == nil else { return .tokenTaken }
        try connection.queue(
          "UPDATE invitations SET used_at = $1 WHERE secret = $2",
          .integer(now.millisecondsSince1970), secret)
        // A member who is invited again keeps the name's spelling, and can become an owner.
        try connection.queue(
          """
          INSERT INTO members (in_group, name, is_owner)
          SELECT in_group, member_name, is_owner FROM invitations WHERE secret = $1
          ON CONFLICT (in_group, lower(name)) DO UPDATE SET
            is_owner = members.is_owner OR excluded.is_owner
          """, secret)
        try connection.queue(
          """
          INSERT INTO devices (member, name, token)
          SELECT m.number, $1, $2 FROM invitations i JOIN members m
            ON m.in_group = i.in_group AND lower(m.name) = lower(i.member_name)
          WHERE i.secret = $3
          """, .text(deviceName), .bytes(token.bytes), secret)
      }
      guard let device = try known ?? device(with: token, on: connection) else { return .unknown }
      // An owner may have been an ordinary member before.
      if device.isOwner { changes.insert(.access(device.group.id)) }
      return .joined(device)
    }
  }

  /// Returns the device with a token, if any.
  public func device(with token: SecretHash) throws -> AuthenticatedDevice? {
    try database.read { try device(with: token, on: $0) }
  }

  private func device(
    with token: SecretHash, on connection: any StorageConnection
  ) throws -> AuthenticatedDevice? {
    try connection.first("SELECT * FROM accounts WHERE token = $1", .bytes(token.bytes)) {
      try $0.device()
    }
  }

  /// Returns the device with an ID, if any.
  public func device(_ id: Int64) throws -> AuthenticatedDevice? {
    try database.read { connection in
      try connection.first("SELECT * FROM accounts WHERE device = $1", .integer(id)) {
        try $0.device()
      }
    }
  }

  /// Returns a member's devices, oldest first.
  public func devices(of member: Int64) throws -> [StoredDevice] {
    try database.read { connection in
      try connection.all(
        "SELECT number, name FROM devices WHERE member = $1 ORDER BY number", .integer(member)
      ) { StoredDevice(id: try $0.integer("number"), name: try $0.text("name")) }
    }
  }

  /// Removes one of a member's devices, and the unused invitations with the member's name, which the device could know.
  ///
  /// - Returns: False if the member has no such device.
  public func removeDevice(_ device: Int64, of member: Int64) throws -> Bool {
    try database.write { connection, changes in
      let isKnown = try connection.hasRow(
        "DELETE FROM devices WHERE number = $1 AND member = $2 RETURNING number",
        .integer(device), .integer(member))
      guard isKnown else { return false }
      try removeInvitations(of: member, on: connection)
      if let group = try group(of: member, on: connection) { changes.insert(.access(group)) }
      return true
    }
  }

  /// Returns the members of a group by their names.
  public func members(of group: Group.ID) throws -> [Member] {
    try database.read { connection in
      try connection.all(
        """
        SELECT m.number, m.name, m.is_owner FROM members m JOIN groups g ON g.number = m.in_group
        WHERE g.id = $1 ORDER BY lower(m.name)
        """, .text(group.rawValue)
      ) {
        Member(
          id: try $0.integer("number"), name: try $0.text("name"),
          isOwner: try $0.boolean("is_owner"))
      }
    }
  }

  /// Makes a member an owner of the group, or not.
  ///
  /// - Returns: False if the member does not exist.
  public func setOwner(_ isOwner: Bool, member: Int64) throws -> Bool {
    try database.write { connection, changes in
      try connection.queue(
        "UPDATE members SET is_owner = $1 WHERE number = $2", .boolean(isOwner), .integer(member))
      guard let group = try group(of: member, on: connection) else { return false }
      changes.insert(.access(group))
      return true
    }
  }

  /// Removes a member with all devices, workouts and journal entries, and the unused invitations with that name.
  public func removeMember(_ member: Int64) throws {
    try database.write { connection, changes in
      // Invitations before the member, as in `redeem`, so that the two do not wait for each other.
      try removeInvitations(of: member, on: connection)
      lock(member, on: connection)
      guard let group = try group(of: member, on: connection) else { return }
      changes = try Set(
        connection.all(
          """
          SELECT DISTINCT b.challenge FROM bests JOIN boards b ON b.number = board
          WHERE member = $1
          """, .integer(member)
        ) { .board(group, Challenge.ID(rawValue: try $0.text("challenge"))) })
      changes.insert(.access(group))
      try connection.queue("DELETE FROM members WHERE number = $1", .integer(member))
    }
  }

  /// Makes other transactions that record something for a member wait for this one.
  func lock(_ member: Int64, on connection: any StorageConnection) {
    connection.lock(
      "SELECT number FROM members WHERE number = $1 FOR NO KEY UPDATE", .integer(member))
  }

  /// The error of a request that records something for a member who has just been removed.
  static let memberRemoved = StorageError("a member was removed during a request")

  private func group(
    of member: Int64, on connection: any StorageConnection
  ) throws -> Group.ID? {
    try connection.first(
      "SELECT g.id FROM members m JOIN groups g ON g.number = m.in_group WHERE m.number = $1",
      .integer(member)
    ) { try $0.value("id") }
  }

  /// Removes the unused invitations with a member's name.
  private func removeInvitations(
    of member: Int64, on connection: any StorageConnection
  ) throws {
    try connection.queue(
      """
      DELETE FROM invitations WHERE used_at IS NULL
        AND in_group = (SELECT in_group FROM members WHERE number = $1)
        AND lower(member_name) = (SELECT lower(name) FROM members WHERE number = $1)
      """, .integer(member))
  }
}

extension StorageRow {
  fileprivate func group() throws -> Group {
    Group(
      id: try value("id"), name: try text("name"), timeZone: try text("time_zone"),
      weekStart: try value("week_start"), counting: try value("counting"))
  }

  fileprivate func device() throws -> AuthenticatedDevice {
    AuthenticatedDevice(
      id: try integer("device"), member: try integer("member"),
      memberName: try text("member_name"), isOwner: try boolean("is_owner"), group: try group())
  }
}
