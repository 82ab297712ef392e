import FoundationEssentials
import Models

extension FuzzTarget {
  /// Checks that a decoded catalogue round-trips, and that its challenges can be scored and shown.
  func checkCatalogue(_ bytes: [UInt8]) throws(PropertyViolation) {
    guard let catalogue = try? Catalogue(json: Data(bytes)) else { return }
    guard
      let written = try? JSONEncoder().encode(catalogue.challenges),
      let again = try? Catalogue(json: written)
    else { throw PropertyViolation("a decoded catalogue cannot be encoded") }
    try expect(again == catalogue, "a different catalogue after a round trip")
    for challenge in catalogue.challenges {
      try expect(catalogue[challenge.id] != nil, "a challenge is not found")
      try expect(!challenge.scoring.title.isEmpty, "no title")
      let log = RepLog()
      _ = challenge.score(of: log, skips: SkipLog(), duration: .seconds(10))
      _ = log.impossibilityReason(in: .seconds(10), minGap: challenge.minGap)
      _ = challenge.routine.results(of: log, skips: SkipLog(), duration: .seconds(10))
    }
  }
}
