import FoundationEssentials
import Models
import Testing

struct CatalogueTests {
  @Test func `the standard catalogue can be decoded`() {
    let challenges = Catalogue.standard.challenges
    #expect(challenges.count >= 10)
    #expect(challenges.first?.id == "pushups-2min")
    #expect(challenges.first?.scoring == .reps(within: .seconds(120)))
    #expect(Catalogue.standard["burpees-100"]?.scoring == .time(forReps: 100))
    #expect(Catalogue.standard["plank-hold"]?.scoring == .hold)
    #expect(Catalogue.standard["pushups-2mim"] == nil)
  }

  @Test func `IDs are unique and easy to type`() {
    let ids = Catalogue.standard.challenges.map(\.id.rawValue)
    #expect(Set(ids).count == ids.count)
    for id in ids {
      #expect(id.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) })
    }
  }

  @Test(arguments: Catalogue.standard.challenges)
  func `texts fit a narrow terminal`(challenge: Challenge) {
    #expect((1...28).contains(challenge.name.count))
    #expect((1...64).contains(challenge.summary.count))
    #expect((2...4).contains(challenge.instructions.count))
    #expect(challenge.instructions.allSatisfy { (1...64).contains($0.count) })
    #expect((challenge.minGap > .zero) == challenge.scoring.countsReps)
  }

  @Test func `sections follow the kinds and keep the order`() {
    let catalogue = Catalogue.standard
    #expect(catalogue.sections.map(\.kind) == Challenge.Kind.allCases)
    #expect(catalogue.sections.flatMap(\.challenges) == catalogue.challenges)
  }

  @Test func `challenges survive a round trip through JSON`() throws {
    let json = try JSONEncoder().encode(Catalogue.standard.challenges)
    #expect(try Catalogue(json: json) == Catalogue.standard)
  }

  @Test(arguments: [
    #"{"by": "reps"}"#, #"{"by": "reps", "seconds": 0}"#, #"{"by": "time", "reps": -1}"#,
    #"{"by": "luck"}"#, "{}",
  ])
  func `invalid scoring is rejected`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Challenge.Scoring.self, from: Data(json.utf8))
    }
  }
}
