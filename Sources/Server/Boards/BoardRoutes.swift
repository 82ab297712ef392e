import FoundationEssentials
import Models
import ServerAPI

extension Service {
  static let boardRoutes: [Route] = [
    Route(
      .post, "/v1/workouts",
      .init(
        "publishes up to 100 workouts, and returns for each whether it was recorded, known or refused, and why",
        body: Submission.self, returns: .json(SubmissionResult.self))
    ) { service, request, _ in
      let device = try service.device(request)
      return try Response(
        service.record(try request.value(Submission.self).workouts, from: device))
    },
    Route(
      .get, "/v1/workouts/{workout}",
      .init(
        "returns a workout of the group with its log", returns: .json(SubmittedWorkout.self))
    ) { service, request, parameters in
      let device = try service.device(request)
      guard
        let id = parameters["workout"].flatMap(UUID.init(uuidString:)),
        let workout = try service.storage.withSession({
          try $0.workout(id, in: device.group.id)
        })
      else { throw RequestError(404, "there is no such workout in your group") }
      return try Response(workout)
    },
    Route(
      .delete, "/v1/workouts/{workout}",
      .init(
        "withdraws one of the member's workouts; the next best one replaces it", returns: .nothing,
        status: 204)
    ) { service, request, parameters in
      let device = try service.device(request)
      guard
        let id = parameters["workout"].flatMap(UUID.init(uuidString:)),
        try service.storage.withSession({
          try $0.withdraw(id, by: device.member, in: device.group.id)
        })
      else { throw RequestError(404, "you have no such workout in your group") }
      return Response(status: 204)
    },
    Route(
      .get, "/v1/boards/{challenge}",
      .init(
        "returns a page of 20 entries and the member's own entry, with an `ETag`",
        query: [
          period,
          .init(name: "after", summary: "The `next` value of the previous page."),
          .init(name: "before", summary: "The `previous` value of the next page."),
          .init(name: "last", summary: "Whether to return the last page.", values: ["1"]),
          .init(name: "around", summary: "The ID of a member whose page to return."),
        ],
        returns: .json(BoardPage.self),
        others: [304: "The page still has the `ETag` in `If-None-Match`."])
    ) { service, request, parameters in
      let epoch = service.storage.epoch()
      let device = try service.device(request, in: epoch)
      return try service.page(
        of: try service.board(request, parameters, in: device.group), for: request, from: device,
        in: epoch)
    },
    Route(
      .get, "/v1/boards/{challenge}/me",
      .init(
        "returns the page with the member's own entry", query: [period],
        returns: .json(BoardPage.self))
    ) { service, request, parameters in
      let device = try service.device(request)
      return try service.pageAround(
        device.member, on: try service.board(request, parameters, in: device.group))
    },
  ]

  private static let period = RouteDescription.Parameter(
    name: "period", summary: "The current week, or all time (the default).",
    values: ["all", "week"])

  private func record(
    _ workouts: [SubmittedWorkout], from device: AuthenticatedDevice
  ) throws -> SubmissionResult {
    guard workouts.count <= Submission.maxCount else {
      throw RequestError(413, "send at most \(Submission.maxCount) workouts at a time")
    }
    let scored = try workouts.map { try score($0, in: device.group) }
    let accepted = scored.compactMap { try? $0.get() }
    var outcomes = try storage.withSession {
      try $0.record(accepted, by: device.member, in: device.group.id)
    }.makeIterator()
    let result = SubmissionResult(
      results: zip(workouts, scored).map { workout, result in
        switch result.map({ _ in outcomes.next() }) {
        case .success(.recorded): .init(id: workout.id, status: .recorded)
        case .success(.known), .success(nil): .init(id: workout.id, status: .known)
        case .success(.copied):
          .init(
            id: workout.id, status: .refused,
            reason: "another member has already published these reps")
        case .success(.removed):
          .init(
            id: workout.id, status: .refused,
            reason: "an owner of the group has removed this result")
        case .failure(let refusal):
          .init(id: workout.id, status: .refused, reason: refusal.sentence)
        }
      })
    for (workout, outcome) in zip(workouts, result.results) {
      guard let race = workout.race else { continue }
      let log = workout.log.withUnsafeBytes { WorkoutLog(bytes: $0) }
      try storage.withSession {
        try $0.link(
          workout, log, refusal: outcome.reason,
          device.access(to: race, at: raceTime))
      }
    }
    return result
  }

  /// Returns the requested leaderboard: of all time, or of the current week with `period=week`.
  private func board(
    _ request: Request, _ parameters: Route.Parameters, in group: Group
  ) throws -> Board {
    let id = Challenge.ID(rawValue: parameters["challenge"] ?? "")
    guard catalogue[id] != nil else {
      throw RequestError(404, "this server does not know the challenge")
    }
    let week: Week? =
      switch request.query("period") {
      case nil, "all": nil
      case "week": try timeZones.week(of: now(), in: group)
      default: throw RequestError(400, "\"period\" must be \"week\" or \"all\"")
      }
    return Board(group: group.id, challenge: id, week: week)
  }

  /// Returns the page requested with `after`, `before`, `around` or `last`, or the first page.
  private func page(
    of board: Board, for request: Request, from device: AuthenticatedDevice, in epoch: Int?
  ) throws -> Response {
    let range = try BoardRange(request)
    let now = clock()
    // The version is read before the entries: an old tag costs a request, but a tag that is too new hides a change.
    let version = try cache.version(of: board, in: epoch, at: now)
    let tag = version.tag + String(device.member) + "\""
    let headers = [(name: "ETag", value: tag), (name: "Cache-Control", value: "private, no-cache")]
    if request.header("If-None-Match") == tag { return Response(status: 304, headers: headers) }
    let standing = try cache.standing(of: device.member, on: version, in: epoch, at: now)
    let text = try cache.page(of: version, in: range, epoch: epoch, at: now) { session in
      let lines = try session.lines(of: board, in: range)
      return BoardPageText(sharedPage(of: board, lines, people: standing.people))
    }
    return Response(json: text.json(for: standing), headers: headers)
  }

  private func pageAround(_ member: Int64, on board: Board) throws -> Response {
    try storage.withSession { session in
      let standing = try session.standing(of: member, on: board)
      guard let line = standing.own?.line else {
        throw RequestError(404, "you have no score in this challenge")
      }
      let lines = try session.lines(of: board, around: line)
      let text = BoardPageText(sharedPage(of: board, lines, people: standing.peopleCount))
      return Response(json: text.json(for: StandingText(standing)))
    }
  }

  /// Returns a page of a leaderboard, without the entry of its reader.
  private func sharedPage(of board: Board, _ lines: BoardLines, people: Int) -> BoardPage {
    var ranking = lines.ranking
    var previous: String?
    let entries = lines.lines.map { line in
      let rank = ranking.nextRank(for: line.score.rankKey)
      if lines.hasPrevious, previous == nil {
        previous = BoardCursor(line.position, ranking: ranking).text
      }
      return BoardPage.Entry(line, rank: rank, isYou: false)
    }
    return BoardPage(
      challenge: board.challenge.rawValue,
      week: board.week.map { CivilDate(daysSince1970: $0.firstDay).text },
      people: people, offset: lines.ranking.position, entries: entries,
      next: lines.hasNext
        ? lines.lines.last.map { BoardCursor($0.position, ranking: ranking).text } : nil,
      previous: previous)
  }
}

extension BoardPage.Entry {
  fileprivate init(_ line: BoardLine, rank: Int, isYou: Bool) {
    self.init(
      rank: rank, member: line.member, name: line.name, reps: line.score.reps,
      durationMilliseconds: line.score.duration.wholeMilliseconds,
      isComplete: line.score.isComplete, achievedAt: line.achievedAt, workout: line.workout,
      provenance: line.provenance, isYou: isYou)
  }
}

// MARK: - JSON

/// The JSON of a page for all readers, into which the entry of a reader is inserted.
///
/// The JSON equals the encoding by ``APICoding``. Pages are the most frequent response. For 21 entries without dates,
/// `JSONEncoder` takes six to ten times as long, and ``JSONText`` four to five times.
struct BoardPageText: Sendable {
  /// The JSON without the reader's entry and the last brace.
  private var bytes: [UInt8]
  /// The ranges of the entries in it.
  private var entries: [Int64: Range<Int>] = [:]

  /// Creates the text of a page in which no entry is marked.
  init(_ page: BoardPage) {
    bytes = Array("{\"challenge\":\(JSONText.string(page.challenge).text),\"entries\":[".utf8)
    for (index, entry) in page.entries.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      let start = bytes.count
      bytes += entry.json.utf8
      entries[entry.member] = start..<bytes.count
    }
    let next = page.next.map { ",\"next\":\"\($0)\"" } ?? ""
    let previous = page.previous.map { ",\"previous\":\"\($0)\"" } ?? ""
    let week = page.week.map { ",\"week\":\"\($0)\"" } ?? ""
    bytes += "]\(next),\"offset\":\(page.offset),\"people\":\(page.people)\(previous)\(week)".utf8
  }

  /// Returns the JSON for a reader, whose entry replaces the one with the same member.
  func json(for reader: StandingText) -> Data {
    let own = reader.entry
    var json: [UInt8] = []
    json.reserveCapacity(bytes.count + 2 * own.count + 8)
    if let range = entries[reader.member] {
      json += bytes[..<range.lowerBound]
      json += own
      json += bytes[range.upperBound...]
    } else {
      json += bytes
    }
    if !own.isEmpty {
      json += ",\"you\":".utf8
      json += own
    }
    json.append(UInt8(ascii: "}"))
    return Data(json)
  }
}

/// The size of a leaderboard, and the JSON of a member's entry on its pages.
struct StandingText: Sendable {
  let people: Int
  /// The member; 0 without an entry.
  fileprivate let member: Int64
  /// The JSON; empty without an entry.
  fileprivate let entry: [UInt8]

  init(_ standing: BoardStanding) {
    self.init(
      people: standing.peopleCount,
      standing.own.map { BoardPage.Entry($0.line, rank: $0.peopleAbove + 1, isYou: true) })
  }

  init(people: Int, _ entry: BoardPage.Entry?) {
    self.people = people
    member = entry?.member ?? 0
    self.entry = entry.map { Array($0.json.utf8) } ?? []
  }
}

extension BoardPage.Entry {
  fileprivate var json: String {
    """
    {"achieved_at":"\(achievedAt.iso8601)","duration_ms":\(durationMilliseconds),\
    "is_complete":\(isComplete),"is_you":\(isYou),"member":\(member),"name":\(JSONText.string(name).text),\
    "provenance":"\(provenance.rawValue)","rank":\(rank),"reps":\(reps),\
    "workout":"\(workout.hexadecimal)"}
    """
  }
}

extension UUID {
  /// The same text as `uuidString`, for which Foundation calls `snprintf`.
  fileprivate var hexadecimal: String {
    withUnsafeBytes(of: uuid) { bytes in
      String(unsafeUninitializedCapacity: 36) { text in
        var end = 0
        func append(_ character: UInt8) {
          text[end] = character
          end += 1
        }
        func append(digit: UInt8) {
          append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") - 10 + digit)
        }
        for (index, byte) in bytes.enumerated() {
          if [4, 6, 8, 10].contains(index) { append(UInt8(ascii: "-")) }
          append(digit: byte >> 4)
          append(digit: byte & 15)
        }
        return end
      }
    }
  }
}
