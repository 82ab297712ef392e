import Models
import SQLite

extension Connection {
  /// How a challenge is scored, whether it came with the program or somebody made it.
  ///
  /// - Throws: ``DatabaseError``.
  func scoring(of id: Challenge.ID, in catalogue: Catalogue) throws -> Challenge.Scoring? {
    try catalogue[id]?.scoring ?? ownScoring(of: id)
  }
}
