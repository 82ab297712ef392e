import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI

/// Races. All instants are milliseconds on the clock that all servers share.
extension StorageSession {
  /// The maximum numbers of races that are not over: opened by a member, and in a group.
  static let (maxRaceCountOfMember, maxRaceCountOfGroup) = (3, 50)
  /// The time after which a race is deleted.
  private static let raceLifetime: Int64 = 30 * 86_400_000

  // MARK: - Reading

  /// Returns a race for a member of its group.
  ///
  /// - Throws: ``RequestError`` if the group has no such race.
  func room(_ access: RaceAccess) throws -> RaceRoom {
    try race(access).room(for: access.member, at: access.now)
  }

  private func race(_ access: RaceAccess) throws -> StoredRace {
    let race = try database.read { try self.race(access.race, in: access.group, on: $0) }
    guard let race else { throw RequestError.noRace }
    return race
  }

  func race(
    _ id: UUID, in group: Group.ID, on connection: any StorageConnection
  ) throws -> StoredRace? {
    let statements = [
      Statement(
        "SELECT * FROM race_lines WHERE group_id = $1 AND id = $2", .text(group.rawValue), .uuid(id)
      ),
      Statement(
        """
        SELECT l.*, r.instants FROM racer_lines l JOIN racers r ON r.number = l.number
        WHERE l.race = $1 ORDER BY l.number
        """, .uuid(id)),
    ]
    return try races(statements, on: connection).first
  }

  /// Returns the races of a group that end after an instant, the latest first.
  func races(
    of group: Group.ID, endingAfter end: Int64, withInstants: Bool
  ) throws -> [StoredRace] {
    let statements = [
      Statement(
        """
        SELECT * FROM race_lines WHERE group_id = $1 AND ends_at > $2
        ORDER BY opened_at DESC, id LIMIT 200
        """, .text(group.rawValue), .integer(end)),
      Statement(
        """
        SELECT l.*, CASE WHEN $1 THEN r.instants ELSE '' END AS instants
        FROM racer_lines l JOIN racers r ON r.number = l.number
        WHERE l.group_id = $2 AND l.ends_at > $3 ORDER BY l.number
        """, .boolean(withInstants), .text(group.rawValue), .integer(end)),
    ]
    return try database.read { try races(statements, on: $0) }
  }

  /// Returns a change for each of the latest races of a group that are over in a range of instants.
  func raceChanges(
    of group: Group.ID, endingIn range: Range<Int64> = 0..<Int64.max
  ) throws -> [StorageChange] {
    try database.read { connection in
      try connection.all(
        """
        SELECT id FROM race_lines WHERE group_id = $1 AND ends_at >= $2 AND ends_at < $3
        ORDER BY opened_at DESC LIMIT 50
        """, .text(group.rawValue), .integer(range.lowerBound), .integer(range.upperBound)
      ) { .race(group, try $0.uuid("id")) }
    }
  }

  private func races(
    _ statements: [Statement], on connection: any StorageConnection
  ) throws -> [StoredRace] {
    var races: [StoredRace] = []
    var indices: [UUID: Int] = [:]
    try connection.run(statements) { index, row in
      if index == 0 {
        let race = try row.race()
        indices[race.room.id] = races.count
        races.append(race)
      } else if let race = indices[try row.uuid("race")] {
        try row.readRacer(of: &races[race])
      }
    }
    return races
  }

  // MARK: - Rooms

  /// Opens a race with its host as the first racer. A repeated call changes nothing.
  ///
  /// - Parameter maxLength: The time from the start until the race is over at the latest.
  /// - Throws: ``RequestError`` if the member or the group has too many races, or the ID is taken.
  func open(_ race: StoredRace, in group: Group.ID, maxLength: Int64) throws {
    let room = race.room
    try database.write { connection, changes in
      // One race at a time is opened in a group, so that its limit is exact.
      connection.lock(
        "SELECT number FROM groups WHERE id = $1 FOR NO KEY UPDATE", .text(group.rawValue))
      if let known = try self.race(room.id, in: group, on: connection)?.room,
        (known.host, known.challenge) == (room.host, room.challenge)
      {
        return
      }
      try requireFewRaces(of: room.host, in: group, at: room.openedAt, on: connection)
      try connection.queue(
        """
        DELETE FROM races WHERE in_group = (SELECT number FROM groups WHERE id = $1) AND ends_at < $2
        """, .text(group.rawValue), .integer(room.openedAt - Self.raceLifetime))
      let isNew = try connection.hasRow(
        """
        INSERT INTO races (id, in_group, challenge, opener, opened_at, scheduled_at, starts_at, ends_at,
          max_length)
        SELECT $1, number, $2, $3, $4, $5, $5, $6, $7 FROM groups WHERE id = $8
        ON CONFLICT DO NOTHING RETURNING id
        """,
        .uuid(room.id), .text(room.challenge), .integer(room.host), .integer(room.openedAt),
        .integer(room.scheduledAt ?? 0), .integer(race.endsAt), .integer(maxLength),
        .text(group.rawValue))
      guard isNew else { throw RequestError(409, "another race has this ID; use a new one") }
      try insertRacer(room.host, into: room.id, isReady: false, on: connection)
      changes.insert(.race(group, room.id))
    }
  }

  private func requireFewRaces(
    of member: Int64, in group: Group.ID, at now: Int64, on connection: any StorageConnection
  ) throws {
    let counts = try connection.first(
      """
      SELECT count(*) AS races, coalesce(sum(CASE WHEN opener = $1 THEN 1 ELSE 0 END), 0) AS own
      FROM race_lines WHERE group_id = $2 AND ends_at > $3
      """, .integer(member), .text(group.rawValue), .integer(now)
    ) { (all: try $0.count("races"), own: try $0.count("own")) }
    guard let counts, counts.own < Self.maxRaceCountOfMember else {
      throw RequestError(
        409, "you have opened \(Self.maxRaceCountOfMember) races that are not over; leave one first"
      )
    }
    guard counts.all < Self.maxRaceCountOfGroup else {
      throw RequestError(
        409, "your group has \(Self.maxRaceCountOfGroup) races that are not over; join one of them")
    }
  }

  private func insertRacer(
    _ member: Int64, into race: UUID, isReady: Bool, on connection: any StorageConnection
  ) throws {
    try connection.queue(
      "INSERT INTO racers (race, member, is_ready, is_different) VALUES ($1, $2, $3, $4)",
      .uuid(race), .integer(member), .boolean(isReady), .boolean(false))
  }

  /// Lets a member join a race, or be ready or not. Starts the race if all racers are ready.
  ///
  /// - Throws: ``RequestError`` if the race is unknown, has started or is full.
  func enter(_ access: RaceAccess, isReady: Bool) throws -> RaceRoom {
    try change(access) { connection, race in
      let own = race.racer(access.member)
      if let own, own.state != .left, own.isReady == isReady || race.hasStarted(at: access.now) {
        return false
      }
      try race.requireWaiting(at: access.now)
      if own != nil {
        try connection.queue(
          "UPDATE racers SET is_ready = $1 WHERE race = $2 AND member = $3", .boolean(isReady),
          .uuid(access.race), .integer(access.member))
      } else {
        guard race.room.racers.count < RaceRoom.maxRacerCount else {
          throw RequestError(
            409, "the race has \(RaceRoom.maxRacerCount) racers already; you can watch it")
        }
        try insertRacer(access.member, into: access.race, isReady: isReady, on: connection)
      }
      try start(access, isForced: false, on: connection)
      return true
    }
  }

  /// Lets a member leave a race. A repeated call changes nothing.
  func leave(_ access: RaceAccess) throws {
    _ = try change(access) { connection, race in
      guard race.racer(access.member)?.isActive == true else { return false }
      if race.hasStarted(at: access.now) {
        try connection.queue(
          "UPDATE racers SET state = 'left' WHERE race = $1 AND member = $2", .uuid(access.race),
          .integer(access.member))
      } else {
        try connection.queue(
          "DELETE FROM racers WHERE race = $1 AND member = $2", .uuid(access.race),
          .integer(access.member))
        try start(access, isForced: false, on: connection)
      }
      _ = try endIfFinished(access, on: connection)
      return true
    }
  }

  /// Starts a race for its host. A repeated call changes nothing.
  ///
  /// - Throws: ``RequestError`` if the race is unknown or over, or the member is not the host.
  func start(_ access: RaceAccess) throws -> RaceRoom {
    try change(access) { connection, race in
      guard race.room(for: access.member, at: access.now).host == access.member else {
        throw RequestError(403, "only the host of the race can start it")
      }
      guard race.room.startsAt == nil else { return false }
      try race.requireWaiting(at: access.now)
      try start(access, isForced: true, on: connection)
      return true
    }
  }

  /// Starts a race if it was not started, and if all racers, at least two, are ready.
  ///
  /// - Parameter isForced: Whether the race starts even if racers are not ready.
  private func start(
    _ access: RaceAccess, isForced: Bool, on connection: any StorageConnection
  ) throws {
    try connection.queue(
      """
      UPDATE races SET starts_at = $1, ends_at = $1 + max_length
      WHERE id = $2 AND starts_at = 0 AND ($3 OR
        (SELECT count(*) FROM racer_lines WHERE race = $2) >= 2
        AND NOT EXISTS (SELECT 1 FROM racer_lines WHERE race = $2 AND NOT is_ready))
      """, .integer(access.now + RaceRoom.countdown.wholeMilliseconds), .uuid(access.race),
      .boolean(isForced))
  }

  /// Ends a race without active racers.
  ///
  /// - Returns: Whether the race has ended.
  func endIfFinished(
    _ access: RaceAccess, on connection: any StorageConnection
  ) throws -> Bool {
    try connection.hasRow(
      """
      UPDATE races SET ends_at = $1 WHERE id = $2 AND ends_at > $1 AND NOT EXISTS (
        SELECT 1 FROM racer_lines WHERE race = $2 AND state IN ('waiting', 'racing'))
      RETURNING id
      """, .integer(access.now), .uuid(access.race))
  }

  /// Calls `body` with a race that no other transaction changes, and returns the race afterwards.
  ///
  /// - Parameter body: Returns whether it has changed the race.
  /// - Throws: ``RequestError`` if the group has no such race, and errors of `body`.
  private func change(
    _ access: RaceAccess, _ body: (any StorageConnection, StoredRace) throws -> Bool
  ) throws -> RaceRoom {
    try database.write { connection, changes in
      lock(access.race, on: connection)
      func race() throws -> StoredRace {
        guard let race = try self.race(access.race, in: access.group, on: connection) else {
          throw RequestError.noRace
        }
        return race
      }
      var result = try race()
      if try body(connection, result) {
        changes.insert(.race(access.group, access.race))
        result = try race()
      }
      return result.room(for: access.member, at: access.now)
    }
  }

  func lock(_ race: UUID, on connection: any StorageConnection) {
    connection.lock("SELECT id FROM races WHERE id = $1 FOR NO KEY UPDATE", .uuid(race))
  }

  // MARK: - Results

  /// Links a workout to a race of its challenge in which its member has raced. Otherwise, nothing changes.
  ///
  /// A racer's workout is only replaced by a correction, which has replaced it in the member's history, too. A workout
  /// belongs to the first race that it is linked to.
  ///
  /// - Parameters:
  ///   - log: The workout's log, if it is valid.
  ///   - refusal: The reason that the workout was refused, if it was.
  func link(
    _ workout: SubmittedWorkout, _ log: WorkoutLog?, refusal: String?, _ access: RaceAccess
  ) throws {
    try database.write { connection, changes in
      lock(access.race, on: connection)
      guard let race = try race(access.race, in: access.group, on: connection),
        race.room.challenge == workout.challenge, race.hasStarted(at: access.now),
        let own = race.racer(access.member),
        race.scores[access.member] == nil || own.result?.workout == workout.id
      else { return }
      try connection.queue(
        """
        UPDATE racers SET workout = $1, is_different = $2, refusal = $3,
          state = CASE WHEN state IN ('waiting', 'racing') THEN 'finished' ELSE state END
        WHERE race = $4 AND member = $5
          AND NOT EXISTS (SELECT 1 FROM racers WHERE member = $5 AND workout = $1 AND race <> $4)
        """,
        .uuid(workout.id), .boolean(log.map(own.isDifferent) ?? true), .text(refusal ?? ""),
        .uuid(access.race), .integer(access.member))
      _ = try endIfFinished(access, on: connection)
      changes.insert(.race(access.group, access.race))
    }
  }
}

extension StorageRow {
  fileprivate func race() throws -> StoredRace {
    let (scheduledAt, startsAt) = (try integer("scheduled_at"), try integer("starts_at"))
    return StoredRace(
      room: RaceRoom(
        id: try uuid("id"), challenge: try text("challenge"), host: try integer("opener"), you: 0,
        openedAt: try integer("opened_at"), scheduledAt: scheduledAt == 0 ? nil : scheduledAt,
        startsAt: startsAt == 0 ? nil : startsAt),
      endsAt: try integer("ends_at"))
  }

  /// Adds the row's racer to a race.
  fileprivate func readRacer(of race: inout StoredRace) throws {
    guard let instants = [UInt32](hexadecimalText: try text("instants")) else {
      throw unexpectedValue(in: "instants")
    }
    var racer = RaceRoom.Racer(
      member: try integer("member"), name: try text("name"), isReady: try boolean("is_ready"),
      state: try value("state"), instants: instants,
      elapsed: UInt32(clamping: try integer("elapsed")))
    let refusal = try text("refusal")
    if try refusal.isEmpty && boolean("has_result") {
      race.scores[racer.member] = Score(
        reps: try count("reps"), duration: .milliseconds(try integer("score_ms")),
        rankKey: try integer("rank_key"))
    }
    let score = race.scores[racer.member]
    if score != nil || !refusal.isEmpty {
      racer.result = RaceResult(
        workout: try uuid("workout"), reps: score?.reps ?? instants.count,
        durationMilliseconds: score?.duration.wholeMilliseconds ?? Int64(racer.elapsed),
        isComplete: score?.isComplete ?? false, rank: nil,
        isDifferent: try boolean("is_different"), refusal: refusal.isEmpty ? nil : refusal)
    }
    race.room.racers.append(racer)
  }
}

extension [UInt32] {
  /// Reads numbers with eight hexadecimal digits each.
  ///
  /// - Returns: `nil` for any other text.
  fileprivate init?(hexadecimalText text: String) {
    self = []
    var rest = text[...]
    while !rest.isEmpty {
      guard let number = UInt32(rest.prefix(8), radix: 16) else { return nil }
      append(number)
      rest = rest.dropFirst(8)
    }
  }
}
