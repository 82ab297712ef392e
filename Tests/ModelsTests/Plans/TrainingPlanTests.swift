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

  @Test func `sessions are on three days a week, and the next test three days after the last`() {
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

  @Test mutating func `later sessions follow from the day of the missed one`() {
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
    // The same set again, as in a retry after a failure that had succeeded.
    plan.finish(set(1, 5), on: day + 1)
    #expect(plan.completedDays == [day])
  }

  @Test mutating func `sets of an earlier day do not count`() {
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

  @Test mutating func `after the last session only the test remains`() {
    for number in 0..<12 { finishSession(on: monday + Int64(number)) }
    #expect(plan.nextSession == nil && plan.nextSet(today: monday) == nil)
    #expect(plan.days(today: monday + 11).count == 13)
    #expect(plan.nextDay(today: monday + 11) == monday + 14)
  }

  @Test func `the purpose of a workout survives a round trip`() {
    for purpose in [.test, .set(2, ofSession: 11)] as [WorkoutDraft.Purpose] {
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

  @Test func `plans are ordered by due date, then by waiting time`() {
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
    // The rounds of a challenge are no exercise, so its name is.
    let rounds = try #require(Catalogue.standard["squats-tabata"])
    let text = try #require(session.routine(of: rounds, rest: 0)).text
    #expect(text.hasSuffix(" \(session.sets)x\(session.amount.shortText)"))
    #expect(session.routine(of: challenge, rest: 90_000) == nil)
  }
}
