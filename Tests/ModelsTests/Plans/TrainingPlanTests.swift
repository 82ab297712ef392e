import FoundationEssentials
import Models
import Testing

struct TrainingPlanTests {
  /// A plan from a test of 32 reps on Monday, 5 January 2026.
  private var plan = TrainingPlan(
    id: UUID(), challenge: "pushups-2min",
    test: TestResult(measure: .reps, amount: 32, duration: .seconds(120), day: monday)!)
  private static let monday = CivilDate(year: 2026, month: 1, day: 5).daysSince1970
  private let monday = Self.monday

  private func set(_ session: Int, _ number: Int) -> PlannedSet {
    PlannedSet(session: plan.sessions[session - 1], number: number)
  }

  private mutating func finishSession(on day: Int64) {
    while let set = plan.nextSet(today: day) {
      plan.finish(set, on: day)
      if set.isLast { return }
    }
  }

  @Test func `sessions are on 3 days a week, and a test is 3 days after the last session`() {
    #expect(
      plan.days(today: monday).map { $0 - monday } == [
        2, 4, 7, 9, 11, 14, 16, 18, 21, 23, 25, 28, 31,
      ])
    #expect(plan.days(today: monday)[0].dayText == "Wed 7 Jan")
    #expect(plan.days(today: monday)[12].dayText == "Thu 5 Feb")
  }

  @Test func `a missed session delays the later ones`() {
    let late = monday + 6
    #expect(plan.nextDay(today: late) == late)
    #expect(plan.days(today: late).map { $0 - late }.prefix(4) == [0, 2, 5, 7])
    #expect(plan.nextDay(today: late).dueText(today: late) == "today")
    #expect(plan.nextDay(today: monday).dueText(today: monday) == "in 2 days")
    #expect(plan.nextDay(today: monday + 1).dueText(today: monday + 1) == "tomorrow")
  }

  @Test mutating func `later sessions are counted from the day of the last completed one`() {
    finishSession(on: monday + 1)
    #expect(plan.completedDays == [monday + 1])
    #expect(plan.days(today: monday + 1).map { $0 - monday }.prefix(3) == [1, 3, 6])
    #expect(plan.nextSession?.number == 2)
  }

  @Test mutating func `the last set completes a session`() {
    let day = monday + 2
    for number in 1...4 {
      #expect(plan.nextSet(today: day) == set(1, number))
      plan.finish(set(1, number), on: day)
    }
    #expect(plan.completedDays.isEmpty && plan.progress == TrainingPlan.Progress(sets: 4, day: day))
    plan.finish(set(1, 5), on: day)
    #expect(plan.completedDays == [day] && plan.progress == nil)
    // The same set again, as when a successful save is retried.
    plan.finish(set(1, 5), on: day + 1)
    #expect(plan.completedDays == [day])
  }

  @Test mutating func `sets of a previous day do not count`() {
    plan.finish(set(1, 1), on: monday + 2)
    #expect(plan.nextSet(today: monday + 2) == set(1, 2))
    #expect(plan.nextSet(today: monday + 3) == set(1, 1))
  }

  @Test mutating func `a session with finished sets is due on the day of these sets`() {
    #expect(plan.nextDay(today: monday) == monday + 2)
    plan.finish(set(1, 1), on: monday)
    #expect(plan.days(today: monday).map { $0 - monday }.prefix(3) == [0, 2, 5])
    #expect(plan.nextDay(today: monday + 1) == monday + 2)
  }

  @Test mutating func `after the last session, only the next test remains`() {
    for number in 0..<12 { finishSession(on: monday + Int64(number)) }
    #expect(plan.nextSession == nil && plan.nextSet(today: monday) == nil)
    #expect(plan.days(today: monday + 11).count == 13)
    #expect(plan.nextDay(today: monday + 11) == monday + 14)
  }

  @Test func `the purpose of a workout survives a round trip`() throws {
    let routine = try #require(StrengthPlan(try Routine(text: "squat 5x5")))
    var program = routine
    program.needsWeights = true
    for purpose: WorkoutDraft.Purpose in [
      .test, .set(2, ofSession: 11), .plan(routine), .plan(program),
    ] {
      #expect(WorkoutDraft.Purpose(text: purpose.text) == purpose)
    }
    for text in ["", "tests", "set", "set 2 of", "set two of 3", "test 2 of 3"] {
      #expect(WorkoutDraft.Purpose(text: text) == nil, "\(text)")
    }
    #expect(plan.set(2, ofSession: 11) == set(11, 2))
    for (number, session) in [(0, 1), (6, 1), (1, 0), (1, 13)] {
      #expect(plan.set(number, ofSession: session) == nil)
    }
  }

  @Test func `plans are ordered by due date, then by the day of the last session`() {
    func other(testedOn day: Int64) -> TrainingPlan {
      TrainingPlan(
        id: UUID(), challenge: "plank",
        test: TestResult(measure: .hold, amount: 60, duration: .seconds(60), day: day)!)
    }
    let early = other(testedOn: monday - 3)
    #expect([plan, early].next(today: monday) == early)
    #expect([plan, other(testedOn: monday + 1)].next(today: monday) == plan)
    #expect([plan, early].next(today: monday + 9) == early)
    #expect([TrainingPlan]().next(today: monday) == nil)
  }

  @Test func `a session is a routine of the challenge's exercise`() throws {
    let session = plan.sessions[0]
    let challenge = try #require(Catalogue.standard["pushups-2min"])
    let routine = try #require(session.routine(of: challenge, rest: 90))
    #expect(routine.text == "push-up \(session.sets)x\(session.amount.shortText) rest 1:30")
    #expect(try Routine(text: routine.text) == routine)
    // A challenge with rounds has several sets, so its name is used.
    let rounds = try #require(Catalogue.standard["squats-tabata"])
    let text = try #require(session.routine(of: rounds, rest: 0)).text
    #expect(text.hasSuffix(" \(session.sets)x\(session.amount.shortText)"))
    #expect(session.routine(of: challenge, rest: 90_000) == nil)
  }
}

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

  @Test func `the rest between sets is the setting, or 90 seconds if the setting is off`() {
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
        == "5 sets at 40% of your 32 reps, next time 42%, then 44% and so on.")
  }

  @Test func `the share of each set is smaller after a long test`() {
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
        == "5 sets at 15% of your 100 reps, next time 16%, then 17% and so on, at the pace of your test."
    )
  }

  @Test func `holds are counted in whole seconds, however long the test was`() {
    #expect(amounts(result(75, .hold, in: 75)).first == 30)
    let long = PlanRule(result(600, .hold, in: 600))
    #expect(long.sessions[0].text == "5 x 240 s")
    #expect(long.summary == "5 sets at 40% of your 600 s, next time 42%, then 44% and so on.")
  }

  @Test func `the number of sets increases for small results`() {
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
            log: WorkoutLog(reps: RepLog(), duration: .milliseconds(900))), .hold), scoring: .hold,
        dayStart: .midnight)
        == nil)
  }

  private func saved(_ workout: Workout, _ scoring: Challenge.Scoring) -> SavedWorkout {
    let challenge = Challenge.custom(
      "own-x", name: "X", kind: .core, scoring: scoring, instructions: [])
    return SavedWorkout(workout: workout, score: challenge.score(of: workout), previousBest: nil)
  }

  @Test func `a test that is not ranked has no result`() {
    let workout = Workout(
      id: UUID(), challenge: "x", user: "Ann", startedAt: Date(timeIntervalSince1970: 0),
      log: WorkoutLog(reps: RepLog(milliseconds: [1000])!, duration: .seconds(60)))
    #expect(
      TestResult(
        SavedWorkout(workout: workout, score: nil, previousBest: nil), scoring: .hold,
        dayStart: .midnight) == nil)
  }

  @Test func `a test has the score of its workout`() throws {
    let workout = Workout(
      id: UUID(), challenge: "x", user: "Ann", startedAt: Date(timeIntervalSince1970: 0),
      log: WorkoutLog(
        reps: RepLog(milliseconds: [1000, 2500, 61_000])!, duration: .milliseconds(61_500)))
    let reps = try #require(
      TestResult(
        saved(workout, .reps(within: .seconds(60))), scoring: .reps(within: .seconds(60)),
        dayStart: .midnight))
    #expect(reps.measure == .reps && reps.amount == 2 && reps.duration == .seconds(60))
    let pace = try #require(
      TestResult(saved(workout, .time(forReps: 2)), scoring: .time(forReps: 2), dayStart: .midnight)
    )
    #expect(pace.measure == .pace && pace.amount == 2 && pace.duration == .milliseconds(2500))
    let early = try #require(
      TestResult(
        saved(workout, .time(forReps: 100)), scoring: .time(forReps: 100), dayStart: .midnight))
    #expect(early.amount == 3 && early.duration == .milliseconds(61_500))
    let hold = try #require(TestResult(saved(workout, .hold), scoring: .hold, dayStart: .midnight))
    #expect(hold.measure == .hold && hold.amount == 61)
    #expect([reps, pace, hold].map(\.text) == ["2 reps", "2 reps in 0:02", "61 s"])
  }
}
