import FoundationEssentials
import Testing

@testable import Models

struct ScoreTests {
  private let twoMinutes = Challenge.Scoring.reps(within: .seconds(120))
  private let hundred = Challenge.Scoring.time(forReps: 100)

  private func challenge(_ scoring: Challenge.Scoring) -> Challenge {
    .custom("own-x", name: "X", kind: .core, scoring: scoring, instructions: [])
  }

  private func score(_ scoring: Challenge.Scoring, _ log: RepLog, duration: Duration) -> Score? {
    challenge(scoring).score(of: WorkoutLog(reps: log, duration: duration))
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

  @Test func `an incomplete workout ranks behind all complete ones`() throws {
    let slow = try #require(hundred.score(reps: 100, duration: .seconds(86_400 * 365 * 200)))
    let ninetyNine = try #require(hundred.score(reps: 99, duration: .seconds(60)))
    let ninety = try #require(hundred.score(reps: 90, duration: .seconds(10)))
    #expect(slow.isBetter(than: ninetyNine))
    #expect(ninetyNine.isBetter(than: ninety))
    #expect(challenge(hundred).text(ninety) == "incomplete, 90 of 100 reps")
  }

  @Test func `longer holds are better, compared in hundredths of a second`() throws {
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

  @Test func `a scoring has a title`() {
    #expect(twoMinutes.title == "most reps in 2:00")
    #expect(hundred.title == "100 reps, fastest time")
    #expect(Challenge.Scoring.hold.title == "longest hold")
  }

  @Test func `the title of rounds has their number and duration`() throws {
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

  @Test func `a saved workout is a record if it beats the previous best`() throws {
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

/// Tests of the score of a workout with several sets, holds and skips.
struct CircuitScoreTests {
  /// - Parameters:
  ///   - reps: The instants in milliseconds.
  ///   - seconds: The duration of the workout.
  private func workout(
    reps: [UInt32], skips: [UInt32] = [], seconds: Double
  ) throws -> Workout {
    Workout(
      id: UUID(), challenge: "own-x", user: "Ann", startedAt: Date(timeIntervalSince1970: 0),
      log: WorkoutLog(
        reps: try #require(RepLog(milliseconds: reps)), skips: skips,
        duration: .milliseconds(Int64(seconds * 1000))))
  }

  private static let circuit = "2x(push-up 3, plank 11s, rest 5s)"

  @Test func `a hold at the end is part of the time`() throws {
    let challenge = try Challenge.sample(Self.circuit)
    let done = try workout(reps: [500, 1000, 1500, 18_000, 18_250, 18_500], seconds: 29.5)
    let score = try #require(challenge.score(of: done))
    #expect(score.isComplete && score.duration == .milliseconds(29_500))
    #expect(challenge.resultText(of: done) == "00:29.50")
    #expect(challenge.timeColumn(of: done) == "00:29.50")
    #expect(challenge.routine.results(of: done).rounds.last?.duration == .milliseconds(12_000))
  }

  @Test(
    arguments: [
      ("2x(push-up 1, rest 5s)", [1000, 8000], 20, 8.0),
      ("push-up 1, plank 2s, rest 30s", [1000], 40, 3),
      ("push-up 2, run 100m", [1000, 2000, 22_000], 22, 22),
      ("run 100m, plank 5s rest 10s", [20_000], 25, 25),
      ("3x(plank 2s, push-up 1)", [3000, 6000, 9500], 60, 9.5),
      ("push-up 1, side plank 2s, plank 3s", [1000], 6, 6),
    ] as [(String, [UInt32], Double, Double)])
  func `the time of a score is the end of the last set`(
    text: String, reps: [UInt32], seconds: Double, time: Double
  ) throws {
    let score = try #require(
      Challenge.sample(text).score(of: workout(reps: reps, seconds: seconds)))
    #expect(score.isComplete && score.duration == .milliseconds(Int64(time * 1000)))
  }

  @Test func `skipping a hold makes a workout incomplete`() throws {
    let challenge = try Challenge.sample(Self.circuit)
    let done = try workout(reps: [500, 1000, 1500, 18_000, 18_250, 18_500], seconds: 29.5)
    let skipped = try workout(
      reps: [500, 1000, 1500, 7000, 7250, 7500], skips: [1600, 11_590], seconds: 11.59)
    let score = try #require(challenge.score(of: skipped))
    #expect(!score.isComplete && score.reps == 6)
    #expect(try #require(challenge.score(of: done)).isBetter(than: score))
    #expect(challenge.text(score) == "incomplete, a part was skipped")
    #expect(challenge.shortText(score) == "incomplete")
    #expect(challenge.resultText(of: skipped) == "incomplete, a part was skipped")
    #expect(!SavedWorkout(workout: skipped, score: score, previousBest: nil).isRecord)
  }

  @Test func `the last hold must be held to its end`() throws {
    let challenge = try Challenge.sample(Self.circuit)
    let reps: [UInt32] = [500, 1000, 1500, 18_000, 18_250, 18_500]
    for seconds in [18.5, 29.49] {
      let stopped = try #require(challenge.score(of: workout(reps: reps, seconds: seconds)))
      #expect(!stopped.isComplete && stopped.reps == 6)
    }
  }

  @Test func `a skipped rest is not a skipped set`() throws {
    let challenge = try Challenge.sample(Self.circuit)
    let workout = try workout(
      reps: [500, 1000, 1500, 14_000, 14_250, 14_500], skips: [13_000], seconds: 25.5)
    let score = try #require(challenge.score(of: workout))
    #expect(score.isComplete && score.duration == .milliseconds(25_500))
  }

  @Test func `skipped reps or distances make a workout incomplete`() throws {
    let reps = try Challenge.sample("push-up 3, squat 3")
    let three = try #require(
      reps.score(of: workout(reps: [1000, 2000, 3000], skips: [3500], seconds: 3.5)))
    #expect(!three.isComplete)
    #expect(reps.text(three) == "incomplete, 3 of 6 reps")
    #expect(reps.shortText(three) == "3/6")
    let runs = try Challenge.sample("2x(run 100m, rest 10s)")
    let one = try #require(runs.score(of: workout(reps: [20_000], skips: [31_000], seconds: 31)))
    #expect(!one.isComplete && runs.text(one) == "incomplete, 1 of 2 distances")
  }

  @Test func `the typed time of a circuit is its score`() throws {
    let challenge = try Challenge.sample(Self.circuit)
    var typed = try workout(reps: [], seconds: 40)
    typed.log = try #require(WorkoutLog(typedReps: 6)).ended(at: typed.duration)
    #expect(try #require(challenge.score(of: typed)).duration == .seconds(40))
    typed.log = try #require(WorkoutLog(typedReps: 5)).ended(at: typed.duration)
    #expect(try !#require(challenge.score(of: typed)).isComplete)
  }

  @Test func `skipping never improves a score that counts reps`() throws {
    let reps: [UInt32] = [1000, 2000, 3000, 4000]
    func score(_ text: String, skips: [UInt32]) throws -> Score {
      try #require(Challenge.sample(text).score(of: workout(reps: reps, skips: skips, seconds: 60)))
    }
    // Skipping the plank or the harder exercise leaves more time or strength for push-ups.
    for (text, skips) in [
      ("AMRAP 1:00 (push-up 2, plank 10s)", [2500]),
      ("AMRAP 1:00 (push-up 2, pull-up 5)", [2500]),
      ("every 30s 2x(plank 10s, push-up max)", [2500]),
      // The first skip ends the set.
      ("2x(push-up max, plank 10s)", [2500, 2600]),
    ] as [(String, [UInt32])] {
      #expect(try score(text, skips: []).isComplete)
      #expect(try !score(text, skips: skips).isComplete, "\(text)")
    }
    let incomplete = try score("AMRAP 1:00 (push-up 2, plank 10s)", skips: [2500])
    let amrap = try Challenge.sample("AMRAP 1:00 (push-up 2, plank 10s)")
    #expect(amrap.text(incomplete) == "incomplete, 4 reps")
    #expect(try score("AMRAP 1:00 (push-up 2, plank 10s)", skips: []).isBetter(than: incomplete))
    // If the clock starts each round, skipping gains no time and only loses reps.
    #expect(try score("EMOM 1 (push-up 5)", skips: [5000]).isComplete)
    #expect(try score("every 30s 2x(push-up 2, squat 5)", skips: [2500]).isComplete)
  }
}

@Suite struct ScoringComparisonTests {
  private func score(_ scoring: Challenge.Scoring, _ reps: Int, _ seconds: Int64) -> Score {
    scoring.score(reps: reps, duration: .seconds(seconds))!
  }

  @Test func `a score is expressed as a share of the best score`() {
    let reps = Challenge.Scoring.reps(within: .seconds(120))
    #expect(reps.share(of: score(reps, 30, 120), in: score(reps, 60, 120)) == 0.5)
    #expect(
      Challenge.Scoring.hold.share(of: score(.hold, 0, 30), in: score(.hold, 0, 120)) == 0.25)
  }

  @Test func `half the time is twice the speed`() {
    let time = Challenge.Scoring.time(forReps: 100)
    #expect(time.share(of: score(time, 100, 600), in: score(time, 100, 300)) == 0.5)
    #expect(time.share(of: score(time, 20, 600), in: score(time, 80, 300)) == 0.25)
  }

  @Test func `an incomplete workout cannot be compared with a complete one`() {
    let time = Challenge.Scoring.time(forReps: 100)
    #expect(time.share(of: score(time, 20, 600), in: score(time, 100, 300)) == nil)
    #expect(time.difference(between: score(time, 20, 600), and: score(time, 100, 300)) == nil)
  }

  @Test func `the difference is in the unit of the scoring`() {
    let reps = Challenge.Scoring.reps(within: .seconds(120))
    let time = Challenge.Scoring.time(forReps: 100)
    #expect(reps.difference(between: score(reps, 48, 120), and: score(reps, 49, 120)) == "1 rep")
    #expect(
      time.difference(between: score(time, 100, 640), and: score(time, 100, 600)) == "00:40.00")
    #expect(time.difference(between: score(time, 20, 9), and: score(time, 25, 9)) == "5 reps")
    #expect(
      Challenge.Scoring.hold.difference(between: score(.hold, 0, 61), and: score(.hold, 0, 60))
        == "00:01.00")
  }
}

struct StandingTests {
  private func standing(_ id: Int64, reps: Int, at second: Int64, rank: Int = 0) -> Standing {
    Standing(
      id: id, rank: rank, name: "p\(id)",
      score: Score(reps: reps, duration: .seconds(60), rankKey: -Int64(reps)),
      achievedAt: Date(millisecondsSince1970: second * 1000), isYou: false, workout: UUID())
  }

  @Test func `ties share a rank, and the next rank counts all of them`() {
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
}
