import FoundationEssentials
import Models
import Testing

struct StandingTests {
  private func standing(_ id: Int64, reps: Int, at second: Int64, rank: Int = 0) -> Standing {
    Standing(
      id: id, rank: rank, name: "p\(id)",
      score: Score(reps: reps, duration: .seconds(60), rankKey: -Int64(reps)),
      achievedAt: Date(millisecondsSince1970: second * 1000), isYou: false, workout: UUID())
  }

  @Test func `ties share a rank, and the next rank counts them`() {
    var ranking = CompetitionRanking()
    #expect(
      [-40, -30, -30, -20, -20, -20, -1].map { ranking.nextRank(for: $0) } == [1, 2, 2, 4, 4, 4, 7])
  }

  @Test func `ranks continue across pages`() {
    let keys: [Int64] = [-9, -8, -8, -8, -7, -7, -6]
    var whole = CompetitionRanking()
    let expected = keys.map { whole.nextRank(for: $0) }
    for split in 1..<keys.count {
      var first = CompetitionRanking()
      var places = keys[..<split].map { first.nextRank(for: $0) }
      let last = standing(
        1, reps: Int(-keys[split - 1]), at: 0, rank: places[split - 1])
      var second = CompetitionRanking(
        after: Standing.Cursor(challenge: "x", week: nil, standing: last, position: split))
      places += keys[split...].map { second.nextRank(for: $0) }
      #expect(places == expected)
    }
  }

  @Test func `ties are ordered by achievement, then by id`() {
    let standings = [
      standing(3, reps: 30, at: 5), standing(1, reps: 20, at: 1), standing(2, reps: 30, at: 4),
      standing(5, reps: 30, at: 5), standing(4, reps: 31, at: 9),
    ]
    #expect(standings.sorted { $0.isAbove($1) }.map(\.id) == [4, 2, 3, 5, 1])
  }
}
