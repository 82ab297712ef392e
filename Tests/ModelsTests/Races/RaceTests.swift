import FoundationEssentials
import Testing

@testable import Models

struct RaceTests {
  private func log(_ instants: UInt32...) throws -> RepLog {
    try #require(RepLog(milliseconds: instants))
  }

  // MARK: - Batches

  @Test func `a batch has the reps that the server lacks`() throws {
    let reps = try log(1000, 2000, 3000)
    let batch = RepBatch(
      of: 1, from: try log(1000, 2000), known: 1, to: reps, elapsed: .seconds(4), phase: .racing)
    #expect(batch.position == 1 && batch.instants == [2000, 3000])
  }

  @Test func `the next batch drops an undone rep, even if the person counts another rep first`()
    throws
  {
    let sent = try log(1000, 2000)
    var racer = Racer(id: 1, name: "Ann", phase: .racing, reps: sent)
    let undone = RepBatch(
      of: 1, from: sent, known: 2, to: try log(1000), elapsed: .seconds(3), phase: .racing)
    #expect(undone.position == 1 && undone.instants == [])
    let isAdded = racer.add(undone)
    #expect(isAdded && racer.reps.milliseconds == [1000])
    let replaced = RepBatch(
      of: 1, from: sent, known: 2, to: try log(1000, 2500), elapsed: .seconds(3), phase: .racing)
    #expect(replaced.position == 1 && replaced.instants == [2500])
  }

  @Test func `a long gap is sent in several batches`() throws {
    let reps = try #require(RepLog(milliseconds: (1...500).map { $0 * 1000 }))
    var racer = Racer(id: 1, name: "Ann", phase: .racing)
    var sent = RepLog()
    var count = 0
    while racer.reps != reps {
      let batch = RepBatch(
        of: 1, from: sent, known: racer.reps.count, to: reps, elapsed: .seconds(500),
        phase: .racing)
      let isAdded = racer.add(batch)
      #expect(isAdded && batch.instants.count <= RepBatch.maxCount)
      sent = racer.reps
      count += 1
    }
    #expect(count == 3)
  }

  @Test func `a batch after missing reps, or with unordered instants, changes nothing`() throws {
    var racer = Racer(id: 1, name: "Ann", phase: .racing, reps: try log(1000))
    let known = racer
    for (position, instants) in [(2, [3000]), (1, [900]), (1, [2000, 2000])] as [(Int, [UInt32])] {
      let batch = RepBatch(
        racer: 1, position: position, instants: instants, elapsed: .seconds(4), phase: .finished)
      let isAdded = racer.add(batch)
      #expect(!isAdded && racer == known)
    }
    // The same batch twice has the same effect as once.
    let batch = RepBatch(
      racer: 1, position: 1, instants: [2000], elapsed: .seconds(4), phase: .racing)
    let isAdded = racer.add(batch)
    let added = racer
    let isAddedAgain = racer.add(batch)
    #expect(isAdded && isAddedAgain && racer == added)
  }

  // MARK: - The clock

  @Test func `the exchange with the shortest round trip determines the clock`() {
    var clock = ServerClock()
    #expect(clock.localTime(at: .seconds(100)) == nil && clock.uncertainty == nil)
    // The server is 90 s ahead; the first response took longer than the request.
    clock.record(sent: .seconds(10), received: .seconds(12), time: .milliseconds(100_200))
    #expect(clock.uncertainty == .seconds(1))
    clock.record(sent: .seconds(20), received: .milliseconds(20_008), time: .milliseconds(110_004))
    #expect(clock.uncertainty == .milliseconds(4))
    #expect(clock.localTime(at: .seconds(120)) == .seconds(30))
    // A later exchange with a longer round trip changes nothing.
    clock.record(sent: .seconds(30), received: .seconds(31), time: .seconds(150))
    #expect(clock.localTime(at: .seconds(120)) == .seconds(30))
  }

  @Test func `old exchanges are forgotten`() {
    var clock = ServerClock()
    clock.record(sent: .zero, received: .zero, time: .seconds(5))
    for second in 1...20 {
      clock.record(
        sent: .seconds(second), received: .seconds(second) + .milliseconds(10),
        time: .seconds(second + 7) + .milliseconds(5))
    }
    #expect(clock.localTime(at: .seconds(107)) == .seconds(100))
    #expect(clock.uncertainty == .milliseconds(5))
  }

  // MARK: - Places

  private func order(
    _ entries: (name: String, reps: Int, phase: Racer.Phase, end: Duration?)...,
    by scoring: Challenge.Scoring
  ) -> [String] {
    let standings = entries.enumerated().map { index, entry in
      RaceStanding(
        id: Int64(index), name: entry.name, reps: entry.reps, phase: entry.phase, end: entry.end)
    }
    let order = RaceOrder(standings, by: scoring)
    return zip(order.places, order.standings).map { "\($0) \($1.name)" }
  }

  @Test func `racers are ordered by reps, and equal ones share a place`() {
    #expect(
      order(
        ("Ann", 10, .racing, nil), ("Ben", 12, .racing, nil), ("Cy", 10, .finished, nil),
        ("Di", 3, .left, nil), by: .mostReps) == ["1 Ben", "2 Ann", "2 Cy", "4 Di"])
  }

  @Test func `in a challenge for time, those who have all reps are ordered by their time`() {
    #expect(
      order(
        ("Ann", 99, .racing, nil), ("Ben", 100, .finished, .seconds(61)),
        ("Cy", 100, .finished, .seconds(59)), by: .time(forReps: 100)) == [
          "1 Cy", "2 Ben", "3 Ann",
        ])
  }

  @Test func `in a hold, those who still hold are level and before all others`() {
    #expect(
      order(
        ("Ann", 0, .finished, .seconds(40)), ("Ben", 0, .racing, nil), ("Cy", 0, .racing, nil),
        ("Di", 0, .finished, .seconds(55)), by: .hold) == ["1 Ben", "1 Cy", "3 Di", "4 Ann"])
  }

  @Test func `a standing shows the reps up to an instant`() throws {
    let racer = Racer(
      id: 1, name: "Ann", phase: .finished, reps: try log(1000, 2000, 3000), elapsed: .seconds(4))
    let early = RaceStanding(racer, at: .milliseconds(2500), goal: nil)
    #expect(early.reps == 2 && early.phase == .racing && early.end == nil)
    let late = RaceStanding(racer, at: .seconds(4), goal: nil)
    #expect(late.reps == 3 && late.phase == .finished && late.end == .seconds(4))
    #expect(RaceStanding(racer, at: .seconds(4), goal: 2).end == .seconds(2))
  }
}
