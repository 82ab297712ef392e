import FoundationEssentials
import Models
import PostgreSQL
import ServerAPI

/// Reps of racers.
extension StorageSession {
  /// Records batches of racers' reps, whose instants increase, in one transaction. Repeated batches change nothing.
  ///
  /// - Returns: For each batch, the number of the racer's reps, or `nil` if the batch changes nothing: it is missing
  ///   reps before it, is older than the last one, or the racer cannot send it.
  func add(_ batches: [RaceBatch.Sent]) throws -> [Int?] {
    // All transactions change rows in the same order, so that they do not wait for each other in a circle.
    let order = batches.indices.sorted {
      let (first, second) = (batches[$0].access, batches[$1].access)
      return (first.race, first.member, $0) < (second.race, second.member, $1)
    }
    let sent = order.map { batches[$0] }
    let last = sent.filter(\.isLast)
    let counts = try database.write(last.isEmpty ? .repeatable : .usual) { connection, changes in
      // Of two racers who finish at once, the second one must see that the first one has finished.
      for batch in last { lock(batch.access.race, on: connection) }
      var counts = [Int?](repeating: nil, count: sent.count)
      try connection.run(sent.map(\.statement)) { counts[$0] = try $1.count("reps") }
      let recorded = zip(sent, counts).filter { $1 != nil }.map(\.0)
      changes.formUnion(recorded.changes)
      for access in recorded.filter(\.isLast).map(\.access) {
        let isCompared = try compareAgain(access, on: connection)
        if try endIfFinished(access, on: connection) || isCompared {
          changes.insert(.race(access.group, access.race))
        }
      }
      return counts
    }
    var results = counts
    for (index, count) in zip(order, counts) { results[index] = count }
    return results
  }

  /// Returns the number of a racer's reps after a batch that has changed nothing.
  ///
  /// - Throws: ``RequestError`` if the batch must not be sent again.
  func count(refusing batch: RaceBatch, _ access: RaceAccess) throws -> Int {
    var race: (startsAt: Int64, endsAt: Int64)?
    var racer: (state: RacerState, elapsed: Int64, count: Int, previous: UInt32?)?
    try database.read { connection in
      try connection.run([
        Statement(
          "SELECT starts_at, ends_at FROM race_lines WHERE group_id = $1 AND id = $2",
          .text(access.group.rawValue), .uuid(access.race)),
        Statement(
          """
          SELECT state, elapsed, length(instants) / 8 AS reps,
            substr(instants, CAST($1 AS int), 8) AS previous
          FROM racers WHERE race = $2 AND member = $3
          """, .integer(Int64(8 * batch.position - 7)), .uuid(access.race), .integer(access.member)),
      ]) { index, row in
        if index == 0 {
          race = (try row.integer("starts_at"), try row.integer("ends_at"))
        } else {
          racer = (
            try row.value("state"), try row.integer("elapsed"), try row.count("reps"),
            batch.position > 0 ? UInt32(try row.text("previous"), radix: 16) : nil
          )
        }
      }
    }
    guard let race else { throw RequestError.noRace }
    guard let racer else {
      throw RequestError(403, "only racers can send reps; you can watch the race")
    }
    guard (1...access.now).contains(race.startsAt) else {
      throw RequestError(409, "the race has not started; send reps after the start")
    }
    let isRepeated =
      batch.elapsed == racer.elapsed && batch.position + batch.instants.count == racer.count
    guard !isRepeated || racer.state != batch.state else { return racer.count }
    switch racer.state {
    case .finished, .stopped: throw RequestError(409, "you have finished the race already")
    case .left: throw RequestError(409, "you have left the race")
    case .waiting, .racing: break
    }
    guard race.endsAt > access.now else { throw RequestError(409, "the race is over") }
    guard Int64(batch.elapsed) <= access.now - race.startsAt + RaceBatch.maxLead else {
      throw RequestError(409, "the elapsed time is later than the race's; synchronize your clock")
    }
    if batch.elapsed >= racer.elapsed, let first = batch.instants.first,
      let previous = racer.previous, first <= previous
    {
      throw RequestError(400, "a rep must be later than the one before it")
    }
    return racer.count
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

extension RaceBatch {
  /// A batch with its race and its racer.
  struct Sent {
    var batch: RaceBatch
    var access: RaceAccess

    /// Whether the racer sends no further batch.
    var isLast: Bool { batch.state != .racing }
  }
}

extension RaceBatch.Sent {
  /// The statement that records the batch and returns the number of the racer's reps, or changes nothing.
  fileprivate var statement: Statement {
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
}

extension [RaceBatch.Sent] {
  /// The changes of races, with the batches of each race in as few events as possible.
  fileprivate var changes: [StorageChange] {
    Dictionary(grouping: self) { $0.access.race }.flatMap { race, sent in
      var events: [[RaceRepsEvent.Change]] = []
      var size = 0
      for sent in sent {
        // An event has to fit into a notification of PostgreSQL. A unit is 11 bytes: a rep, or a tenth of a change.
        size += sent.batch.instants.count + 10
        if events.isEmpty || size > 600 {
          events.append([])
          size = sent.batch.instants.count + 10
        }
        events[events.count - 1].append(.init(member: sent.access.member, batch: sent.batch))
      }
      return events.map {
        StorageChange.reps(sent[0].access.group, RaceRepsEvent(race: race, racers: $0))
      }
    }
  }
}

extension Collection<UInt32> {
  /// The numbers with eight hexadecimal digits each.
  fileprivate var hexadecimalText: String {
    map { String(String(UInt64($0) + 1 << 32, radix: 16).dropFirst()) }.joined()
  }
}
