import FoundationEssentials
import Models
import Testing

struct IntervalPlanTests {
  let tabata = IntervalPlan(work: .seconds(20), rest: .seconds(10), rounds: 8)!
  let emom = IntervalPlan(work: .seconds(60), rest: .zero, rounds: 3)!

  @Test func `the last round has no rest`() {
    #expect(tabata.duration == .seconds(230))
    #expect(emom.duration == .seconds(180))
  }

  @Test(arguments: [
    (0.0, 1, true, 20.0), (19.99, 1, true, 0.01), (20, 1, false, 10), (29.5, 1, false, 0.5),
    (30, 2, true, 20), (209.999, 7, false, 0.001), (210, 8, true, 20), (230, 8, true, 0),
    (1000, 8, true, 0), (-1, 1, true, 20),
  ])
  func `work and rest alternate`(at: Double, round: Int, isWork: Bool, left: Double) {
    let moment = tabata.position(at: .milliseconds(Int(at * 1000)))
    #expect(moment.round == round)
    #expect(moment.isWork == isWork)
    #expect(moment.remaining == .milliseconds(Int(left * 1000)))
  }

  @Test func `without a rest rounds consist of work`() {
    #expect(emom.position(at: .seconds(59)).round == 1)
    #expect(emom.position(at: .seconds(60)).round == 2)
    #expect(emom.position(at: .seconds(60)).isWork)
    #expect(emom.position(at: .seconds(90)).fraction == 0.5)
  }

  @Test func `the reps of rounds are computed from the log`() {
    let log = RepLog(milliseconds: [1000, 19_999, 25_000, 29_999, 30_000, 89_000, 100_000])!
    #expect(tabata.reps(in: log) == [4, 1, 1, 1])
    #expect(tabata.reps(in: RepLog()) == [])
    #expect(tabata.reps(in: RepLog(milliseconds: [230_000])!) == [0, 0, 0, 0, 0, 0, 0, 1])
  }

  @Test(arguments: [(0, 10, 8), (20, -1, 8), (20, 10, 0), (20, 10, 101)])
  func `invalid interval plans are rejected`(work: Int, rest: Int, rounds: Int) {
    #expect(IntervalPlan(work: .seconds(work), rest: .seconds(rest), rounds: rounds) == nil)
  }

  @Test func `rounds must fill the time limit of a challenge`() throws {
    func challenge(_ seconds: Int) -> Data {
      Data(
        """
        [{"id": "x", "name": "X", "kind": "legs", "summary": "s", "how": [],
          "scoring": {"by": "reps", "seconds": \(seconds)},
          "intervals": {"work": 20, "rest": 10, "rounds": 8}}]
        """.utf8)
    }
    #expect(try Catalogue(json: challenge(230)).challenges.first?.intervals == tabata)
    #expect(throws: DecodingError.self) { try Catalogue(json: challenge(240)) }
    let again = try JSONDecoder().decode(
      [Challenge].self, from: try JSONEncoder().encode(Catalogue.standard.challenges))
    #expect(again == Catalogue.standard.challenges)
  }
}
