import Models

extension Workouts.State {
  /// Whether there is another challenge to select.
  var canMove: Bool { visibleChallenges.count > 1 }

  /// Shows what `query` means; the selection stays with its challenge where that is still there.
  mutating func search(_ query: String) {
    let selected = selectedChallenge?.id
    self.query = query
    selection = visibleChallenges.firstIndex { $0.id == selected } ?? 0
  }
}

/// A line of the list of challenges.
enum CatalogueRow: Equatable {
  case heading(Challenge.Kind)
  case challenge(Challenge)

  /// The challenges under their headings.
  static func rows(of challenges: [Challenge]) -> [CatalogueRow] {
    Catalogue(challenges).sections.flatMap { section in
      [.heading(section.kind)] + section.challenges.map { .challenge($0) }
    }
  }

  /// Where the challenge number `selection` stands among the headings.
  static func position(of selection: Int, in rows: [CatalogueRow]) -> Int? {
    var remaining = selection
    return rows.firstIndex { row in
      guard case .challenge = row else { return false }
      remaining -= 1
      return remaining < 0
    }
  }
}
