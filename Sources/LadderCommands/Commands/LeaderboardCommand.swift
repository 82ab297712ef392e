import ClientsLive
import CommandLineInterface
import FoundationEssentials
import Models
import SQLite

/// A command that prints the leaderboard of a challenge: `ladder leaderboard CHALLENGE`.
struct LeaderboardCommand: Command {
  static let verb = Verb(
    name: "leaderboard",
    operand: .challenge(example: "pushups-2min"),
    summary: "show the ranks of a challenge")
  static let options: [Option] = [.json, .week, .live]

  let common: CommonOptions
  let challenge: Challenge
  let filter: TimeFilter
  let isLiveOnly: Bool
  let isJSON: Bool

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    challenge = try invocation.challenge()
    filter = invocation.arguments.has(.week) ? .thisWeek : .allTime
    isLiveOnly = invocation.arguments.has(.live)
    isJSON = invocation.arguments.has(.json)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let stores = try tool.existingDatabase(common)
    let settings = tool.loadSettingsReportingProblems()
    let listing = LeaderboardListing(
      stores: stores, person: try tool.person(common, settings), challenge: challenge,
      filter: LeaderboardFilter(
        filter.startingWeeks(on: settings.settings.weekStart), isLiveOnly: isLiveOnly),
      today: tool.now().localDay, report: tool.report)
    try isJSON ? listing.writeJSON(to: tool.output) : listing.writeTable(to: tool.output)
    return 0
  }
}

/// A leaderboard, read one page at a time.
private struct LeaderboardListing {
  /// The database; `nil` if there is none yet.
  let stores: Connection?
  let person: PersonName
  let challenge: Challenge
  let filter: LeaderboardFilter
  /// The local day, in days since 1970, which determines the current week.
  let today: Int64
  /// Reports the number of rejected scores.
  let report: (String) -> Void

  func writeJSON(to output: Output) throws {
    var writer = JSONArrayWriter(output)
    try forEachStanding { try writer.append(Self.json($0, in: challenge)) }
    try writer.end()
  }

  func writeTable(to output: Output) throws {
    var isEmpty = true
    try forEachStanding { standing in
      if isEmpty {
        isEmpty = false
        try output.appendLine("\(challenge.name), \(period): \(challenge.scoringTitle)")
        try output.appendLine(
          "  RANK  \("NAME".padded(to: PersonName.maxDisplayWidth))   REPS       TIME  ACHIEVED")
      }
      // A character instead of a color, because pipes and some people can't distinguish colors.
      let mark = standing.isYou ? ">" : " "
      let reps = challenge.hasReps ? String(standing.reps) : "-"
      try output.appendLine(
        mark
          + [
            String(standing.rank).rightAligned(to: 5),
            PersonName.truncated(standing.name).padded(to: PersonName.maxDisplayWidth),
            reps.rightAligned(to: 5),
            standing.duration.clockText.rightAligned(to: 9),
            standing.localTime.text + standing.provenance.mark(false)
              + (standing.score.isComplete ? "" : ", incomplete"),
          ].joined(separator: "  "))
    }
    if isEmpty {
      try output.appendLine(
        "Nobody has a \(isLive)score in \"\(challenge.name)\" "
          + "\(filter.period != .allTime ? "this week " : "")yet. "
          + "Run \"ladder\", choose it and press s.")
    }
  }

  private var isLive: String { filter.isLiveOnly ? "live " : "" }

  private var period: String { filter.title.lowercased() }

  private func forEachStanding(_ body: (Standing) throws -> Void) throws {
    guard let stores else { return }
    var cursor: Standing.Cursor?
    var rejectedCount = 0
    repeat {
      let page = try stores.leaderboard.page(
        of: challenge.id, filter: filter.period, isLiveOnly: filter.isLiveOnly, .after(cursor),
        currentPerson: person, today: today)
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
        // The end of a distance is no rep.
        ("reps", .number(challenge.hasReps ? Int64(standing.reps) : 0)),
        ("duration_ms", .number(standing.duration.wholeMilliseconds)),
        ("achieved_at", .string(standing.achievedAt.iso8601(utcOffset: standing.localTime.offset))),
        ("you", .bool(standing.isYou)),
        ("workout", .string(standing.workout.uuidString.lowercased())),
      ] + (isComplete ? [] : [("is_complete", .bool(false))])
        + (provenance.isEmpty ? [] : [("provenance", .array(provenance))]))
  }
}
