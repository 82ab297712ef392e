import Models
import TerminalUI

/// A row of the list of challenges.
public enum CatalogueRow: Equatable {
  case heading(Challenge.Kind)
  case challenge(Challenge)

  /// Returns the challenges under the headings of their kinds.
  public static func rows(of challenges: [Challenge]) -> [CatalogueRow] {
    Catalogue(challenges).sections.flatMap { section in
      [.heading(section.kind)] + section.challenges.map { .challenge($0) }
    }
  }

  /// Returns the row of the challenge with the index `selection`, which doesn't count headings.
  public static func position(of selection: Int, in rows: [CatalogueRow]) -> Int? {
    var remaining = selection
    return rows.firstIndex { row in
      guard case .challenge = row else { return false }
      remaining -= 1
      return remaining < 0
    }
  }

  public var challenge: Challenge? {
    if case .challenge(let challenge) = self { challenge } else { nil }
  }

  public var role: Theme.Role {
    if case .heading = self { .title } else { .text }
  }

  /// The column of the headings and the names of the challenges.
  @MainActor public static let name = Column<CatalogueRow>("Challenge") { row in
    switch row {
    case .heading(let kind): kind.title
    case .challenge(let challenge): " \(challenge.name)"
    }
  }

  @MainActor public static let scoring = Column<CatalogueRow>(
    "Scored by", .fixed(Challenge.widestShortScoringTitle), role: .dim
  ) { $0.challenge?.shortScoringTitle ?? "" }
}
