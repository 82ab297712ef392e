/// A challenge: a workout and its scoring.
public struct Challenge: Identifiable, Hashable, Sendable {
  /// A challenge's permanent ID, such as `pushups-2min`.
  ///
  /// It never changes, because the database and the command line refer to the challenge by it.
  public struct ID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }
  }

  /// The part of the body that a challenge trains, in catalogue order.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
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

  public internal(set) var id: ID
  public internal(set) var name: String
  public let kind: Kind
  public let scoring: Scoring

  /// A one-line description.
  public let summary: String

  /// Instructions: two to four lines that fit a narrow terminal.
  public let instructions: [String]

  /// The sets, rests and rounds.
  public let routine: Routine

  /// Creates a challenge.
  ///
  /// - Parameter routine: The sets, rests and rounds; `nil` for a single set that follows from the scoring.
  public init(
    id: ID, name: String, kind: Kind, scoring: Scoring, summary: String, instructions: [String],
    routine: Routine? = nil
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.scoring = scoring
    self.summary = summary
    self.instructions = instructions
    self.routine = routine ?? Routine(scoring, named: name)
  }
}

extension Challenge.ID: CustomStringConvertible {
  /// The ID with control characters escaped, because a database may contain any text.
  public var description: String { rawValue.escapedText(maxLength: 64) }
}

// MARK: - Routine

extension Challenge {
  /// Whether the routine has several sets or rounds, or a distance, so that the scoring alone doesn't describe it.
  public var hasRounds: Bool { !routine.isSingleSet || routine.hasDistance }

  /// A copy of the challenge without rounds, for a single set of a training plan.
  public var asSingleSet: Challenge {
    Challenge(
      id: id, name: name, kind: kind, scoring: scoring, summary: summary,
      instructions: instructions)
  }

  /// Whether a workout has reps: it isn't a hold, and not all of its sets are distances.
  public var hasReps: Bool { scoring.countsReps && !routine.consistsOfDistances }

  /// The time after which the clock ends a workout; `nil` if only reps or a key end it.
  public var timeLimit: Duration? {
    scoring == .hold ? holdLimit : routine.isOpenEnded ? nil : scoring.timeLimit
  }

  /// The time after which the clock ends a hold; `nil` if only the person ends it, or if the challenge isn't a hold.
  public var holdLimit: Duration? { scoring == .hold ? routine.holdLimit : nil }

  /// Whether the routine is a single set of an exercise that has the name of the challenge.
  public var hasDefaultRoutine: Bool { routine == Routine(scoring, named: name) }

  /// The rounds of a custom challenge as databases store them: the text of the routine, or empty for
  /// ``hasDefaultRoutine``.
  public var storedRounds: String { hasDefaultRoutine ? "" : routine.text }
}

// MARK: - Parsing

extension Challenge {
  /// A line of a catalogue.
  typealias Field = (keyword: Substring, value: String)

  init(_ fields: [Field]) throws(TextError) {
    func value(_ keyword: String) throws(TextError) -> String {
      guard let field = fields.first(where: { $0.keyword == keyword }) else {
        throw TextError("a challenge needs a line that begins with \(keyword)")
      }
      return field.value
    }
    let routine = try Routine(text: try value("routine"))
    guard let scoring = routine.scoring, let kind = Kind(rawValue: try value("kind")) else {
      throw TextError("a challenge needs a known kind, and a routine with a scoring")
    }
    self.init(
      id: ID(rawValue: try value("challenge")), name: try value("name"), kind: kind,
      scoring: scoring, summary: try value("summary"),
      instructions: fields.filter { $0.keyword == "how" }.map(\.value), routine: routine)
  }
}
