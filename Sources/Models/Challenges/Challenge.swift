/// Something to do against the clock: an exercise and the way it is scored.
public struct Challenge: Identifiable, Hashable, Sendable {
  /// A challenge's permanent key, as in `pushups-2min`.
  ///
  /// It is what the database and the command line call the challenge by, so it never changes once
  /// a workout was saved under it.
  public struct ID: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }
  }

  /// The part of the body a challenge is for, in the order the catalogue shows them.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case upperBody = "upper-body"
    case core
    case legs
    case fullBody = "full-body"

    /// The heading above the challenges of this kind.
    public var title: String {
      switch self {
      case .upperBody: "Upper body"
      case .core: "Core"
      case .legs: "Legs"
      case .fullBody: "Full body"
      }
    }
  }

  public let id: ID
  public let name: String
  public let kind: Kind
  public let scoring: Scoring

  /// One line that says what it is about.
  public let summary: String

  /// How it is done: two to four lines short enough for a narrow terminal.
  public let how: [String]

  /// The shortest time in which a person can honestly do one rep; zero where none are counted.
  ///
  /// It is for judging a submitted log. It is not the gap that filters a held key:
  /// that one is a person's setting.
  public let minimumGap: Duration

  /// Its rounds, where it is done in rounds.
  public let intervals: IntervalPlan?

  /// What its rounds are made of, where as many are done as the time holds.
  public let circuit: Circuit?

  public init(
    id: ID, name: String, kind: Kind, scoring: Scoring, summary: String, how: [String],
    minimumGap: Duration = .zero, intervals: IntervalPlan? = nil, circuit: Circuit? = nil
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.scoring = scoring
    self.summary = summary
    self.how = how
    self.minimumGap = minimumGap
    self.intervals = intervals
    self.circuit = circuit
  }
}

extension Challenge.ID: CustomStringConvertible {
  /// The key with control characters written out, because a database may have any text as a key.
  public var description: String { rawValue.visibleText(atMost: 64) }
}
