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
    return SubmissionResult(
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
    // The version is read before the entries: an old tag costs a request, but a tag that is too new hides a change.
    let version = try cache.version(of: board, in: epoch, at: clock())
    let tag = "\"\(board.week?.number ?? 0)-\(version)-\(device.member)\""
    let headers = [("ETag", tag), ("Cache-Control", "private, no-cache")]
    if request.header("If-None-Match") == tag { return Response(status: 304, headers: headers) }
    return try storage.withSession { session in
      let (lines, standing) = try session.lines(
        of: board, in: range, withStandingOf: device.member)
      return Response(page(of: board, lines, for: device.member, standing), headers: headers)
    }
  }

  private func pageAround(_ member: Int64, on board: Board) throws -> Response {
    try storage.withSession { session in
      let standing = try session.standing(of: member, on: board)
      guard let line = standing.own?.line else {
        throw RequestError(404, "you have no score in this challenge")
      }
      let lines = try session.lines(of: board, around: line)
      return Response(page(of: board, lines, for: member, standing))
    }
  }

  /// Returns a page of a leaderboard in which the entry of a member is marked.
  private func page(
    of board: Board, _ lines: BoardLines, for member: Int64, _ standing: BoardStanding
  ) -> BoardPage {
    var ranking = lines.ranking
    var previous: String?
    let entries = lines.lines.map { line in
      let rank = ranking.nextRank(for: line.score.rankKey)
      if lines.hasPrevious, previous == nil {
        previous = BoardCursor(line.position, ranking: ranking).text
      }
      return BoardPage.Entry(line, rank: rank, isYou: line.member == member)
    }
    let own = standing.own.map { own in
      BoardPage.Entry(own.line, rank: own.peopleAbove + 1, isYou: true)
    }
    return BoardPage(
      challenge: board.challenge.rawValue,
      week: board.week.map { CivilDate(daysSince1970: $0.firstDay).text },
      people: standing.peopleCount, offset: lines.ranking.position, entries: entries,
      next: lines.hasNext
        ? lines.lines.last.map { BoardCursor($0.position, ranking: ranking).text } : nil,
      previous: previous, you: entries.first(where: \.isYou) ?? own)
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

extension BoardPage {
  /// The page as JSON, equal to the encoding by ``APICoding``.
  ///
  /// Pages are the most frequent response. For 21 entries without dates, `JSONEncoder` takes six to ten times as long,
  /// and ``JSONText`` four to five times.
  var json: String {
    let next = next.map { ",\"next\":\"\($0)\"" } ?? ""
    let previous = previous.map { ",\"previous\":\"\($0)\"" } ?? ""
    let week = week.map { ",\"week\":\"\($0)\"" } ?? ""
    let you = you.map { ",\"you\":\($0.json)" } ?? ""
    return """
      {"challenge":\(JSONText.string(challenge).text),\
      "entries":[\(entries.map { $0.json }.joined(separator: ","))]\(next),\
      "offset":\(offset),"people":\(people)\(previous)\(week)\(you)}
      """
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
