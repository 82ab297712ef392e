import ClientsLive
import FoundationEssentials
import Models

/// `ladder leaderboard CHALLENGE`: who is best at it.
struct LeaderboardCommand {
  /// `nil` when there is no database yet.
  let stores: Stores?
  let person: PersonName
  let challenge: Challenge
  let filter: TimeFilter
  let json: Bool

  /// Decides which week is this week, for all of the output.
  let now: Date

  /// Where a line about what was refused goes.
  let report: (String) -> Void

  func run(_ output: Output) throws {
    if json {
      var lines = JSONLines(output)
      try forEachStanding { try lines.add(Self.json($0)) }
      try lines.end()
    } else {
      try table(output)
    }
  }

  private func table(_ output: Output) throws {
    var isEmpty = true
    try forEachStanding { standing in
      if isEmpty {
        isEmpty = false
        try output.line("\(challenge.name), \(period): \(challenge.scoring.title)")
        try output.line(
          "  RANK  \("NAME".padded(to: PersonName.widest))   REPS       TIME  ACHIEVED")
      }
      // Marked by a sign, since a colour is lost in a pipe and on some eyes.
      let mark = standing.isYou ? ">" : " "
      let reps = challenge.scoring.countsReps ? String(standing.reps) : "-"
      try output.line(
        mark
          + [
            String(standing.rank).rightAligned(to: 5),
            standing.name.padded(to: PersonName.widest), reps.rightAligned(to: 5),
            standing.duration.clockText.rightAligned(to: 9),
            LocalTime(standing.achievedAt).text,
          ].joined(separator: "  "))
    }
    if isEmpty {
      try output.line(
        "Nobody has a score in \"\(challenge.name)\" \(filter == .thisWeek ? "this week " : "")yet. "
          + "Run \"ladder\", choose it and press s.")
    }
  }

  private var period: String { filter.rawValue.lowercased() }

  private func forEachStanding(_ body: (Standing) throws -> Void) throws {
    guard let stores else { return }
    var cursor: Standing.Cursor?
    var refused = 0
    repeat {
      let page = try stores.leaderboard.page(
        of: challenge.id, filter: filter, .after(cursor), you: person, now: now)
      for standing in page.standings { try body(standing) }
      refused += page.refused
      cursor = page.next
    } while cursor != nil
    if let refusal = LeaderboardPage.refusal(of: refused) { report("ladder: \(refusal)") }
  }

  static func json(_ standing: Standing) -> JSONText {
    .object([
      ("rank", .number(Int64(standing.rank))),
      ("name", .string(standing.name)),
      ("reps", .number(Int64(standing.reps))),
      ("duration_ms", .number(standing.duration.wholeMilliseconds)),
      ("achieved_at", .string(standing.achievedAt.iso8601)),
      ("you", .bool(standing.isYou)),
      ("workout", .string(standing.workout.uuidString.lowercased())),
    ])
  }
}
