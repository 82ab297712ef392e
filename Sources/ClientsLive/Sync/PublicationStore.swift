import FoundationEssentials
import Models
import ServerAPI
import SQLite

extension Connection {
  /// The store of the workouts that are published in groups.
  public var publications: PublicationStore { PublicationStore(connection: self) }
  /// The store of the last seen pages of groups' leaderboards.
  var seenPages: SeenPageStore { SeenPageStore(connection: self) }
}

/// A store of the challenges that are published in groups, and of the workouts on the groups' servers.
///
/// The waiting workouts are the difference between the person's workouts and those on a server. So code that changes a
/// workout needs to know nothing about groups, and nothing is lost or sent twice if the program ends at any moment.
public struct PublicationStore {
  let connection: Connection

  /// Returns the challenges that are published in a group.
  public func challenges(in group: JoinedGroup.ID) throws -> [Challenge.ID] {
    try connection.all(
      "SELECT challenge FROM publications WHERE account = ? ORDER BY challenge",
      .text(group.rawValue)
    ) { Challenge.ID(rawValue: $0.text(0)) }
  }

  /// Starts or stops publishing a challenge in a group.
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

  /// Forgets which workouts the server of a group has, for example after joining again.
  public func forgetServer(of group: JoinedGroup.ID) throws {
    try connection.write {
      try connection.run("DELETE FROM published WHERE account = ?", .text(group.rawValue))
      try connection.run("DELETE FROM seen_pages WHERE account = ?", .text(group.rawValue))
    }
  }

  /// Forgets everything about a group.
  public func forget(_ group: JoinedGroup.ID) throws {
    try connection.write {
      try forgetServer(of: group)
      try connection.run("DELETE FROM publications WHERE account = ?", .text(group.rawValue))
    }
  }

  /// Returns whether a challenge is published in a group, and the number of waiting workouts.
  ///
  /// - Complexity: O(n) in the person's workouts of the challenge.
  public func publication(
    of challenge: Challenge.ID, by name: PersonName, in group: JoinedGroup.ID
  ) throws -> Publication {
    try connection.read {
      let isOn = try challenges(in: group).contains(challenge)
      let person = try connection.people.rowID(of: name) ?? 0
      return Publication(
        isOn: isOn,
        waitingCount: try unpublishedCount(of: challenge, by: person, in: group)
          + withdrawnCount(of: challenge, in: group),
        refusal: try refusal(in: challenge, group))
    }
  }

  /// Returns whether workouts wait to be published or withdrawn in a group.
  ///
  /// - Complexity: O(n) in the person's workouts of the published challenges.
  public func hasWaiting(by name: PersonName, in group: JoinedGroup.ID) throws -> Bool {
    try connection.read {
      let published = try connection.all(
        "SELECT DISTINCT challenge FROM published WHERE account = ?", .text(group.rawValue)
      ) { Challenge.ID(rawValue: $0.text(0)) }
      return try Set(challenges(in: group) + published).contains {
        try publication(of: $0, by: name, in: group).waitingCount > 0
      }
    }
  }

  private func unpublishedCount(
    of challenge: Challenge.ID, by person: Int64, in group: JoinedGroup.ID
  ) throws -> Int {
    let count = try connection.first(
      """
      SELECT count(*) FROM workouts w
      WHERE w.challenge = ?2 AND w.person = ?3 AND w.deleted_at IS NULL
        AND EXISTS (SELECT 1 FROM shared_workouts s WHERE s.account = ?1 AND s.workout = w.id)
        AND NOT EXISTS (SELECT 1 FROM published q WHERE q.account = ?1 AND q.workout = w.id)
      """, .text(group.rawValue), .text(challenge.rawValue), .integer(person)
    ) { $0.count() }
    return count ?? 0
  }

  private func withdrawnCount(of challenge: Challenge.ID, in group: JoinedGroup.ID) throws -> Int {
    let count = try connection.first(
      """
      SELECT count(*) FROM published q
      WHERE q.account = ?1 AND q.challenge = ?2 AND q.refusal IS NULL AND NOT EXISTS (
        SELECT 1 FROM shared_workouts s WHERE s.workout = q.workout AND s.account = ?1)
      """, .text(group.rawValue), .text(challenge.rawValue)
    ) { $0.count() }
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
    ) { Publication.Refusal(workout: try $0.uuid("workout"), reason: $0.text("refusal")) }
  }
}

// MARK: - Sending

extension PublicationStore {
  /// Workouts to send to a group's server.
  struct Batch {
    var workouts: [SubmittedWorkout] = []
    /// The workouts that have no score, or cannot be read. They are not sent.
    var unranked: [(id: Workout.ID, challenge: Challenge.ID)] = []
  }

  /// Returns some of the person's workouts that are to be published and that the server does not have.
  ///
  /// - Parameters:
  ///   - isRetry: Whether to return refused workouts instead of those that wait, in case the rule has changed.
  ///   - maxCount: The maximum number of workouts.
  ///   - maxBytes: The total size of the logs, in bytes, at which the batch ends.
  /// - Complexity: O(n) in the person's workouts of the published challenges.
  func batch(
    by name: PersonName, in group: JoinedGroup.ID, isRetry: Bool = false, maxCount: Int,
    maxBytes: Int = 512 << 10
  ) throws -> Batch {
    try connection.read {
      guard let person = try connection.people.rowID(of: name) else { return Batch() }
      var batch = Batch()
      var size = 0
      let found = try connection.all(
        """
        SELECT w.*, r.race AS race
        FROM workouts w LEFT JOIN races r ON r.account = ?1 AND r.workout = w.id
          LEFT JOIN published q ON q.account = ?1 AND q.workout = w.id
        WHERE w.id IN (
            SELECT p.id FROM publications b JOIN workouts p ON p.challenge = b.challenge
            WHERE b.account = ?1 AND p.person = ?2 AND p.deleted_at IS NULL
            UNION ALL SELECT workout FROM races WHERE account = ?1)
          AND w.person = ?2 AND w.deleted_at IS NULL
          AND CASE WHEN ?4 THEN q.refusal IS NOT NULL ELSE q.workout IS NULL END
        ORDER BY q.refusal = '', w.started_at DESC LIMIT ?3
        """, .text(group.rawValue), .integer(person), .integer(Int64(maxCount)),
        .integer(isRetry ? 1 : 0)
      ) {
        (
          id: try $0.uuid("id"), challenge: Challenge.ID(rawValue: $0.text("challenge")),
          workout: try? $0.workout(), race: $0.isNull("race") ? nil : try $0.uuid("race")
        )
      }
      for (id, challenge, workout, race) in found {
        guard
          let workout, let challenge = Catalogue.standard[challenge],
          workout.acceptedScore(in: challenge) != nil
        else {
          batch.unranked.append((id, challenge))
          continue
        }
        let submitted = SubmittedWorkout(workout, in: race)
        size += submitted.log.count
        guard size <= maxBytes || batch.workouts.isEmpty else { break }
        batch.workouts.append(submitted)
      }
      return batch
    }
  }

  /// Records the workouts that a server has accepted or refused.
  ///
  /// - Parameter refusal: The reason for the refusal; empty if the workout was not sent, `nil` if it was accepted.
  func record(
    _ workouts: [(id: Workout.ID, challenge: Challenge.ID, refusal: String?)],
    in group: JoinedGroup.ID
  ) throws {
    guard !workouts.isEmpty else { return }
    try connection.write {
      for (id, challenge, refusal) in workouts {
        try connection.run(
          """
          INSERT INTO published (account, workout, challenge, refusal) VALUES (?, ?, ?, ?)
          ON CONFLICT (account, workout) DO UPDATE SET refusal = excluded.refusal
          """, .text(group.rawValue), .uuid(id), .text(challenge.rawValue), .text(refusal))
      }
    }
  }

  /// Returns some of the workouts to withdraw: those that are in the trash, deleted, corrected, or of challenges that
  /// are no longer published.
  ///
  /// Refused workouts of this kind are forgotten instead.
  ///
  /// - Complexity: O(n) in the published workouts.
  func withdrawals(in group: JoinedGroup.ID, maxCount: Int) throws -> [Workout.ID] {
    try connection.write {
      try connection.run(
        """
        DELETE FROM published WHERE account = ?1 AND refusal IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM shared_workouts s
          WHERE s.workout = published.workout AND s.account = ?1)
        """, .text(group.rawValue))
      return try connection.all(
        """
        SELECT q.workout FROM published q WHERE q.account = ?1 AND NOT EXISTS (
          SELECT 1 FROM shared_workouts s WHERE s.workout = q.workout AND s.account = ?1)
        LIMIT ?2
        """, .text(group.rawValue), .integer(Int64(maxCount))
      ) { try $0.uuid(0) }
    }
  }

  /// Records that a server no longer has a workout.
  func forget(_ workout: Workout.ID, in group: JoinedGroup.ID) throws {
    try connection.run(
      "DELETE FROM published WHERE account = ? AND workout = ?", .text(group.rawValue),
      .uuid(workout))
  }
}

extension SubmittedWorkout {
  fileprivate init(_ workout: Workout, in race: Race.ID?) {
    self.init(
      id: workout.id, challenge: workout.challenge.rawValue, startedAt: workout.startedAt,
      log: Data(workout.log.bytes), race: race)
  }
}

// MARK: - Pages

/// A store of the last seen pages of groups' leaderboards, for use without a network.
struct SeenPageStore {
  let connection: Connection

  /// A page as the server sent it.
  struct Page {
    var body: Data
    var tag: String?
    var seenAt: Date
  }

  /// The maximum number of pages, and the maximum size of a page in bytes. Larger pages are not saved.
  static let maxCount = 100
  static let maxSize = 64 << 10

  /// Returns a page; `nil` if it was never seen or has been removed since.
  func page(_ request: String, of group: JoinedGroup.ID) throws -> Page? {
    try connection.first(
      "SELECT * FROM seen_pages WHERE account = ? AND request = ?",
      .text(group.rawValue), .text(request)
    ) { row in
      Page(
        body: row.withBytes("body") { Data($0.prefix(Self.maxSize)) },
        tag: row.textOrNil("tag"), seenAt: row.date("seen_at"))
    }
  }

  /// Saves a page, and removes the oldest pages if there are too many.
  func save(_ page: Page, _ request: String, of group: JoinedGroup.ID) throws {
    guard page.body.count <= Self.maxSize else { return }
    try connection.write {
      try connection.run(
        """
        INSERT INTO seen_pages (account, request, seen_at, tag, body) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (account, request)
        DO UPDATE SET seen_at = excluded.seen_at, tag = excluded.tag, body = excluded.body
        """, .text(group.rawValue), .text(request), .integer(page.seenAt.millisecondsSince1970),
        .text(page.tag), .bytes(Array(page.body)))
      try connection.run(
        """
        DELETE FROM seen_pages WHERE (account, request) IN (
          SELECT account, request FROM seen_pages ORDER BY seen_at DESC LIMIT -1 OFFSET ?)
        """, .integer(Int64(Self.maxCount)))
    }
  }
}
