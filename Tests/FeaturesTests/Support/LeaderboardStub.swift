import Clients
import FoundationEssentials
import Models
import ReducerRuntime

/// A leaderboard in memory, with a rep log for each place.
struct LeaderboardStub: Sendable {
  var total: Int
  /// The place of the current person, counted from 1; `nil` if they are not on the leaderboard.
  var yourRank: Int? = nil

  var client: LeaderboardClient {
    var client = LeaderboardClient()
    client.page = { range, _, challenge in page(range, in: challenge) }
    client.workout = { id in
      (0..<total).map(standing).first { $0.workout == id }
        .map { .sample($0.rank, reps: [1000, 2000, 3000], duration: .seconds(4)) }
    }
    return client
  }

  func page(
    _ range: LeaderboardRange, in challenge: Challenge.ID = "pushups-2min"
  ) -> LeaderboardPage {
    let size = LeaderboardPage.size
    let (start, end) =
      switch range {
      case .after(let cursor): (cursor?.position ?? 0, (cursor?.position ?? 0) + size)
      case .before(let cursor?): (cursor.position - 1 - size, cursor.position - 1)
      case .before(nil): (total - size, total)
      case .around(let standing): (Int(standing.id) - size, Int(standing.id) + size)
      }
    return page(max(0, start)..<min(end, total), in: challenge)
  }

  func page(_ places: Range<Int>, in challenge: Challenge.ID = "pushups-2min") -> LeaderboardPage {
    func cursor(_ index: Int) -> Standing.Cursor {
      Standing.Cursor(
        challenge: challenge, week: nil, standing: standing(index), position: index + 1)
    }
    return LeaderboardPage(
      standings: places.map(standing),
      next: places.upperBound < total ? cursor(places.upperBound - 1) : nil,
      previous: places.lowerBound > 0 ? cursor(places.lowerBound) : nil,
      yourStanding: yourRank.map { standing($0 - 1) }, participantCount: total, week: nil)
  }

  private func standing(_ index: Int) -> Standing {
    Standing(
      id: Int64(index), rank: index + 1, name: "Person \(index)",
      score: Score(reps: 200 - index, duration: .seconds(120), rankKey: Int64(index - 200)),
      achievedAt: .monday, isYou: index + 1 == yourRank, workout: UUID(index))
  }
}

extension DependencyValues {
  /// The client of this machine's leaderboards, without any groups.
  var leaderboard: LeaderboardClient {
    get { leaderboards.machine }
    set { leaderboards = LeaderboardsClient(machine: newValue) }
  }
}
