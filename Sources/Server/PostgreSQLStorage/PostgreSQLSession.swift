import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI

/// A session of ``PostgreSQLStorage``: groups, invitations and accounts.
///
/// A method is repeated after a conflict with another transaction, and after a lost connection, when it can be committed
/// already. All of them are idempotent: by the IDs of workouts, by the hashes of tokens and invitations, or because they
/// set or remove something. A repetition may only report that there was nothing left to change.
struct PostgreSQLSession: StorageSession {
  let storage: PostgreSQLStorage

  var boardNumbers: PostgreSQLBoardNumbers { storage.boardNumbers }

  /// Calls `body` with a connection, and again after errors that pass.
  ///
  /// - Throws: ``StorageError``, and other errors of `body`.
  @discardableResult
  func perform<Result>(_ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
    try PostgreSQLStorage.translatingErrors { try storage.pool.perform(body) }
  }

  /// Runs `body` in a transaction, and reports the changes that it inserts after the commit.
  ///
  /// - Throws: ``StorageError``, and other errors of `body`.
  func write<Result>(
    _ body: (PostgreSQLConnection, inout Set<StorageChange>) throws -> Result
  ) throws -> Result {
    let (result, changes) = try perform { connection in
      var changes: Set<StorageChange> = []
      let result = try connection.transaction {
        let result = try body(connection, &changes)
        // Part of the transaction, so that no server misses that a device has lost its access.
        for change in changes where change.isAccess {
          connection.queue(storage.notification(of: change))
        }
        return result
      }
      return (result, changes)
    }
    storage.report(changes)
    return result
  }

  // MARK: - Settings

  func url() throws -> String? {
    try perform { connection in
      try connection.run("SELECT value FROM settings WHERE name = 'url'").first { try $0.text(0) }
    }
  }

  func setURL(_ url: String) throws {
    try perform { connection in
      try connection.run(
        """
        INSERT INTO settings (name, value) VALUES ('url', $1)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """, .text(url))
    }
  }

  // MARK: - Groups and invitations

  func createGroup(_ group: Group) throws -> Bool {
    try perform { connection in
      try connection.run(
        """
        INSERT INTO groups (id, name, time_zone, week_start, counting)
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING
        """,
        .text(group.id.rawValue), .text(group.name), .text(group.timeZone),
        .text(group.weekStart.rawValue), .text(group.counting.rawValue)
      ).changedRowCount > 0
    }
  }

  func groups() throws -> [Group] {
    try perform { connection in
      try connection.run(
        """
        SELECT id, name, time_zone, week_start, counting FROM groups ORDER BY id COLLATE "C"
        """
      ).all { try $0.group(0) }
    }
  }

  func group(_ id: Group.ID) throws -> Group? {
    try perform { try group(id, on: $0) }
  }

  func group(_ id: Group.ID, on connection: PostgreSQLConnection) throws -> Group? {
    try connection.run(
      "SELECT id, name, time_zone, week_start, counting FROM groups WHERE id = $1",
      .text(id.rawValue)
    ).first { try $0.group(0) }
  }

  func setWallSecret(_ secret: SecretHash, of group: Group.ID) throws -> Bool {
    try write { connection, changes in
      let isKnown =
        try connection.run(
          "UPDATE groups SET wall_secret = $1 WHERE id = $2", .bytes(secret.bytes),
          .text(group.rawValue)
        ).changedRowCount > 0
      if isKnown { changes.insert(.access(group)) }
      return isKnown
    }
  }

  func group(withWallSecret secret: SecretHash) throws -> Group? {
    try perform { connection in
      try connection.run(
        "SELECT id, name, time_zone, week_start, counting FROM groups WHERE wall_secret = $1",
        .bytes(secret.bytes)
      ).first { try $0.group(0) }
    }
  }

  func add(_ invitation: Invitation) throws -> Bool {
    try perform { connection in
      try connection.run(
        """
        INSERT INTO invitations (secret, in_group, member_name, is_owner, expires_at)
        SELECT $1, number, $3, $4, $5 FROM groups WHERE id = $2
        ON CONFLICT (secret) DO UPDATE SET expires_at = excluded.expires_at
        """,
        .bytes(invitation.secret.bytes), .text(invitation.group.rawValue),
        .text(invitation.member.text), .boolean(invitation.isOwner),
        .integer(invitation.expiresAt.millisecondsSince1970)
      ).changedRowCount > 0
    }
  }

  // MARK: - Accounts

  func redeem(
    _ secret: SecretHash, deviceName: String, token: SecretHash, now: Date
  ) throws -> Redemption {
    try write { connection, changes in
      let found = try connection.run(
        """
        SELECT expires_at, used_at IS NOT NULL FROM invitations WHERE secret = $1
        FOR NO KEY UPDATE
        """, .bytes(secret.bytes)
      ).first { (expiresAt: try $0.integer(0), isUsed: try $0.boolean(1)) }
      guard let found else { return .unknown }
      let known = try device(with: token, on: connection)
      if found.isUsed { return known.map { joined($0, &changes) } ?? .used }
      if found.expiresAt <= now.millisecondsSince1970 { return .expired }
      guard known == nil else { return .tokenTaken }
      connection.queue(
        "UPDATE invitations SET used_at = $2 WHERE secret = $1", .bytes(secret.bytes),
        .integer(now.millisecondsSince1970))
      // A member who is invited again keeps the name's spelling, and can become an owner.
      connection.queue(
        """
        WITH member AS (
          INSERT INTO members (in_group, name, is_owner)
          SELECT in_group, member_name, is_owner FROM invitations WHERE secret = $1
          ON CONFLICT (in_group, lower(name COLLATE "C")) DO UPDATE SET
            is_owner = members.is_owner OR excluded.is_owner
          RETURNING number)
        INSERT INTO devices (member, name, token) SELECT number, $2, $3 FROM member
        """, .bytes(secret.bytes), .text(deviceName), .bytes(token.bytes))
      return try device(with: token, on: connection).map { joined($0, &changes) } ?? .unknown
    }
  }

  private func joined(
    _ device: AuthenticatedDevice, _ changes: inout Set<StorageChange>
  ) -> Redemption {
    // An owner may have been an ordinary member before.
    if device.isOwner { changes.insert(.access(device.group.id)) }
    return .joined(device)
  }

  func device(with token: SecretHash) throws -> AuthenticatedDevice? {
    try perform { try device(with: token, on: $0) }
  }

  func device(_ id: Int64) throws -> AuthenticatedDevice? {
    try perform { connection in
      try connection.run(
        """
        SELECT d.number, m.number, m.name, m.is_owner, g.id, g.name, g.time_zone, g.week_start,
          g.counting
        FROM devices d JOIN members m ON m.number = d.member JOIN groups g ON g.number = m.in_group
        WHERE d.number = $1
        """, .integer(id)
      ).first { try $0.device() }
    }
  }

  private func device(
    with token: SecretHash, on connection: PostgreSQLConnection
  ) throws -> AuthenticatedDevice? {
    try connection.run(
      """
      SELECT d.number, m.number, m.name, m.is_owner, g.id, g.name, g.time_zone, g.week_start,
        g.counting
      FROM devices d JOIN members m ON m.number = d.member JOIN groups g ON g.number = m.in_group
      WHERE d.token = $1
      """, .bytes(token.bytes)
    ).first { try $0.device() }
  }

  func devices(of member: Int64) throws -> [StoredDevice] {
    try perform { connection in
      try connection.run(
        "SELECT number, name FROM devices WHERE member = $1 ORDER BY number", .integer(member)
      ).all { StoredDevice(id: try $0.integer(0), name: try $0.text(1)) }
    }
  }

  func removeDevice(_ device: Int64, of member: Int64) throws -> Bool {
    try write { connection, changes in
      let isKnown =
        try connection.run(
          "DELETE FROM devices WHERE number = $1 AND member = $2", .integer(device),
          .integer(member)
        ).changedRowCount > 0
      guard isKnown else { return false }
      removeInvitations(of: member, on: connection)
      if let group = try group(of: member, on: connection) { changes.insert(.access(group)) }
      return true
    }
  }

  func members(of group: Group.ID) throws -> [Member] {
    try perform { connection in
      try connection.run(
        """
        SELECT m.number, m.name, m.is_owner FROM members m JOIN groups g ON g.number = m.in_group
        WHERE g.id = $1 ORDER BY lower(m.name COLLATE "C")
        """, .text(group.rawValue)
      ).all { Member(id: try $0.integer(0), name: try $0.text(1), isOwner: try $0.boolean(2)) }
    }
  }

  func setOwner(_ isOwner: Bool, member: Int64) throws -> Bool {
    try write { connection, changes in
      connection.queue(
        "UPDATE members SET is_owner = $1 WHERE number = $2", .boolean(isOwner), .integer(member))
      guard let group = try group(of: member, on: connection) else { return false }
      changes.insert(.access(group))
      return true
    }
  }

  func removeMember(_ member: Int64) throws {
    try write { connection, changes in
      // Invitations before the member, as in `redeem`, so that the two do not wait for each other.
      removeInvitations(of: member, on: connection)
      try lock(member, on: connection)
      guard let group = try group(of: member, on: connection) else { return }
      changes = try Set(
        connection.run(
          """
          SELECT DISTINCT b.challenge FROM bests JOIN boards b ON b.number = board
          WHERE member = $1
          """, .integer(member)
        ).all { .board(group, Challenge.ID(rawValue: try $0.text(0))) })
      changes.insert(.access(group))
      connection.queue("DELETE FROM members WHERE number = $1", .integer(member))
    }
  }

  /// Makes other transactions that record something for a member wait for this one.
  ///
  /// - Returns: Whether the member exists.
  @discardableResult
  func lock(_ member: Int64, on connection: PostgreSQLConnection) throws -> Bool {
    try connection.run([Self.lockMember(member)])[0].first { _ in true } ?? false
  }

  static let memberRemoved = StorageError("PostgreSQL: a member was removed during a request")

  static func lockMember(_ member: Int64) -> Statement {
    Statement("SELECT number FROM members WHERE number = $1 FOR NO KEY UPDATE", .integer(member))
  }

  private func group(of member: Int64, on connection: PostgreSQLConnection) throws -> Group.ID? {
    try connection.run(
      "SELECT g.id FROM members m JOIN groups g ON g.number = m.in_group WHERE m.number = $1",
      .integer(member)
    ).first { Group.ID(rawValue: try $0.text(0)) } ?? nil
  }

  /// Removes the unused invitations with a member's name.
  private func removeInvitations(of member: Int64, on connection: PostgreSQLConnection) {
    connection.queue(
      """
      DELETE FROM invitations i USING members m
      WHERE m.number = $1 AND i.in_group = m.in_group AND i.used_at IS NULL
        AND lower(i.member_name COLLATE "C") = lower(m.name COLLATE "C")
      """, .integer(member))
  }
}

extension PostgreSQLRow {
  fileprivate func device() throws -> AuthenticatedDevice {
    AuthenticatedDevice(
      id: try integer(0), member: try integer(1), memberName: try text(2),
      isOwner: try boolean(3), group: try group(4))
  }

  /// Returns the group in five columns.
  fileprivate func group(_ column: Int32) throws -> Group {
    guard let id = Group.ID(rawValue: try text(column)) else {
      throw unexpectedValue(in: column)
    }
    guard let weekStart = Settings.WeekStart(rawValue: try text(column + 3)) else {
      throw unexpectedValue(in: column + 3)
    }
    guard let counting = CountingRule(rawValue: try text(column + 4)) else {
      throw unexpectedValue(in: column + 4)
    }
    return Group(
      id: id, name: try text(column + 1), timeZone: try text(column + 2), weekStart: weekStart,
      counting: counting)
  }
}
