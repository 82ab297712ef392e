import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI

/// Reps of racers.
extension StorageSession {
  /// Records batches of racers' reps, whose instants increase, in one transaction. Repeated batches change nothing.
  ///
  /// - Parameter batches: The batches, sorted by race and racer, so that transactions do not wait for each other in a
  ///   circle.
  /// - Returns: For each batch, the number of the racer's reps, or `nil` if the batch changes nothing: it is missing
  ///   reps before it, is older than the last one, or the racer cannot send it.
  func add(_ batches: [(batch: RaceBatch, access: RaceAccess)]) throws -> [Int?] {
    try database.write { connection, changes in
      // Of two racers who finish at once, the second one must see that the first one has finished.
      for (batch, access) in batches where batch.state != .racing {
        lock(access.race, on: connection)
      }
      var counts = [Int?](repeating: nil, count: batches.count)
      try connection.run(batches.map(statement)) { counts[$0] = try $1.count("reps") }
      var events: [(group: Group.ID, reps: RaceRepsEvent, size: Int)] = []
      for ((batch, access), count) in zip(batches, counts) where count != nil {
        // A notification of PostgreSQL has space for 700 units of 11 bytes: a rep, or a tenth of the rest of a batch.
        let size = batch.instants.count + 10
        if events.last.map({ $0.reps.race != access.race || $0.size + size > 600 }) ?? true {
          events.append((access.group, RaceRepsEvent(race: access.race, racers: []), 0))
        }
        events[events.count - 1].reps.racers.append(.init(member: access.member, batch: batch))
        events[events.count - 1].size += size
        guard batch.state != .racing else { continue }
        let isCompared = try compareAgain(access, on: connection)
        if try endIfFinished(access, on: connection) || isCompared {
          changes.insert(.race(access.group, access.race))
        }
      }
      changes.formUnion(events.map { .reps($0.group, $0.reps) })
      return counts
    }
  }

  /// Returns the statement that records a batch and returns the number of the racer's reps, or changes nothing.
  private func statement(for batch: RaceBatch, _ access: RaceAccess) -> Statement {
    Statement(
      """
      UPDATE racers SET instants = substr(instants, 1, CAST($1 AS int)) || $2, elapsed = $3, state = $4
      WHERE race = $5 AND member = $6 AND elapsed <= $3
        AND (state IN ('waiting', 'racing') OR state = 'finished' AND workout IS NOT NULL AND is_different)
        AND length(instants) >= $1
        AND ($1 = 0 OR substr(instants, CAST($1 - 7 AS int), 8) < $7)
        AND EXISTS (SELECT 1 FROM races WHERE id = $5 AND starts_at BETWEEN 1 AND $8
          AND ends_at > $8 AND starts_at + $3 <= $8 + $9)
      RETURNING length(instants) / 8 AS reps
      """,
      .integer(Int64(8 * batch.position)), .text(batch.instants.hexadecimalText),
      .integer(Int64(batch.elapsed)), .text(batch.state.rawValue), .uuid(access.race),
      .integer(access.member),
      // Without reps, any instant before them is accepted.
      .text(batch.instants.isEmpty ? "x" : batch.instants.prefix(1).hexadecimalText),
      .integer(access.now), .integer(RaceBatch.maxLead))
  }

  /// Returns the number of a racer's reps after a batch that has changed nothing.
  ///
  /// - Throws: ``RequestError`` if the batch must not be sent again.
  func count(refusing batch: RaceBatch, _ access: RaceAccess) throws -> Int {
    let known = try database.read { connection in
      try connection.first(
        """
        SELECT l.starts_at, l.ends_at, coalesce(r.state, '') AS state,
          coalesce(r.elapsed, 0) AS elapsed, coalesce(length(r.instants), 0) / 8 AS reps,
          coalesce(substr(r.instants, CAST($1 AS int), 8), '') AS previous
        FROM race_lines l LEFT JOIN racers r ON r.race = l.id AND r.member = $2
        WHERE l.group_id = $3 AND l.id = $4
        """, .integer(Int64(8 * batch.position - 7)), .integer(access.member),
        .text(access.group.rawValue), .uuid(access.race)
      ) {
        (
          startsAt: try $0.integer("starts_at"), endsAt: try $0.integer("ends_at"),
          state: RacerState(rawValue: try $0.text("state")), elapsed: try $0.integer("elapsed"),
          count: try $0.count("reps"), previous: UInt32(try $0.text("previous"), radix: 16)
        )
      }
    }
    guard let known else { throw RequestError.noRace }
    guard let state = known.state else {
      throw RequestError(403, "only racers can send reps; you can watch the race")
    }
    guard (1...access.now).contains(known.startsAt) else {
      throw RequestError(409, "the race has not started; send reps after the start")
    }
    let isRepeated =
      batch.elapsed == known.elapsed && batch.position + batch.instants.count == known.count
    guard !isRepeated || state != batch.state else { return known.count }
    switch state {
    case .finished, .stopped: throw RequestError(409, "you have finished the race already")
    case .left: throw RequestError(409, "you have left the race")
    case .waiting, .racing: break
    }
    guard known.endsAt > access.now else { throw RequestError(409, "the race is over") }
    guard Int64(batch.elapsed) <= access.now - known.startsAt + RaceBatch.maxLead else {
      throw RequestError(409, "the elapsed time is later than the race's; synchronize your clock")
    }
    if batch.position > 0, batch.elapsed >= known.elapsed, let first = batch.instants.first,
      let previous = known.previous, first <= previous
    {
      throw RequestError(400, "a rep must be later than the one before it")
    }
    return known.count
  }

  /// Compares the log of a racer with the live stream again, if the log arrived before the end of the stream.
  ///
  /// - Returns: Whether there was a log.
  private func compareAgain(
    _ access: RaceAccess, on connection: any StorageConnection
  ) throws -> Bool {
    let log = try connection.first(
      """
      SELECT w.log FROM racers r JOIN workouts w ON w.id = r.workout AND w.member = r.member
      WHERE r.race = $1 AND r.member = $2
      """, .uuid(access.race), .integer(access.member)
    ) { WorkoutLog(bytes: try $0.bytes("log")) }
    guard let log = log ?? nil,
      let own = try race(access.race, in: access.group, on: connection)?.racer(access.member)
    else { return false }
    try connection.queue(
      "UPDATE racers SET is_different = $1 WHERE race = $2 AND member = $3",
      .boolean(own.isDifferent(from: log)), .uuid(access.race), .integer(access.member))
    return true
  }
}

extension Collection<UInt32> {
  /// The numbers with eight hexadecimal digits each.
  fileprivate var hexadecimalText: String {
    map { String(String(UInt64($0) + 1 << 32, radix: 16).dropFirst()) }.joined()
  }
}
