/// The challenges that people made themselves.
public struct OwnChallenges: Hashable, Sendable {
  /// Those that are there to be done, oldest first.
  public var current: [Challenge]

  /// Those that were deleted: still known by name where somebody did them.
  public var deleted: [Challenge]

  public init(current: [Challenge] = [], deleted: [Challenge] = []) {
    self.current = current
    self.deleted = deleted
  }
}

extension Challenge.ID {
  /// Whether it is the key of a challenge that somebody made, and not one of those that come with the program.
  public var isOwn: Bool { rawValue.hasPrefix("own-") }

  /// A key for a challenge of somebody's own, made of its name: `own-stair-run`.
  ///
  /// Two names may make the same one; whoever keeps them tells them apart by a number.
  public init(ownName name: String) {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let slug = words.isEmpty ? "challenge" : words.joined(separator: "-")
    self.init(rawValue: "own-\(slug)")
  }
}

extension Catalogue {
  /// This catalogue with the challenges that people made behind its own, kind by kind.
  public func adding(_ own: OwnChallenges) -> Catalogue {
    Catalogue(challenges + own.current, retired: own.deleted)
  }
}

extension Challenge {
  /// A challenge that somebody made.
  public static func own(
    _ id: ID, name: String, kind: Kind, scoring: Scoring, how: [String],
    intervals: IntervalPlan? = nil
  ) -> Challenge {
    let rounds = intervals.map { "\($0.rounds) rounds, \($0.text)" }
    return Challenge(
      id: id, name: name, kind: kind, scoring: scoring,
      summary: "Your own: \(rounds ?? scoring.title).", how: how, intervals: intervals)
  }

  /// The same challenge under another key.
  public func renamed(_ id: ID) -> Challenge {
    Challenge(
      id: id, name: name, kind: kind, scoring: scoring, summary: summary, how: how,
      minimumGap: minimumGap, intervals: intervals, circuit: circuit)
  }
}
