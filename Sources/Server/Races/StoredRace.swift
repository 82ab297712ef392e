import FoundationEssentials
import Models
import ServerAPI

/// A race as it is stored. Instants are milliseconds on the clock that all servers share.
struct StoredRace {
  /// The room, whose host is the opener, for no particular member and without ranks.
  var room: RaceRoom
  /// The instant from which the race is over.
  var endsAt: Int64
  /// The scores of recorded workouts by their members.
  var scores: [Int64: Score] = [:]

  func racer(_ member: Int64) -> RaceRoom.Racer? { room.racers.first { $0.member == member } }

  func hasStarted(at now: Int64) -> Bool { room.startsAt.map { $0 <= now } ?? false }

  private func isOver(at now: Int64) -> Bool {
    endsAt <= now || !room.racers.contains(where: \.isActive)
  }

  /// Throws ``RequestError`` unless members can join.
  func requireWaiting(at now: Int64) throws {
    guard !isOver(at: now) else { throw RequestError(409, "the race is over; open a new one") }
    guard !hasStarted(at: now) else {
      throw RequestError(409, "the race has started; you can watch it")
    }
  }

  /// Returns the race as a member of its group sees it.
  func room(for member: Int64, at now: Int64) -> RaceRoom {
    var ranking = CompetitionRanking()
    var ranks: [Int64: Int] = [:]
    for key in scores.values.map(\.rankKey).sorted() { ranks[key] = ranking.nextRank(for: key) }
    var room = room
    room.you = member
    room.host = room.racers.first?.member ?? room.host
    room.isOver = isOver(at: now)
    for index in room.racers.indices {
      let racer = room.racers[index]
      room.racers[index].result?.rank = scores[racer.member].flatMap { ranks[$0.rankKey] }
      if room.isOver, racer.isActive { room.racers[index].state = .left }
    }
    return room
  }
}

extension RaceRoom.Racer {
  /// Whether the racer waits for the start or races.
  var isActive: Bool { state == .waiting || state == .racing }

  /// Returns whether a log has other reps than the live stream.
  func isDifferent(from log: WorkoutLog) -> Bool {
    let reps = log.reps.milliseconds
    guard log.typedReps == nil, reps.count == instants.count else { return true }
    // Without reps, as in a hold, only the time can differ. The last batch is sent a little after the end.
    guard !reps.isEmpty else { return abs(log.duration.wholeMilliseconds - Int64(elapsed)) > 2000 }
    return zip(reps, instants).contains { abs(Int64($0) - Int64($1)) > 50 }
  }
}

extension RaceBatch {
  /// The maximum time in milliseconds by which a batch can be ahead of the server's clock.
  static let maxLead: Int64 = 2000

  /// Throws ``RequestError`` if the batch cannot be valid in any race.
  func validate() throws {
    guard instants.count <= Self.maxCount else {
      throw RequestError(413, "send at most \(Self.maxCount) reps at a time")
    }
    guard (0...RepLog.maxReps - instants.count).contains(position) else {
      throw RequestError(400, "a racer can have at most \(RepLog.maxReps) reps")
    }
    guard RepLog(milliseconds: instants) != nil else {
      throw RequestError(400, "a rep must be later than the one before it")
    }
    guard instants.last ?? 0 <= elapsed else {
      throw RequestError(400, "a rep cannot be later than the elapsed time")
    }
    guard [.racing, .finished, .stopped].contains(state) else {
      throw RequestError(400, "\"state\" must be \"racing\", \"finished\" or \"stopped\"")
    }
  }
}

extension RequestError {
  static let noRace = RequestError(404, "there is no such race in your group")
}
