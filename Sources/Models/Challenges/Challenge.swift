/// A challenge: a workout and its scoring.
public struct Challenge: Identifiable, Hashable, Sendable {
  /// A challenge's permanent ID, such as `pushups-2min`.
  ///
  /// The database and the command line refer to the challenge by it, so it never changes.
  public struct ID: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }
  }

  /// The part of the body that a challenge trains, in the order of the catalogue.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case upperBody = "upper-body"
    case core
    case legs
    case fullBody = "full-body"

    /// The heading in the catalogue.
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

  /// A description in one line.
  public let summary: String

  /// Instructions: two to four lines that fit a narrow terminal.
  public let instructions: [String]

  /// The minimum time in which a person can do one rep; zero if reps don't count.
  ///
  /// It is used to check submitted logs. The gap that filters a held key is a setting (``Settings/minGap``).
  public let minGap: Duration

  /// The sets, rests and rounds.
  public let routine: Routine

  /// Creates a challenge.
  ///
  /// - Parameter routine: The sets, rests and rounds; `nil` for a single set, which the scoring ends.
  public init(
    id: ID, name: String, kind: Kind, scoring: Scoring, summary: String, instructions: [String],
    minGap: Duration = .zero, routine: Routine? = nil
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.scoring = scoring
    self.summary = summary
    self.instructions = instructions
    self.minGap = minGap
    self.routine = routine ?? Routine(scoring, named: name)
  }
}

extension Challenge.ID: CustomStringConvertible {
  /// The ID with control characters escaped, because a database may contain any text.
  public var description: String { rawValue.escapedText(maxLength: 64) }
}
