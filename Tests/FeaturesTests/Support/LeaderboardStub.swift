import Clients
import FoundationEssentials
import Models
import ReducerRuntime

@testable import Features

/// A leaderboard in memory, with a rep log for each place.
struct LeaderboardStub: Sendable {
  var total: Int
  /// The place of the current person, counted from 1; `nil` if they are not on the leaderboard.
  var yourRank: Int? = nil

  var client: LeaderboardClient {
    LeaderboardClient(
      page: { after, filter, challenge in page(after: after, in: challenge) },
      pageBefore: { before, filter, challenge in
        let end = before.map { $0.position - 1 } ?? total
        return page(max(0, end - LeaderboardPage.size)..<end, in: challenge)
      },
      pageAround: { line, filter, challenge in
        let place = line.position - 1
        let end = min(place + LeaderboardPage.size, total)
        return page(max(0, place - LeaderboardPage.size)..<end, in: challenge)
      },
      workout: { id in
        (0..<total).map(standing).first { $0.workout == id }
          .map { .sample($0.rank, reps: [1000, 2000, 3000], duration: .seconds(4)) }
      })
  }

  func page(
    after cursor: Standing.Cursor?, in challenge: Challenge.ID = "pushups-2min"
  ) -> LeaderboardPage {
    let start = cursor?.position ?? 0
    return page(start..<min(start + LeaderboardPage.size, total), in: challenge)
  }

  func page(_ places: Range<Int>, in challenge: Challenge.ID = "pushups-2min") -> LeaderboardPage {
    let lines = places.map(standing)
    let next = lines.last.flatMap { last in
      places.upperBound < total
        ? Standing.Cursor(
          challenge: challenge, week: nil, standing: last, position: places.upperBound) : nil
    }
    return LeaderboardPage(
      standings: lines, next: next, yourStanding: yourRank.map { standing($0 - 1) },
      participantCount: total, week: nil, offset: places.lowerBound)
  }

  private func standing(_ index: Int) -> Standing {
    Standing(
      id: Int64(index), rank: index + 1, name: "Person \(index)",
      score: Score(reps: 200 - index, duration: .seconds(120), rankKey: Int64(index - 200)),
      achievedAt: .monday, isYou: index + 1 == yourRank, workout: UUID(index))
  }
}
