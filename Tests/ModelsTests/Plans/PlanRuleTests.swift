import FoundationEssentials
import Models
import Testing

struct PlanRuleTests {
  private func result(
    _ amount: Int, _ measure: TestResult.Measure = .reps, in seconds: Int = 120
  ) -> TestResult {
    TestResult(measure: measure, amount: amount, duration: .seconds(seconds), day: 0)!
  }

  private func amounts(_ result: TestResult) -> [Int] {
    PlanRule(result).sessions.map { session in
      switch session.amount {
      case .reps(let reps, _): reps
      case .hold(let seconds): seconds
      }
    }
  }

  @Test func `the rest between sets is the setting, or 90 seconds if that is off`() {
    #expect([0, 45, 600].map { PlanRule.restSeconds(setting: $0) } == [90, 45, 600])
  }

  @Test func `a test of 32 reps results in sets of 13 to 20 reps`() {
    #expect(amounts(result(32)) == [13, 13, 14, 15, 15, 16, 17, 17, 18, 19, 19, 20])
    let sessions = PlanRule(result(32)).sessions
    #expect(sessions.allSatisfy { $0.sets == 5 })
    #expect(sessions.map(\.number) == Array(1...12))
    #expect(sessions.map(\.week) == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
    #expect(sessions[0].text == "5 x 13 reps")
    #expect(
      PlanRule(result(32)).summary
        == "5 sets at 40% of your 32 reps, then 42%, 44% and so on.")
  }

  @Test func `sets are a smaller share of a long test`() {
    #expect(amounts(result(20, in: 300)) == [3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5])
    #expect(amounts(result(100, in: 180)).first == 40)
    #expect(amounts(result(100, in: 181)).first == 15)
  }

  @Test func `sets of a challenge for time have the pace of the test`() {
    let rule = PlanRule(result(100, .pace, in: 312))
    #expect(rule.sessions[0].text == "5 x 15 reps in 0:47")
    #expect(rule.sessions[11].text == "5 x 26 reps in 1:21")
    #expect(
      rule.summary
        == "5 sets at 15% of your 100 reps, then 16%, 17% and so on, at the pace of your test.")
  }

  @Test func `holds are counted in whole seconds, however long the test was`() {
    #expect(amounts(result(75, .hold, in: 75)).first == 30)
    let long = PlanRule(result(600, .hold, in: 600))
    #expect(long.sessions[0].text == "5 x 240 s")
    #expect(long.summary == "5 sets at 40% of your 600 s, then 42%, 44% and so on.")
  }

  @Test func `for small results the number of sets increases`() {
    for tiny in [1, 2] {
      let rule = PlanRule(result(tiny))
      #expect(rule.sessions.map(\.sets) == [3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6])
      #expect(rule.sessions.allSatisfy { $0.amount == .reps(1) })
    }
    #expect(
      PlanRule(result(2)).summary
        == "Sets of 1 rep after your 2 reps: 3 in the first week, 1 more each week.")
    #expect(amounts(result(3)) == [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2])
  }

  @Test(arguments: [1, 2, 3, 5, 7, 10, 99, 100, 101, 4_294_967_295, Int.max])
  func `amounts never decrease, are at least 1, and do not exceed the test`(
    amount: Int
  ) {
    for test in [result(amount), result(amount, in: 600), result(amount, .hold)] {
      let amounts = amounts(test)
      #expect(amounts == amounts.sorted())
      #expect(amounts[0] >= 1 && amounts[11] <= amount)
      let volumes = zip(PlanRule(test).sessions, amounts).map {
        Double($0.sets) * Double($1) / Double(amount)
      }
      #expect(volumes[11] > volumes[0])
    }
  }

  @Test func `an empty test is rejected`() {
    #expect(TestResult(measure: .reps, amount: 0, duration: .zero, day: 0) == nil)
    #expect(
      TestResult(
        saved(
          Workout(
            id: UUID(), challenge: "plank", user: "Ann", startedAt: Date(timeIntervalSince1970: 0),
            duration: .milliseconds(900), log: RepLog()), .hold), scoring: .hold) == nil)
  }

  private func saved(_ workout: Workout, _ scoring: Challenge.Scoring) -> SavedWorkout {
    let challenge = Challenge.custom(
      "own-x", name: "X", kind: .core, scoring: scoring, instructions: [])
    return SavedWorkout(workout: workout, score: challenge.score(of: workout), previousBest: nil)
  }

  @Test func `a test that is not ranked has no result`() {
    let workout = Workout(
      id: UUID(), challenge: "x", user: "Ann", startedAt: Date(timeIntervalSince1970: 0),
      duration: .seconds(60), log: RepLog(milliseconds: [1000])!)
    #expect(
      TestResult(
        SavedWorkout(workout: workout, score: nil, previousBest: nil), scoring: .hold) == nil)
  }

  @Test func `a test has the score of its workout`() throws {
    let workout = Workout(
      id: UUID(), challenge: "x", user: "Ann", startedAt: Date(timeIntervalSince1970: 0),
      duration: .milliseconds(61_500), log: RepLog(milliseconds: [1000, 2500, 61_000])!)
    let reps = try #require(
      TestResult(saved(workout, .reps(within: .seconds(60))), scoring: .reps(within: .seconds(60))))
    #expect(reps.measure == .reps && reps.amount == 2 && reps.duration == .seconds(60))
    let pace = try #require(
      TestResult(saved(workout, .time(forReps: 2)), scoring: .time(forReps: 2)))
    #expect(pace.measure == .pace && pace.amount == 2 && pace.duration == .milliseconds(2500))
    let early = try #require(
      TestResult(saved(workout, .time(forReps: 100)), scoring: .time(forReps: 100)))
    #expect(early.amount == 3 && early.duration == .milliseconds(61_500))
    let hold = try #require(TestResult(saved(workout, .hold), scoring: .hold))
    #expect(hold.measure == .hold && hold.amount == 61)
    #expect([reps, pace, hold].map(\.text) == ["2 reps", "2 reps in 0:02", "61 s"])
  }
}
