import FoundationEssentials
import Models
import ServerAPI

/// The maximum rank and the maximum number of people. Larger numbers from a server are replaced with this one.
private let maxCount = 1_000_000_000

extension LeaderboardPage {
  /// Creates a page from the JSON of a server, which is not trusted: numbers are limited and names cleaned.
  ///
  /// - Returns: `nil` unless it is a page of that challenge.
  init?(json: Data, of challenge: Challenge.ID, loadedAt: Date, offlineReason: String? = nil) {
    guard
      let board = try? APICoding.value(BoardPage.self, from: json),
      board.challenge == challenge.rawValue, board.entries.count <= Self.maxEntryCount
    else { return nil }
    let scoring = Catalogue.standard[challenge]?.scoring
    let standings = board.entries.map { Standing($0, scoring) }
    let week = board.week.flatMap(Week.init(firstDay:))
    let start = board.offset.clamped(to: 0...maxCount)
    func cursor(_ token: String?, to standing: Standing?, at position: Int) -> Standing.Cursor? {
      guard let token, (1...200).contains(token.utf8.count), let standing else { return nil }
      return Standing.Cursor(
        challenge: challenge, week: week, standing: standing, position: position, token: token)
    }
    self.init(
      standings: standings,
      next: cursor(board.next, to: standings.last, at: start + standings.count),
      previous: cursor(board.previous, to: standings.first, at: start + 1),
      yourStanding: board.you.map { Standing($0, scoring) },
      participantCount: board.people.clamped(to: 0...maxCount), week: week, loadedAt: loadedAt,
      offlineReason: offlineReason)
  }

  /// The maximum number of entries that are shown.
  private static let maxEntryCount = 100
}

extension Standing {
  fileprivate init(_ entry: BoardPage.Entry, _ scoring: Challenge.Scoring?) {
    let reps = entry.reps.clamped(to: 0...RepLog.maxReps)
    let duration = Duration.milliseconds(entry.durationMilliseconds.clamped(to: 0...86_400_000))
    let rankKey = scoring?.score(
      reps: reps, duration: duration, isComplete: entry.isComplete)?.rankKey
    self.init(
      id: entry.member, rank: entry.rank.clamped(to: 1...maxCount),
      name: PersonName.displayable(entry.name),
      score: Score(reps: reps, duration: duration, rankKey: rankKey ?? 0),
      achievedAt: entry.achievedAt.roundedToMilliseconds, isYou: entry.isYou,
      workout: entry.workout, provenance: Workout.Provenance(entry.provenance))
  }
}

extension Week {
  /// Creates a week from its first day in the server's format: `2026-03-02`.
  fileprivate init?(firstDay text: String) {
    guard text.utf8.count == 10, let date = Date(iso8601: "\(text)T00:00:00Z") else { return nil }
    let day = date.millisecondsSince1970.flooredDivision(by: 86_400_000)
    self.init(number: day - Week(number: 0).firstDay)
  }
}
