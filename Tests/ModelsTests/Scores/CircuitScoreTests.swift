import FoundationEssentials
import Testing

@testable import Models

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
      duration: .milliseconds(Int64(seconds * 1000)),
      log: try #require(RepLog(milliseconds: reps)),
      skips: try #require(SkipLog(milliseconds: skips)))
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
  func `the time is the end of the last set`(
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

  @Test func `a skipped rest is no skipped set`() throws {
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

  @Test func `the typed time of a circuit is its time`() throws {
    let challenge = try Challenge.sample(Self.circuit)
    var typed = try workout(reps: [], seconds: 40)
    typed.log = try #require(RepLog(manualReps: 6))
    #expect(try #require(challenge.score(of: typed)).duration == .seconds(40))
    typed.log = try #require(RepLog(manualReps: 5))
    #expect(try !#require(challenge.score(of: typed)).isComplete)
  }

  @Test func `a skip never wins most reps`() throws {
    let reps: [UInt32] = [1000, 2000, 3000, 4000]
    func score(_ text: String, skips: [UInt32]) throws -> Score {
      try #require(Challenge.sample(text).score(of: workout(reps: reps, skips: skips, seconds: 60)))
    }
    // Push-ups are done in the time of the plank or of the harder exercise, or with the strength for it.
    for (text, skips) in [
      ("AMRAP 1:00 (push-up 2, plank 10s)", [2500]),
      ("AMRAP 1:00 (push-up 2, pull-up 5)", [2500]),
      ("every 30s 2x(plank 10s, push-up max)", [2500]),
      // The first one ends the set.
      ("2x(push-up max, plank 10s)", [2500, 2600]),
    ] as [(String, [UInt32])] {
      #expect(try score(text, skips: []).isComplete)
      #expect(try !score(text, skips: skips).isComplete, "\(text)")
    }
    let incomplete = try score("AMRAP 1:00 (push-up 2, plank 10s)", skips: [2500])
    let amrap = try Challenge.sample("AMRAP 1:00 (push-up 2, plank 10s)")
    #expect(amrap.text(incomplete) == "incomplete, 4 reps")
    #expect(try score("AMRAP 1:00 (push-up 2, plank 10s)", skips: []).isBetter(than: incomplete))
    // The reps of a round that is repeated by the clock are lost.
    #expect(try score("EMOM 1 (push-up 5)", skips: [5000]).isComplete)
    #expect(try score("every 30s 2x(push-up 2, squat 5)", skips: [2500]).isComplete)
  }
}
