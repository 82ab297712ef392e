import FoundationEssentials
import Models
import SQLite
import ServerAPI

/// A store of the challenges that are published in groups, and of what their servers have.
///
/// The waiting workouts are the difference between the person's workouts and what a server has. So nothing that changes
/// a workout needs to know about groups, and nothing is lost or sent twice if the program ends at any moment.
public struct PublicationStore {
  let connection: Connection

  /// Creates the store of an open Ladder database.
  public init(_ connection: Connection) { self.connection = connection }

  /// Returns the challenges that are published in a group.
  ///
  /// - Throws: ``DatabaseError``.
  public func challenges(in group: JoinedGroup.ID) throws -> [Challenge.ID] {
    try connection.all(
      "SELECT challenge FROM publications WHERE account = ? ORDER BY challenge",
      .text(group.rawValue)
    ) { Challenge.ID(rawValue: $0.text(0)) }
  }

  /// Starts or stops publishing a challenge in a group.
  ///
  /// - Throws: ``DatabaseError``.
  public func setPublished(
    _ isOn: Bool, _ challenge: Challenge.ID, in group: JoinedGroup.ID
  ) throws {
    if isOn {
      try connection.run(
        """
        INSERT INTO publications (account, challenge) VALUES (?, ?)
        ON CONFLICT (account, challenge) DO NOTHING
        """, .text(group.rawValue), .text(challenge.rawValue))
    } else {
      try connection.run(
        "DELETE FROM publications WHERE account = ? AND challenge = ?", .text(group.rawValue),
        .text(challenge.rawValue))
    }
  }

  /// Forgets what the server of a group has, as after joining again.
  ///
  /// - Throws: ``DatabaseError``.
  public func forgetServer(of group: JoinedGroup.ID) throws {
    try connection.write {
      try connection.run("DELETE FROM published WHERE account = ?", .text(group.rawValue))
      try connection.run("DELETE FROM seen_pages WHERE account = ?", .text(group.rawValue))
    }
  }

  /// Forgets everything about a group.
  ///
  /// - Throws: ``DatabaseError``.
  public func forget(_ group: JoinedGroup.ID) throws {
    try connection.write {
      try forgetServer(of: group)
      try connection.run("DELETE FROM publications WHERE account = ?", .text(group.rawValue))
    }
  }

  /// Returns whether a challenge is published in a group, and what waits.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(n) in the person's workouts of the challenge.
  public func publication(
    of challenge: Challenge.ID, by name: PersonName, in group: JoinedGroup.ID
  ) throws -> Publication {
    try connection.read {
      let isOn = try challenges(in: group).contains(challenge)
      let person = try PersonStore(connection).rowID(of: name) ?? 0
      return Publication(
        isOn: isOn,
        waitingCount: try unpublishedCount(of: challenge, by: person, in: group)
          + withdrawnCount(of: challenge, in: group),
        refusal: try refusal(in: challenge, group))
    }
  }

  private func unpublishedCount(
    of challenge: Challenge.ID, by person: Int64, in group: JoinedGroup.ID
  ) throws -> Int {
    let count = try connection.first(
      """
      SELECT count(*) FROM publications b JOIN workouts w ON w.challenge = b.challenge
      WHERE b.account = ?1 AND b.challenge = ?2 AND w.person = ?3 AND w.deleted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM published q WHERE q.account = ?1 AND q.workout = w.id)
      """, .text(group.rawValue), .text(challenge.rawValue), .integer(person)
    ) { $0.count(0) }
    return count ?? 0
  }

  private func withdrawnCount(of challenge: Challenge.ID, in group: JoinedGroup.ID) throws -> Int {
    let count = try connection.first(
      """
      SELECT count(*) FROM published q
      WHERE q.account = ?1 AND q.challenge = ?2 AND q.refusal IS NULL AND NOT EXISTS (
        SELECT 1 FROM workouts w JOIN publications b ON b.challenge = w.challenge
        WHERE w.id = q.workout AND w.deleted_at IS NULL AND b.account = ?1)
      """, .text(group.rawValue), .text(challenge.rawValue)
    ) { $0.count(0) }
    return count ?? 0
  }

  private func refusal(
    in challenge: Challenge.ID, _ group: JoinedGroup.ID
  ) throws -> Publication.Refusal? {
    try connection.first(
      """
      SELECT q.workout, q.refusal FROM published q JOIN workouts w ON w.id = q.workout
      WHERE q.account = ? AND q.challenge = ? AND q.refusal <> '' AND w.deleted_at IS NULL
      ORDER BY w.started_at DESC LIMIT 1
      """, .text(group.rawValue), .text(challenge.rawValue)
    ) { Publication.Refusal(workout: try $0.uuid(0), reason: $0.text(1)) }
  }
}
