import FoundationEssentials
import Models
import SQLite
import ServerAPI

/// A session of ``SQLiteStorage``: groups, invitations and accounts.
struct SQLiteSession: StorageSession {
  let connection: Connection
  let boardNumbers = BoardNumbers()
  let observers: ChangeObservers

  init(_ connection: Connection, _ observers: ChangeObservers) {
    self.connection = connection
    self.observers = observers
  }

  /// Runs `body` in a write transaction, and reports the changes that it inserts after the commit.
  func write<Result>(_ body: (inout Set<StorageChange>) throws -> Result) throws -> Result {
    var changes: Set<StorageChange> = []
    let result = try connection.write { try body(&changes) }
    observers.report(changes)
    return result
  }

  // MARK: - Settings

  func url() throws -> String? {
    try connection.first("SELECT value FROM settings WHERE name = 'url'") { $0.text(0) }
  }

  func setURL(_ url: String) throws {
    try connection.run(
      "INSERT INTO settings (name, value) VALUES ('url', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      .text(url))
  }

  // MARK: - Groups and invitations

  func createGroup(_ group: Group) throws -> Bool {
    try connection.run(
      """
      INSERT INTO groups (id, name, time_zone, week_start, counting) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """,
      .text(group.id.rawValue), .text(group.name), .text(group.timeZone),
      .text(group.weekStart.rawValue), .text(group.counting.rawValue))
    return connection.changedRowCount > 0
  }

  func groups() throws -> [Group] {
    try connection.all(
      "SELECT id, name, time_zone, week_start, counting FROM groups ORDER BY id"
    ) { try $0.group(0) }
  }

  func group(_ id: Group.ID) throws -> Group? {
    try connection.first(
      "SELECT id, name, time_zone, week_start, counting FROM groups WHERE id = ?",
      .text(id.rawValue)
    ) { try $0.group(0) }
  }

  func setWallSecret(_ secret: SecretHash, of group: Group.ID) throws -> Bool {
    try write { changes in
      try connection.run(
        "UPDATE groups SET wall_secret = ? WHERE id = ?", .bytes(secret.bytes),
        .text(group.rawValue))
      guard connection.changedRowCount > 0 else { return false }
      changes.insert(.access(group))
      return true
    }
  }

  func group(withWallSecret secret: SecretHash) throws -> Group? {
    try connection.first(
      "SELECT id, name, time_zone, week_start, counting FROM groups WHERE wall_secret = ?",
      .bytes(secret.bytes)
    ) { try $0.group(0) }
  }

  func add(_ invitation: Invitation) throws -> Bool {
    try connection.run(
      """
      INSERT INTO invitations (secret, in_group, member_name, is_owner, expires_at)
      SELECT ?, number, ?, ?, ? FROM groups WHERE id = ?
      """,
      .bytes(invitation.secret.bytes), .text(invitation.member.text),
      .integer(invitation.isOwner ? 1 : 0),
      .integer(invitation.expiresAt.millisecondsSince1970), .text(invitation.group.rawValue))
    return connection.changedRowCount > 0
  }

  // MARK: - Accounts

  func redeem(
    _ secret: SecretHash, deviceName: String, token: SecretHash, now: Date
  ) throws -> Redemption {
    try write { changes in
      let found = try connection.first(
        "SELECT expires_at, used_at IS NOT NULL FROM invitations WHERE secret = ?",
        .bytes(secret.bytes)
      ) { (expiresAt: $0.integer(0), isUsed: $0.integer(1) != 0) }
      guard let found else { return .unknown }
      let known = try device(with: token)
      if found.isUsed { return known.map { .joined($0) } ?? .used }
      if found.expiresAt <= now.millisecondsSince1970 { return .expired }
      guard known == nil else { return .tokenTaken }
      try connection.run(
        "UPDATE invitations SET used_at = ? WHERE secret = ?",
        .integer(now.millisecondsSince1970), .bytes(secret.bytes))
      // A member who is invited again keeps the name's spelling, and can become an owner.
      try connection.run(
        """
        INSERT INTO members (in_group, name, is_owner)
        SELECT in_group, member_name, is_owner FROM invitations WHERE secret = ?
        ON CONFLICT (in_group, name COLLATE NOCASE) DO UPDATE SET
          is_owner = max(is_owner, excluded.is_owner)
        """, .bytes(secret.bytes))
      try connection.run(
        """
        INSERT INTO devices (member, name, token)
        SELECT m.number, ?, ? FROM invitations i JOIN members m
          ON m.in_group = i.in_group AND m.name = i.member_name COLLATE NOCASE
        WHERE i.secret = ?
        """, .text(deviceName), .bytes(token.bytes), .bytes(secret.bytes))
      guard let device = try device(with: token) else { return .unknown }
      // An owner may have been an ordinary member before.
      if device.isOwner { changes.insert(.access(device.group.id)) }
      return .joined(device)
    }
  }

  func device(with token: SecretHash) throws -> AuthenticatedDevice? {
    try connection.first(
      """
      SELECT d.number, m.number, m.name, m.is_owner, g.id, g.name, g.time_zone,
        g.week_start, g.counting
      FROM devices d JOIN members m ON m.number = d.member JOIN groups g ON g.number = m.in_group
      WHERE d.token = ?
      """, .bytes(token.bytes)
    ) { try $0.device() }
  }

  func device(_ id: Int64) throws -> AuthenticatedDevice? {
    try connection.first(
      """
      SELECT d.number, m.number, m.name, m.is_owner, g.id, g.name, g.time_zone,
        g.week_start, g.counting
      FROM devices d JOIN members m ON m.number = d.member JOIN groups g ON g.number = m.in_group
      WHERE d.number = ?
      """, .integer(id)
    ) { try $0.device() }
  }

  func devices(of member: Int64) throws -> [StoredDevice] {
    try connection.all(
      "SELECT number, name FROM devices WHERE member = ? ORDER BY number", .integer(member)
    ) { StoredDevice(id: $0.integer(0), name: $0.text(1)) }
  }

  func removeDevice(_ device: Int64, of member: Int64) throws -> Bool {
    try write { changes in
      try connection.run(
        "DELETE FROM devices WHERE number = ? AND member = ?", .integer(device), .integer(member))
      guard connection.changedRowCount > 0 else { return false }
      try removeInvitations(of: member)
      if let group = try group(of: member) { changes.insert(.access(group)) }
      return true
    }
  }

  func members(of group: Group.ID) throws -> [Member] {
    try connection.all(
      """
      SELECT m.number, m.name, m.is_owner FROM members m JOIN groups g ON g.number = m.in_group
      WHERE g.id = ? ORDER BY m.name COLLATE NOCASE
      """, .text(group.rawValue)
    ) { Member(id: $0.integer(0), name: $0.text(1), isOwner: $0.integer(2) != 0) }
  }

  func setOwner(_ isOwner: Bool, member: Int64) throws -> Bool {
    try write { changes in
      try connection.run(
        "UPDATE members SET is_owner = ? WHERE number = ?", .integer(isOwner ? 1 : 0),
        .integer(member))
      guard let group = try group(of: member) else { return false }
      changes.insert(.access(group))
      return true
    }
  }

  func removeMember(_ member: Int64) throws {
    try write { changes in
      guard let group = try group(of: member) else { return }
      changes = try Set(boardChanges(of: member, in: group) + [.access(group)])
      try removeInvitations(of: member)
      try connection.run("DELETE FROM members WHERE number = ?", .integer(member))
    }
  }

  /// Returns the changes of the leaderboards on which a member has an entry.
  private func boardChanges(of member: Int64, in group: Group.ID) throws -> [StorageChange] {
    try connection.all(
      "SELECT DISTINCT b.challenge FROM bests JOIN boards b ON b.number = board WHERE member = ?",
      .integer(member)
    ) { .board(group, Challenge.ID(rawValue: $0.text(0))) }
  }

  private func group(of member: Int64) throws -> Group.ID? {
    try connection.first(
      "SELECT g.id FROM members m JOIN groups g ON g.number = m.in_group WHERE m.number = ?",
      .integer(member)
    ) { Group.ID(rawValue: $0.text(0)) } ?? nil
  }

  /// Removes the unused invitations with a member's name.
  private func removeInvitations(of member: Int64) throws {
    try connection.run(
      """
      DELETE FROM invitations WHERE used_at IS NULL
        AND in_group = (SELECT in_group FROM members WHERE number = ?1)
        AND member_name COLLATE NOCASE = (SELECT name FROM members WHERE number = ?1)
      """, .integer(member))
  }
}

extension Row {
  fileprivate func device() throws -> AuthenticatedDevice {
    AuthenticatedDevice(
      id: integer(0), member: integer(1), memberName: text(2), isOwner: integer(3) != 0,
      group: try group(4))
  }

  /// Returns the group in five columns.
  fileprivate func group(_ column: Int32) throws -> Group {
    guard
      let id = Group.ID(rawValue: text(column)),
      let weekStart = Settings.WeekStart(rawValue: text(column + 3)),
      let counting = CountingRule(rawValue: text(column + 4))
    else { throw corruptionError("a group that Ladder did not write") }
    return Group(
      id: id, name: text(column + 1), timeZone: text(column + 2), weekStart: weekStart,
      counting: counting)
  }
}
