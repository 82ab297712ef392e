import Testing

@testable import Models

struct CircuitTests {
  let circuit = Circuit([
    .init(name: "push-ups", reps: 5), .init(name: "sit-ups", reps: 10),
    .init(name: "squats", reps: 15),
  ])!

  @Test(arguments: [
    (0, 1, "push-ups", 0), (4, 1, "push-ups", 4), (5, 1, "sit-ups", 0), (14, 1, "sit-ups", 9),
    (15, 1, "squats", 0), (29, 1, "squats", 14), (30, 2, "push-ups", 0), (37, 2, "sit-ups", 2),
  ])
  func `the station of the next rep follows from the reps so far`(
    count: Int, round: Int, station: String, done: Int
  ) {
    let place = circuit.position(after: count)
    #expect(place.round == round)
    #expect(place.station.name == station)
    #expect(place.completedReps == done)
  }

  @Test func `a round's time is from the end of the previous round to its own`() {
    let log = RepLog(milliseconds: (1...70).map { $0 * 1000 + ($0 > 30 ? 5000 : 0) })!
    let rounds = circuit.rounds(in: log, skips: SkipLog())
    #expect(rounds.map(\.duration) == [.seconds(30), .seconds(35)])
    #expect(rounds.allSatisfy { $0.reps == 30 && !$0.isSkipped })
    #expect(circuit.rounds(in: RepLog(), skips: SkipLog()).isEmpty)
  }

  /// Seven reps, a skip at 10 s, a round to 40 s, two reps, and a skip at 50 s.
  @Test func `a skipped round has its own reps, and the next begins at the skip`() throws {
    let log = try #require(
      RepLog(milliseconds: [1...7, 11...42].joined().map { $0 * 1000 }))
    let skips = try #require(SkipLog(milliseconds: [10_000, 50_000]))
    let rounds = circuit.rounds(in: log, skips: skips)
    #expect(rounds.map(\.number) == [1, 2, 3])
    #expect(rounds.map(\.reps) == [7, 30, 2])
    #expect(rounds.map(\.isSkipped) == [true, false, true])
    #expect(rounds.map(\.duration) == [.seconds(10), .seconds(30), .seconds(10)])
    for (second, count) in [(9, 7), (10, 30), (11, 31), (40, 60), (42, 62), (50, 90)] {
      #expect(
        circuit.repsIncludingSkipped(in: log, skips: skips, through: .seconds(second)) == count)
    }
    #expect(circuit.repsIncludingSkipped(in: log, skips: skips) == 90)
  }

  @Test func `a skip where a round begins changes nothing`() throws {
    let log = try #require(RepLog(milliseconds: (1...61).map { $0 * 1000 }))
    // Before the first rep, at the end of a round, twice between two rounds, twice after the last rep.
    let skips = try #require(
      SkipLog(milliseconds: [500, 30_000, 30_100, 60_200, 62_000, 63_000]))
    let rounds = circuit.rounds(in: log, skips: skips)
    #expect(rounds.map(\.reps) == [30, 30, 1])
    #expect(rounds.map(\.duration) == [.seconds(30), .seconds(30), .seconds(2)])
    #expect(circuit.repsIncludingSkipped(in: log, skips: skips) == 90)
    #expect(circuit.rounds(in: RepLog(), skips: skips).isEmpty)
    #expect(circuit.repsIncludingSkipped(in: RepLog(), skips: skips) == 0)
    let typed = try #require(RepLog(manualReps: 7))
    #expect(circuit.rounds(in: typed, skips: skips).isEmpty)
  }

  @Test func `a circuit needs stations with reps`() {
    #expect(Circuit([]) == nil)
    #expect(Circuit([.init(name: "a", reps: 0)]) == nil)
    #expect(Circuit([.init(name: "a", reps: 1001)]) == nil)
  }

  @Test(arguments: [("20/10 x8", 230), ("60 x10", 600), ("1/0 x1", 1), ("40/20 x100", 5980)])
  func `an interval plan survives a round trip through text`(text: String, seconds: Int) throws {
    let plan = try #require(IntervalPlan(text: text))
    #expect(plan.duration == .seconds(seconds))
    #expect(IntervalPlan(text: plan.text) == plan)
  }

  @Test(arguments: [
    "", "20", "20/10", "x8", "20/10x8", "20/10 8", "0/10 x8", "20/-1 x8", "20/10 x0", "20/10 x101",
    "20/10/5 x8", "20/ x8", "a/b x8", "86400/1 x2",
  ])
  func `invalid text is not an interval plan`(text: String) {
    #expect(IntervalPlan(text: text) == nil)
  }
}
