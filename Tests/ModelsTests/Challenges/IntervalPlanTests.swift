import FoundationEssentials
import Testing

@testable import Models

struct IntervalPlanTests {
  let tabata = IntervalPlan(work: .seconds(20), rest: .seconds(10), rounds: 8)!

  @Test func `a plan is the short form of a routine`() throws {
    let routine = try #require(tabata.routine(of: "squat"))
    #expect(routine.text == "8x(squat 20s, rest 10s)")
    #expect(routine.intervals == tabata)
    #expect(routine.timeLimit == .seconds(230))
    let quoted = tabata.routine(of: "\"Own\" rounds")
    #expect(quoted?.text == "8x(Own rounds 20s, rest 10s)")
    // A day, without the last rest.
    let long = try #require(IntervalPlan(text: "40000/6400 x2"))
    #expect(long.routine(of: "walk")?.timeLimit == .seconds(86_400))
    #expect(IntervalPlan(text: "40000/6401 x2")?.routine(of: "walk") == nil)
  }

  @Test(arguments: [
    "8x(squat 20s, rest 10s, lunge 20s)", "8x(squat 20s, lunge 20s)", "8x(squat 20, rest 10s)",
    "AMRAP 5:00 (squat 20s)", "squat 20s, rest 10s", "8x(squat 2x20s)", "8x(squat 20s rest 10s)",
  ])
  func `other routines have no plan`(text: String) throws {
    #expect(try Routine(text: text).intervals == nil)
  }

  @Test(arguments: [(0, 10, 8), (20, -1, 8), (20, 10, 0), (20, 10, 101)])
  func `invalid interval plans are rejected`(work: Int, rest: Int, rounds: Int) {
    #expect(IntervalPlan(work: .seconds(work), rest: .seconds(rest), rounds: rounds) == nil)
  }

  @Test(arguments: ["20/10 x8", "60 x10", "1 x1", "30/30 x6"])
  func `a plan is read from its text`(text: String) throws {
    let plan = try #require(IntervalPlan(text: text))
    #expect(plan.text == text)
  }

  @Test(arguments: [
    "", "20/10", "x8", "20/10x8", "20/10 8", "0/10 x8", "20/10 x0", "20/10 x101", "20//10 x8",
    "20/10/5 x8", "-1 x8", "20/10 x8 x9", "a/b x8",
  ])
  func `other texts are no plans`(text: String) {
    #expect(IntervalPlan(text: text) == nil)
  }
}
