import Clients
import FoundationEssentials
import Models
import ReducerRuntime

@testable import Features

/// A leaderboard of so many people in memory, with a log behind each place.
struct Board: Sendable {
  var total: Int
  /// The place of the person who looks, counted from 1; nobody's when it is not there.
  var you: Int? = nil

  var client: LeaderboardClient {
    LeaderboardClient(
      page: { after, filter, challenge in page(after: after, in: challenge) },
      workout: { id in
        standings.first { $0.workout == id }.map { .sample($0.rank, reps: [1000, 2000, 3000]) }
      })
  }

  func page(
    after cursor: Standing.Cursor?, in challenge: Challenge.ID = "pushups-2min"
  ) -> LeaderboardPage {
    let start = cursor?.position ?? 0
    let lines = Array(standings.dropFirst(start).prefix(LeaderboardPage.size))
    let end = start + lines.count
    let next = lines.last.flatMap { last in
      end < total
        ? Standing.Cursor(challenge: challenge, week: cursor?.week, standing: last, position: end)
        : nil
    }
    return LeaderboardPage(
      standings: lines, next: next, you: standings.first(where: \.isYou), participants: total,
      week: nil)
  }

  private var standings: [Standing] {
    (0..<total).map { index in
      Standing(
        id: Int64(index), rank: index + 1, name: "Person \(index)",
        score: Score(reps: 200 - index, duration: .seconds(120), rankKey: Int64(index - 200)),
        achievedAt: .monday, isYou: index + 1 == you, workout: UUID(index))
    }
  }
}
