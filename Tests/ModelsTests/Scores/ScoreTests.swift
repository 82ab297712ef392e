import FoundationEssentials
import Models
import Testing

struct ScoreTests {
  private let twoMinutes = Challenge.Scoring.reps(within: .seconds(120))
  private let hundred = Challenge.Scoring.time(forReps: 100)

  private func challenge(_ scoring: Challenge.Scoring) -> Challenge {
    .custom("own-x", name: "X", kind: .core, scoring: scoring, instructions: [])
  }

  private func score(_ scoring: Challenge.Scoring, _ log: RepLog, duration: Duration) -> Score? {
    challenge(scoring).score(of: log, skips: SkipLog(), duration: duration)
  }

  @Test func `more reps are better`() throws {
    let ten = try #require(twoMinutes.score(reps: 10, duration: .seconds(120)))
    let nine = try #require(twoMinutes.score(reps: 9, duration: .seconds(30)))
    #expect(ten.isBetter(than: nine))
    #expect(!nine.isBetter(than: ten))
    #expect(!ten.isBetter(than: ten))
  }

  @Test func `reps after the limit do not count`() throws {
    let log = try #require(RepLog(milliseconds: [1000, 120_000, 120_001]))
    let score = try #require(self.score(twoMinutes, log, duration: .seconds(121)))
    #expect(score.reps == 2)
    #expect(score.duration == .seconds(120))
  }

  @Test func `less time is better, and the goal stops the clock`() throws {
    let log = try #require(RepLog(milliseconds: (1...101).map { $0 * 3001 }))
    let score = try #require(self.score(hundred, log, duration: .seconds(400)))
    #expect(score.reps == 100)
    #expect(score.duration == .milliseconds(300_100))
    let faster = try #require(hundred.score(reps: 100, duration: .milliseconds(300_090)))
    #expect(faster.isBetter(than: score))
  }

  @Test func `an unfinished workout ranks behind all finished ones`() throws {
    let slow = try #require(hundred.score(reps: 100, duration: .seconds(86_400 * 365 * 200)))
    let ninetyNine = try #require(hundred.score(reps: 99, duration: .seconds(60)))
    let ninety = try #require(hundred.score(reps: 90, duration: .seconds(10)))
    #expect(slow.isBetter(than: ninetyNine))
    #expect(ninetyNine.isBetter(than: ninety))
    #expect(challenge(hundred).text(ninety) == "incomplete, 90 of 100 reps")
  }

  @Test func `longer holds are better, to the hundredth`() throws {
    let longer = try #require(
      Challenge.Scoring.hold.score(reps: 0, duration: .milliseconds(61_239)))
    let tied = try #require(Challenge.Scoring.hold.score(reps: 0, duration: .milliseconds(61_231)))
    let shorter = try #require(
      Challenge.Scoring.hold.score(reps: 0, duration: .milliseconds(61_229)))
    #expect(longer.rankKey == tied.rankKey)
    #expect(tied.isBetter(than: shorter))
    #expect(challenge(.hold).text(longer) == "01:01.23")
  }

  @Test func `an empty workout has no score`() {
    #expect(score(twoMinutes, RepLog(), duration: .seconds(120)) == nil)
    #expect(score(hundred, RepLog(), duration: .seconds(120)) == nil)
    #expect(score(.hold, RepLog(), duration: .milliseconds(9)) == nil)
  }

  @Test func `scoring has a title`() {
    #expect(twoMinutes.title == "most reps in 2:00")
    #expect(hundred.title == "100 reps, fastest time")
    #expect(Challenge.Scoring.hold.title == "longest hold")
  }

  @Test func `the scoring of rounds has their number and duration`() throws {
    func titles(_ id: Challenge.ID) throws -> [String] {
      let challenge = try #require(Catalogue.standard[id])
      return [challenge.scoringTitle, challenge.shortScoringTitle]
    }
    #expect(
      try titles("squats-tabata") == [
        "most reps in 8 rounds of 0:20, 0:10 rest", "8 rounds of 0:20/0:10",
      ])
    #expect(
      try titles("burpees-emom-10") == ["most reps in 10 rounds of 1:00", "10 rounds of 1:00"])
    #expect(try titles("pushups-2min") == ["most reps in 2:00", "most reps in 2:00"])
    #expect(try titles("amrap-12min") == ["most reps in 12:00", "AMRAP 12:00"])
    #expect(try titles("leg-rounds") == ["350 reps, fastest time", "5 rounds for time"])
    #expect(try titles("two-minute-rounds") == ["most reps in 16:00", "8 x every 2:00"])
    #expect(try titles("core-rounds") == ["most reps in 14:40", "most reps in 14:40"])
    for challenge in Catalogue.standard.challenges {
      #expect(challenge.shortScoringTitle.count <= Challenge.widestShortScoringTitle)
    }
    #expect(challenge(twoMinutes).text(Score(reps: 1, duration: .zero, rankKey: -1)) == "1 rep")
    #expect(twoMinutes.timeLimit == .seconds(120) && twoMinutes.repGoal == nil)
    #expect(hundred.timeLimit == nil && hundred.repGoal == 100)
  }

  @Test func `a saved workout is a record when it beats the best`() throws {
    let draft = WorkoutDraft(
      id: UUID(), challenge: "pushups-2min", startedAt: Date(timeIntervalSince1970: 0))
    let ten = try #require(twoMinutes.score(reps: 10, duration: .seconds(120)))
    let nine = try #require(twoMinutes.score(reps: 9, duration: .seconds(120)))
    let workout = draft.workout(by: "Ann")
    #expect(SavedWorkout(workout: workout, score: nine, previousBest: nil).isRecord)
    #expect(SavedWorkout(workout: workout, score: ten, previousBest: nine).isRecord)
    #expect(!SavedWorkout(workout: workout, score: nine, previousBest: nine).isRecord)
    #expect(!SavedWorkout(workout: workout, score: nil, previousBest: nil).isRecord)
    let incomplete = try #require(hundred.score(reps: 90, duration: .seconds(10)))
    #expect(!SavedWorkout(workout: workout, score: incomplete, previousBest: nil).isRecord)
  }
}
