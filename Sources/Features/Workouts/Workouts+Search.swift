import Models
import TerminalUI

extension Workouts.State {
  /// Whether there are other challenges to select.
  var canMove: Bool { visibleChallenges.count > 1 }

  /// Shows the challenges that match a text. The selected challenge stays selected if it matches.
  mutating func search(_ input: TextField) {
    let selected = selectedChallenge?.id
    self.input = input
    selection = visibleChallenges.firstIndex { $0.id == selected } ?? 0
  }
}

/// A row of the list of challenges.
enum CatalogueRow: Equatable {
  case heading(Challenge.Kind)
  case challenge(Challenge)

  /// Returns the challenges under the headings of their kinds.
  static func rows(of challenges: [Challenge]) -> [CatalogueRow] {
    Catalogue(challenges).sections.flatMap { section in
      [.heading(section.kind)] + section.challenges.map { .challenge($0) }
    }
  }

  /// Returns the index of the row of the challenge number `selection`; rows of headings aren't numbered.
  static func position(of selection: Int, in rows: [CatalogueRow]) -> Int? {
    var remaining = selection
    return rows.firstIndex { row in
      guard case .challenge = row else { return false }
      remaining -= 1
      return remaining < 0
    }
  }
}
