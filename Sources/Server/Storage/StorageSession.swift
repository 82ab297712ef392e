import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI

/// A session with a ``Storage``. Each method is one transaction.
///
/// All methods throw ``StorageError`` if the database fails; then nothing has changed.
public struct StorageSession {
  let storage: Storage

  var database: any StorageDatabase { storage.database }

  // MARK: - Settings

  /// Returns the server's address in links, if it has been set.
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

  /// Returns all groups, sorted by ID.
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

  /// Sets the secret of a group's wall page, which replaces the previous one.
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

  /// Returns the group whose wall page has the given secret, if any.
  public func group(withWallSecret secret: SecretHash) throws -> Group? {
    try database.read { connection in
      try connection.first("SELECT * FROM groups WHERE wall_secret = $1", .bytes(secret.bytes)) {
        try $0.group()
      }
    }
  }
}

extension StorageRow {
  fileprivate func group() throws -> Group {
    Group(
      id: try value("id"), name: try text("name"), timeZone: try text("time_zone"),
      weekStart: try value("week_start"), counting: try value("counting"))
  }

  func device() throws -> AuthenticatedDevice {
    AuthenticatedDevice(
      id: try integer("device"), member: try integer("member"),
      memberName: try text("member_name"), isOwner: try boolean("is_owner"), group: try group())
  }
}
