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
    let place = circuit.place(after: count)
    #expect(place.round == round)
    #expect(place.station.name == station)
    #expect(place.done == done)
  }

  @Test func `a round's time is from the end of the previous round to its own`() {
    let log = RepLog(milliseconds: (1...70).map { $0 * 1000 + ($0 > 30 ? 5000 : 0) })!
    #expect(circuit.rounds(in: log) == [.seconds(30), .seconds(35)])
    #expect(circuit.rounds(in: RepLog()).isEmpty)
  }

  @Test func `a circuit has stations, and reps at each`() {
    #expect(Circuit([]) == nil)
    #expect(Circuit([.init(name: "a", reps: 0)]) == nil)
    #expect(Circuit([.init(name: "a", reps: 1001)]) == nil)
  }

  @Test(arguments: [("20/10 x8", 230), ("60 x10", 600), ("1/0 x1", 1), ("40/20 x100", 5980)])
  func `rounds survive a round trip through text`(text: String, seconds: Int) throws {
    let plan = try #require(IntervalPlan(text: text))
    #expect(plan.duration == .seconds(seconds))
    #expect(IntervalPlan(text: plan.text) == plan)
  }

  @Test(arguments: [
    "", "20", "20/10", "x8", "20/10x8", "20/10 8", "0/10 x8", "20/-1 x8", "20/10 x0", "20/10 x101",
    "20/10/5 x8", "20/ x8", "a/b x8", "86400/1 x2",
  ])
  func `invalid text is not a circuit`(text: String) {
    #expect(IntervalPlan(text: text) == nil)
  }
}
