import Clients
import ClientsLive
import CommandLineInterface
import FoundationEssentials
import Models
import SQLite
import TerminalHost

extension Command {
  /// Lists all challenges with their IDs: `ladder challenges`.
  static let challenges = Command(
    "challenges", summary: "list challenges with IDs", options: [.json],
    run: { invocation in
      let catalogue = try invocation.catalogue()
      let idWidth = catalogue.challenges.map(\.id.description.maxColumnWidth).max() ?? 0
      let nameWidth = catalogue.nameWidth
      var list = ListWriter(invocation.output, isJSON: invocation.has(.json))
      for (index, section) in catalogue.sections.enumerated() {
        var heading = (index == 0 ? [] : [""]) + [section.kind.title]
        for challenge in section.challenges {
          let id = challenge.id.description.padded(to: idWidth)
          let name = challenge.name.truncated(toWidth: nameWidth).padded(to: nameWidth)
          try list.append(
            json: challenge.json,
            lines: heading + ["  \(id)  \(name)  \(challenge.scoringTitle)"])
          heading = []
        }
      }
      try list.end(whenEmpty: "")
    })
}

extension Challenge {
  fileprivate var json: JSONText {
    var members: [(String, JSONText)] = [
      ("id", .string(id.rawValue)), ("name", .string(name)), ("kind", .string(kind.rawValue)),
    ]
    switch scoring {
    case .reps:
      members += [("scored_by", .string("reps"))]
      if let timeLimit { members += [("limit_ms", .number(timeLimit.wholeMilliseconds))] }
    case .time(let goal):
      members += [("scored_by", .string("time")), ("goal_reps", .number(Int64(goal)))]
    case .hold:
      members += [("scored_by", .string("hold"))]
    }
    members += [
      ("summary", .string(summary)), ("how", .array(instructions.map { .string($0) })),
    ]
    return .object(members)
  }
}

extension Invocation {
  /// Returns the challenge whose ID or name is the operand.
  ///
  /// - Parameter allowsDeleted: Whether to include deleted challenges.
  /// - Throws: ``UsageError`` if there is none.
  func challenge(allowsDeleted: Bool = true) throws -> Challenge {
    let id = Challenge.ID(rawValue: operand)
    if let challenge = Catalogue.standard[id] { return challenge }
    let catalogue = try catalogue()
    if let challenge = catalogue.challenges.first(where: { $0.id == id }) { return challenge }
    if allowsDeleted, let challenge = catalogue[id] { return challenge }
    let key = operand.nameKey
    if let challenge = catalogue.challenges.first(where: { $0.name.nameKey == key }) {
      return challenge
    }
    let known = catalogue.challenges.map(\.id.rawValue) + catalogue.challenges.map(\.name)
    throw UsageError(
      "there is no challenge \(operand.quoted)", meant: known.closest(to: operand),
      otherwise: Self.listHint)
  }

  fileprivate static let listHint = "\"ladder challenges\" lists them"
}

extension Operand {
  /// An operand that is the ID or the name of a challenge.
  ///
  /// - Parameter further: The placeholder for further arguments, if there can be any.
  static func challenge(
    isOptional: Bool = false, example: String, further: String? = nil
  ) -> Self {
    Self(
      "CHALLENGE", isOptional: isOptional, further: further,
      values: { _ in Catalogue.standard.challenges.map(\.id.rawValue) },
      valuesCommand: "ladder challenges 2> /dev/null | grep -o 'own-[^ ]*'",
      hint: Invocation.listHint, example: example)
  }
}

extension Catalogue {
  /// The width of a column with the names of challenges. Longer names are truncated.
  var nameWidth: Int { min(48, challenges.map(\.name.maxColumnWidth).max() ?? 0) }
}

// MARK: - Leaderboard

extension Command {
  /// Prints the leaderboard of a challenge: `ladder leaderboard CHALLENGE`.
  static let leaderboard = Command(
    "leaderboard", operand: .challenge(example: "pushups-2min"),
    summary: "show the ranks of a challenge", options: [.json, .week, .live, .group],
    parse: { invocation in
      let challenge = try invocation.challenge()
      if let group = invocation.arguments[.group] {
        guard !challenge.id.isCustom else {
          throw UsageError("groups rank built-in challenges only, not custom ones")
        }
        guard !invocation.has(.live) else {
          throw UsageError("the group's rule decides which workouts count; leave --live out")
        }
        return { try writeBoard(of: challenge, in: group, invocation) }
      }
      return {
        let stores = try invocation.existingDatabase()
        let settings = invocation.loadSettingsReportingProblems()
        let period = invocation.has(.week) ? TimeFilter.thisWeek : .allTime
        let person = try invocation.person(settings)
        let today = settings.settings.dayStart.day(at: invocation.tool.now())
        let filter = LeaderboardFilter(
          period.startingWeeks(on: settings.settings.weekStart), isLiveOnly: invocation.has(.live))
        try LeaderboardListing(
          challenge: challenge, filter: filter,
          page: { cursor in
            try stores?.leaderboard.page(
              of: challenge.id, filter: filter.period, isLiveOnly: filter.isLiveOnly,
              .after(cursor), currentPerson: person, today: today)
          }, report: invocation.tool.report
        ).write(to: invocation.output, asJSON: invocation.has(.json))
      }
    })

  /// Prints the leaderboard of a group, or its last seen state if the server cannot be reached.
  private static func writeBoard(
    of challenge: Challenge, in group: String, _ invocation: Invocation
  ) throws {
    let file = try invocation.accountFile()
    let account = try invocation.account(group, among: file.load())
    let filter = LeaderboardFilter(invocation.has(.week) ? .thisWeek : .allTime)
    let database = try Database(invocation.database())
    var pages = try invocation.withNetwork { transport in
      let outbox = Outbox(database, transport.limited(to: .seconds(10)))
      var clients = LeaderboardsClient(machine: LeaderboardClient())
      clients.addGroups(
        of: file, database: database, transport, outbox: outbox, clock: LoopClock())
      let client = clients.client(.init(rawValue: account.id.rawValue))
      // The page says why the server cannot be reached.
      try? await outbox.flush(account)
      var pages: [LeaderboardPage] = []
      repeat {
        pages.append(try await client.page(.after(pages.last?.next), filter, challenge.id))
      } while pages.last?.next != nil
      await database.close()
      return pages[...]
    }
    if let page = pages.first, let reason = page.offlineReason, let time = page.loadedAt {
      invocation.tool.report("\(reason); this is the leaderboard as of \(LocalTime(time).text)")
    }
    try LeaderboardListing(
      challenge: challenge, filter: filter, group: account.groupName,
      page: { _ in pages.popFirst() },
      report: invocation.tool.report
    ).write(to: invocation.output, asJSON: invocation.has(.json))
  }
}

/// A leaderboard, read one page at a time.
private struct LeaderboardListing {
  let challenge: Challenge
  let filter: LeaderboardFilter
  /// The name of the group; `nil` for this machine.
  var group: String?
  /// Returns the page after a cursor; `nil` if there is none.
  let page: (Standing.Cursor?) throws -> LeaderboardPage?
  /// Reports the number of rejected scores.
  let report: (String) -> Void

  func write(to output: Output, asJSON isJSON: Bool) throws {
    var list = ListWriter(output, isJSON: isJSON)
    var header = [
      (group.map { "\($0), " } ?? "")
        + "\(challenge.name), \(filter.title.lowercased()): \(challenge.scoringTitle)",
      "  RANK  \("NAME".padded(to: PersonName.maxDisplayWidth))   REPS       TIME  ACHIEVED",
    ]
    try forEachStanding { standing in
      try list.append(json: Self.json(standing, in: challenge), lines: header + [line(standing)])
      header = []
    }
    try list.end(
      whenEmpty:
        "Nobody has a \(filter.isLiveOnly ? "live " : "")score in \"\(challenge.name)\" "
        + "\(filter.period != .allTime ? "this week " : "")yet. "
        + (group == nil
          ? "Run \"ladder\", choose it and press s."
          : "\"ladder publish \(challenge.id)\" shares yours."))
  }

  private func line(_ standing: Standing) -> String {
    // The mark is a character instead of a color, because pipes and some people can't distinguish colors.
    let mark = standing.isYou ? ">" : " "
    let reps = challenge.hasReps ? String(standing.reps) : "-"
    return mark
      + [
        String(standing.rank).rightAligned(to: 5),
        PersonName.truncated(standing.name).padded(to: PersonName.maxDisplayWidth),
        reps.rightAligned(to: 5),
        standing.duration.clockText.rightAligned(to: 9),
        standing.localTime.text + standing.provenance.mark(false)
          + (standing.score.isComplete ? "" : ", incomplete"),
      ].joined(separator: "  ")
  }

  private func forEachStanding(_ body: (Standing) throws -> Void) throws {
    var cursor: Standing.Cursor?
    var rejectedCount = 0
    repeat {
      guard let page = try page(cursor) else { break }
      for standing in page.standings { try body(standing) }
      rejectedCount += page.rejectedCount
      cursor = page.next
    } while cursor != nil
    if let message = LeaderboardPage.rejectionMessage(count: rejectedCount) {
      report(message)
    }
  }

  private static func json(_ standing: Standing, in challenge: Challenge) -> JSONText {
    let provenance = standing.provenance.names.map { JSONText.string($0) }
    let isComplete = standing.score.isComplete
    return .object(
      [
        ("rank", .number(Int64(standing.rank))),
        ("name", .string(standing.name)),
        // The end of a distance is not a rep.
        ("reps", .number(challenge.hasReps ? Int64(standing.reps) : 0)),
        ("duration_ms", .number(standing.duration.wholeMilliseconds)),
        ("achieved_at", .string(standing.achievedAt.iso8601(utcOffset: standing.localTime.offset))),
        ("you", .bool(standing.isYou)),
        ("workout", .string(standing.workout.uuidString.lowercased())),
      ] + (isComplete ? [] : [("is_complete", .bool(false))])
        + (provenance.isEmpty ? [] : [("provenance", .array(provenance))]))
  }
}
