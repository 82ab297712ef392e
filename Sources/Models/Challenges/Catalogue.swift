import Resources

/// The challenges that a person can choose from.
public struct Catalogue: Hashable, Sendable {
  /// All challenges, grouped by kind, in the order in which they are shown.
  public let challenges: [Challenge]

  /// The deleted challenges, which can still be looked up by ID.
  public let deleted: [Challenge]

  /// Creates a catalogue.
  ///
  /// - Parameters:
  ///   - challenges: The challenges. Each kind keeps its order.
  ///   - deleted: Deleted challenges that a history refers to.
  public init(_ challenges: [Challenge], deleted: [Challenge] = []) {
    self.deleted = deleted
    self.challenges = Challenge.Kind.allCases.flatMap { kind in
      challenges.filter { $0.kind == kind }
    }
  }

  /// Parses a catalogue. `Resources/catalogue.txt` describes the format.
  ///
  /// - Throws: ``TextError`` if a challenge is incomplete or has an invalid value.
  /// - Complexity: O(n).
  init(text: String) throws(TextError) {
    var challenges: [Challenge] = []
    var fields: [Challenge.Field] = []
    // Bytes, because a start waits for this, and finding characters takes ten times as long.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // An empty line ends a challenge.
    for line in lines + [""[...].utf8] {
      if let space = line.firstIndex(of: UInt8(ascii: " ")), line.first != UInt8(ascii: "#") {
        let value = line[line.index(after: space)...]
        fields.append((Substring(line[..<space]), String(Substring(value))))
      } else if line.isEmpty, !fields.isEmpty {
        challenges.append(try Challenge(fields))
        fields = []
      }
    }
    self.init(challenges)
  }

  /// The current or deleted challenge with an ID, if any.
  ///
  /// - Complexity: O(n); a catalogue has a few dozen challenges.
  public subscript(id: Challenge.ID) -> Challenge? {
    challenges.first { $0.id == id } ?? deleted.first { $0.id == id }
  }

  /// The challenges by kind, without empty kinds.
  public var sections: [(kind: Challenge.Kind, challenges: [Challenge])] {
    Challenge.Kind.allCases.compactMap { kind in
      let members = challenges.filter { $0.kind == kind }
      return members.isEmpty ? nil : (kind, members)
    }
  }

  /// The built-in challenges, parsed on first use.
  public static let standard: Catalogue = {
    do {
      return try Catalogue(text: ladder_catalogue().text)
    } catch {
      // The catalogue is built in, and a test parses it.
      fatalError("Resources/catalogue.txt: \(error)")
    }
  }()

  /// Returns the challenges that match a query, in catalogue order.
  ///
  /// Each word must occur in the name, the title of the kind, the ID or an exercise. Case, accents, hyphens and plurals
  /// make no difference.
  ///
  /// ```swift
  /// catalogue.challenges(matching: "push min")  // Push-ups in 2 minutes
  /// ```
  ///
  /// - Returns: All challenges if `query` has no words.
  /// - Complexity: O(n) in the challenges.
  public func challenges(matching query: String) -> [Challenge] {
    let words = SearchWord.words(of: query)
    guard !words.isEmpty else { return challenges }
    return challenges.filter { challenge in
      let text = challenge.searchText
      return words.allSatisfy { text.contains($0) }
    }
  }
}

// MARK: - Custom challenges

/// The custom challenges of a database.
public struct CustomChallenges: Hashable, Sendable {
  /// The challenges that aren't deleted, oldest first.
  public var current: [Challenge]

  /// The deleted challenges. Their workouts still show their names.
  public var deleted: [Challenge]

  public init(current: [Challenge] = [], deleted: [Challenge] = []) {
    self.current = current
    self.deleted = deleted
  }
}

extension Challenge.ID {
  /// Whether this is the ID of a custom challenge.
  public var isCustom: Bool { rawValue.hasPrefix("own-") }

  /// Creates the ID of a custom challenge from its name: `own-stair-run`.
  ///
  /// It has at most 40 characters of the name. If two names result in the same ID, the database appends a number.
  public init(customName name: String) {
    let words = name.folded.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let slug = words.isEmpty ? "challenge" : words.joined(separator: "-")
    let start = slug.prefix(40)
    self.init(rawValue: "own-\(start.last == "-" ? start.dropLast() : start)")
  }
}

extension Catalogue {
  /// Returns this catalogue with custom challenges after the built-in ones of the same kind.
  public func adding(_ custom: CustomChallenges) -> Catalogue {
    Catalogue(challenges + custom.current, deleted: custom.deleted)
  }
}

extension Challenge {
  /// Returns a custom challenge.
  ///
  /// - Parameter routine: The sets, rests and rounds; `nil` for a single set.
  public static func custom(
    _ id: ID, name: String, kind: Kind, scoring: Scoring, instructions: [String],
    routine: Routine? = nil
  ) -> Challenge {
    let routine = routine ?? Routine(scoring, named: name)
    return Challenge(
      id: id, name: name, kind: kind, scoring: scoring,
      summary: "Custom: \(summary(of: routine, scoring)).",
      instructions: instructions, routine: routine)
  }

  private static func summary(of routine: Routine, _ scoring: Scoring) -> String {
    if scoring == .hold, let limit = routine.holdLimit { return scoring.title(within: limit) }
    return routine.intervals?.title ?? shortScoringTitle(of: routine, scoring)
  }

  /// Returns a custom challenge with rounds as databases store them (``storedRounds``).
  ///
  /// - Returns: A single set if `rounds` is empty or doesn't fit the scoring; `nil` if it can't be parsed.
  public static func custom(
    _ id: ID, name: String, kind: Kind, scoring: Scoring, instructions: [String],
    storedRounds rounds: String
  ) -> Challenge? {
    let routine = Routine(rounds)
    guard routine != nil || rounds.isEmpty else { return nil }
    return custom(
      id, name: name, kind: kind, scoring: scoring, instructions: instructions,
      routine: routine.flatMap { $0.allows(scoring) ? $0 : nil })
  }

  /// Returns a copy with a different ID or name.
  public func with(id: ID? = nil, name: String? = nil) -> Challenge {
    var challenge = self
    challenge.id = id ?? self.id
    challenge.name = name ?? self.name
    return challenge
  }

  /// The maximum width of a custom challenge's name in columns. Lists truncate it to the available width.
  public static let maxNameWidth = 200

  /// Returns an entered name, sanitized and truncated; `nil` if the result is empty.
  public static func sanitizedName(_ raw: some StringProtocol) -> String? {
    String(sanitizing: raw, maxWidth: maxNameWidth)
  }

  /// Returns the name with a number appended. If the result would be too wide, the name is truncated.
  public func name(numbered number: Int) -> String {
    let suffix = " \(number)"
    return (String(sanitizing: name, maxWidth: Self.maxNameWidth - suffix.count) ?? "?") + suffix
  }

  /// Returns a sanitized name from an untrusted source; `?` if the result is empty.
  public static func displayableName(_ raw: some StringProtocol) -> String {
    sanitizedName(raw) ?? "?"
  }
}

/// An undoable change of a custom challenge.
public enum ChallengeChange: Hashable, Sendable {
  /// The associated value is the challenge after the change.
  case edited(Challenge)
  case deleted(Challenge.ID)

  public var id: Challenge.ID {
    switch self {
    case .edited(let challenge): challenge.id
    case .deleted(let id): id
    }
  }

  /// The challenge after the change; `nil` if it was deleted.
  public var version: Challenge? {
    if case .edited(let challenge) = self { challenge } else { nil }
  }
}
