import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI

/// Devices.
extension StorageSession {
  /// Returns the device with a token, if any.
  public func device(with token: SecretHash) throws -> AuthenticatedDevice? {
    try database.read { try device(with: token, on: $0) }
  }

  func device(
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

  /// Renames one of a member's devices.
  ///
  /// - Returns: False if the member has no such device.
  public func renameDevice(
    _ device: Int64, of member: Int64, to name: PersonName
  ) throws -> Bool {
    try database.write { connection, _ in
      try connection.hasRow(
        "UPDATE devices SET name = $1 WHERE number = $2 AND member = $3 RETURNING number",
        .text(name.text), .integer(device), .integer(member))
    }
  }

  /// Removes one of a member's devices, with the unused invitations that it created, and those for other devices of the
  /// member, because the device may have seen their links.
  ///
  /// - Returns: False if the member has no such device.
  public func removeDevice(_ device: Int64, of member: Int64) throws -> Bool {
    try database.write { connection, changes in
      let isKnown = try connection.hasRow(
        "DELETE FROM devices WHERE number = $1 AND member = $2 RETURNING number",
        .integer(device), .integer(member))
      guard isKnown else { return false }
      try connection.queue(
        "DELETE FROM invitations WHERE used_at IS NULL AND (made_by = $1 OR member = $2)",
        .integer(device), .integer(member))
      if let group = try group(of: member, on: connection) { changes.insert(.access(group)) }
      return true
    }
  }
}

/// Members.
extension StorageSession {
  /// Returns the members of a group, sorted by name.
  public func members(of group: Group.ID) throws -> [Member] {
    try database.read { connection in
      try connection.all(
        """
        SELECT m.number, m.name, m.is_owner FROM members m JOIN groups g ON g.number = m.in_group
        WHERE g.id = $1 AND m.removed_at IS NULL ORDER BY m.name_key
        """, .text(group.rawValue)
      ) { try $0.member() }
    }
  }

  /// Returns a member of a group with the amounts of the member's data, or `nil` if there is no such member.
  public func contents(of member: Int64, in group: Group.ID) throws -> MemberContents? {
    try database.read { connection in
      try connection.first(
        """
        SELECT m.number, m.name, m.is_owner,
          (SELECT count(*) FROM devices WHERE member = m.number) AS devices,
          (SELECT count(*) FROM present_workouts WHERE member = m.number) AS workouts,
          coalesce((SELECT entries FROM journals WHERE member = m.number), 0) AS entries
        FROM members m JOIN groups g ON g.number = m.in_group
        WHERE m.number = $1 AND g.id = $2 AND m.removed_at IS NULL
        """, .integer(member), .text(group.rawValue)
      ) {
        MemberContents(
          member: try $0.member(), devices: try $0.count("devices"),
          workouts: try $0.count("workouts"), journalEntries: try $0.count("entries"))
      }
    }
  }

  /// Sets whether a member is an owner of the group.
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

  /// Renames a member.
  ///
  /// - Returns: False if the member does not exist.
  /// - Throws: ``AccountRefusal`` if another member has the name.
  public func rename(_ member: Int64, to name: PersonName) throws -> Bool {
    try database.write { connection, changes in
      guard let group = try group(of: member, on: connection) else { return false }
      let isTaken = try connection.hasRow(
        """
        SELECT o.number FROM members o JOIN members m ON m.in_group = o.in_group
        WHERE m.number = $1 AND o.number <> $1 AND o.name_key = $2 AND o.removed_at IS NULL
        """, .integer(member), .text(name.key))
      if isTaken { throw AccountRefusal.nameTaken }
      try connection.queue(
        "UPDATE members SET name = $1, name_key = $2 WHERE number = $3", .text(name.text),
        .text(name.key), .integer(member))
      // The version changes, because pages show the name.
      try connection.queue(
        """
        UPDATE boards SET version = version + 1
        WHERE number IN (SELECT board FROM bests WHERE member = $1)
        """, .integer(member))
      changes = try boardChanges(of: member, in: group, on: connection)
      return true
    }
  }

  /// Makes other transactions that record data of a member wait for this one.
  func lock(_ member: Int64, on connection: any StorageConnection) {
    connection.lock(
      "SELECT number FROM members WHERE number = $1 FOR NO KEY UPDATE", .integer(member))
  }

  /// The error of a request that records data of a member who has just been removed.
  static let memberRemoved = StorageError("a member was removed during a request")

  private func group(
    of member: Int64, on connection: any StorageConnection
  ) throws -> Group.ID? {
    try connection.first(
      """
      SELECT g.id FROM members m JOIN groups g ON g.number = m.in_group
      WHERE m.number = $1 AND m.removed_at IS NULL
      """, .integer(member)
    ) { try $0.value("id") }
  }

  /// Returns the changes to report after a new name or a change of access: of the group's access, and of the member's
  /// leaderboards.
  private func boardChanges(
    of member: Int64, in group: Group.ID, on connection: any StorageConnection
  ) throws -> Set<StorageChange> {
    let boards = try connection.all(
      "SELECT DISTINCT b.challenge FROM bests JOIN boards b ON b.number = board WHERE member = $1",
      .integer(member)
    ) { StorageChange.board(group, Challenge.ID(rawValue: try $0.text("challenge"))) }
    return Set(boards).union([.access(group)])
  }
}

// MARK: - Removal

extension StorageSession {
  /// Deletes a member who leaves, with all devices, workouts and journal entries.
  public func deleteMember(_ member: Int64) throws {
    try removeMember(member) { connection in
      try connection.queue("DELETE FROM members WHERE number = $1", .integer(member))
    }
  }

  /// Removes a member with all devices, workouts and journal entries, which are deleted after ``Removal/period``.
  public func removeMember(_ member: Int64, now: Date) throws {
    try removeMember(member) { connection in
      try deleteExpired(at: now, on: connection)
      try connection.queue("DELETE FROM bests WHERE member = $1", .integer(member))
      try connection.queue(
        "UPDATE members SET removed_at = $1 WHERE number = $2",
        .integer(now.millisecondsSince1970), .integer(member))
    }
  }

  private func removeMember(
    _ member: Int64, _ remove: (any StorageConnection) throws -> Void
  ) throws {
    try database.write { connection, changes in
      // Invitations are deleted before the member is locked, in the same order as in `redeem`, to avoid a deadlock.
      try connection.queue(
        """
        DELETE FROM invitations WHERE used_at IS NULL AND (member = $1
          OR made_by IN (SELECT number FROM devices WHERE member = $1)
          OR (member IS NULL AND in_group = (SELECT in_group FROM members WHERE number = $1)
            AND name_key = (SELECT name_key FROM members WHERE number = $1)))
        """, .integer(member))
      lock(member, on: connection)
      guard let group = try group(of: member, on: connection) else { return }
      changes = try boardChanges(of: member, in: group, on: connection)
      try remove(connection)
    }
  }

  /// Restores a removed member with all data that has not been deleted yet.
  ///
  /// - Returns: False if the group has no such removed member.
  /// - Throws: ``AccountRefusal`` if another member has the name now.
  public func restoreMember(_ member: Int64, in group: Group.ID) throws -> Bool {
    try database.write { connection, changes in
      lock(member, on: connection)
      let key = try connection.first(
        """
        SELECT m.name_key FROM members m JOIN groups g ON g.number = m.in_group
        WHERE m.number = $1 AND g.id = $2 AND m.removed_at IS NOT NULL
        """, .integer(member), .text(group.rawValue)
      ) { try $0.text("name_key") }
      guard let key else { return false }
      try requireUnused(key, in: .text(group.rawValue), on: connection)
      // Some workouts may have been deleted, because another member published the same reps after the removal.
      try connection.queue(
        """
        UPDATE members SET removed_at = NULL, workouts_size = coalesce(
          (SELECT sum(length(log) + $1) FROM workouts WHERE member = $2), 0)
        WHERE number = $2
        """, .integer(ScoredWorkout.storedSize(ofLog: 0)), .integer(member))
      let boards = try connection.all(
        """
        SELECT DISTINCT b.number FROM workouts w JOIN boards b
          ON b.in_group = w.in_group AND b.challenge = w.challenge AND b.week IN (0, w.week)
        WHERE w.member = $1
        """, .integer(member)
      ) { try $0.integer("number") }
      for board in boards { try restoreBest(of: member, onBoard: board, on: connection) }
      changes = try boardChanges(of: member, in: group, on: connection)
      return true
    }
  }

  /// Returns the members and results of a group that can be restored, the most recently removed first.
  public func removals(in group: Group.ID) throws -> [Removal] {
    try database.read { connection in
      var removals: [Removal] = []
      let statements = [
        Statement(
          """
          SELECT m.number, m.name, m.removed_at FROM members m JOIN groups g ON g.number = m.in_group
          WHERE g.id = $1 AND m.removed_at IS NOT NULL
          """, .text(group.rawValue)),
        Statement(
          """
          SELECT m.number, m.name, w.removed_at, w.id, w.challenge
          FROM workouts w JOIN members m ON m.number = w.member JOIN groups g ON g.number = w.in_group
          WHERE g.id = $1 AND w.removed_at IS NOT NULL AND m.removed_at IS NULL AND length(w.log) > 0
          """, .text(group.rawValue)),
      ]
      try connection.run(statements) { index, row in
        removals.append(
          Removal(
            member: try row.integer("number"), name: try row.text("name"),
            workout: index == 0 ? nil : try row.uuid("id"),
            challenge: index == 0 ? nil : try row.text("challenge"),
            removedAt: try row.date("removed_at")))
      }
      return removals.sorted { $0.removedAt > $1.removedAt }
    }
  }

  /// Deletes data that was removed, and invitations that expired, more than ``Removal/period`` ago.
  ///
  /// The IDs of removed results are kept, so that members cannot publish these results again.
  func deleteExpired(at now: Date, on connection: any StorageConnection) throws {
    let end = Value.integer(now.addingTimeInterval(-Removal.period).millisecondsSince1970)
    try connection.queue("DELETE FROM invitations WHERE expires_at < $1", end)
    try connection.queue("DELETE FROM members WHERE removed_at < $1", end)
    try connection.queue(
      """
      UPDATE members SET workouts_size = workouts_size - (
        SELECT sum(length(log)) FROM workouts WHERE member = members.number AND removed_at < $1)
      WHERE number IN (SELECT member FROM workouts WHERE removed_at < $1 AND length(log) > 0)
      """, end)
    try connection.queue(
      "UPDATE workouts SET log = $1 WHERE removed_at < $2 AND length(log) > 0", .bytes([]), end)
  }
}

extension StorageRow {
  fileprivate func member() throws -> Member {
    Member(
      id: try integer("number"), name: try text("name"), isOwner: try boolean("is_owner"))
  }
}
