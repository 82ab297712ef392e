import Testing

@testable import Models

@Suite struct ScoringComparisonTests {
  private func score(_ scoring: Challenge.Scoring, _ reps: Int, _ seconds: Int64) -> Score {
    scoring.score(reps: reps, duration: .seconds(seconds))!
  }

  @Test func `a score is a share of the best one`() {
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

  @Test func `an unfinished workout cannot be compared with a finished one`() {
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
