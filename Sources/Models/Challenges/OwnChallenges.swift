/// The challenges that people made themselves.
public struct OwnChallenges: Hashable, Sendable {
  /// The challenges that can be done, oldest first.
  public var current: [Challenge]

  /// The deleted challenges, whose names are still shown for the workouts done in them.
  public var deleted: [Challenge]

  public init(current: [Challenge] = [], deleted: [Challenge] = []) {
    self.current = current
    self.deleted = deleted
  }
}

extension Challenge.ID {
  /// Whether it is the key of a challenge that a person made, rather than of one that comes with the program.
  public var isOwn: Bool { rawValue.hasPrefix("own-") }

  /// Creates the key of a person's own challenge from its name: `own-stair-run`.
  ///
  /// Two names may give the same key; the database appends a number then.
  public init(ownName name: String) {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let slug = words.isEmpty ? "challenge" : words.joined(separator: "-")
    self.init(rawValue: "own-\(slug)")
  }
}

extension Catalogue {
  /// Returns this catalogue with own challenges added after those of the same kind.
  public func adding(_ own: OwnChallenges) -> Catalogue {
    Catalogue(challenges + own.current, retired: own.deleted)
  }
}

extension Challenge {
  /// Returns a challenge that a person made.
  public static func own(
    _ id: ID, name: String, kind: Kind, scoring: Scoring, how: [String],
    intervals: IntervalPlan? = nil
  ) -> Challenge {
    let rounds = intervals.map { "\($0.rounds) rounds, \($0.text)" }
    return Challenge(
      id: id, name: name, kind: kind, scoring: scoring,
      summary: "Your own: \(rounds ?? scoring.title).", how: how, intervals: intervals)
  }

  /// Returns the same challenge with another key.
  public func renamed(_ id: ID) -> Challenge {
    Challenge(
      id: id, name: name, kind: kind, scoring: scoring, summary: summary, how: how,
      minimumGap: minimumGap, intervals: intervals, circuit: circuit)
  }

  /// The most columns of a terminal that the name of a person's own challenge takes.
  public static let widestName = 24

  /// Returns a typed name as it may be kept and shown, cut where it is too wide; `nil` when nothing is left.
  public static func cleanedName(_ raw: some StringProtocol) -> String? {
    String(cleaning: raw, atMost: widestName)
  }
}
