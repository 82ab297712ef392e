extension Routine: LosslessStringConvertible {
  public init?(_ description: String) { try? self.init(text: description) }

  public var description: String { text }

  /// The canonical text, which ``init(text:)`` parses to an equal routine.
  public var text: String { Self.text(of: blocks) }

  private static func text(of blocks: [Block]) -> String {
    blocks.map(\.text).joined(separator: ", ")
  }
}

extension Routine.Block {
  /// The canonical text of the block.
  public var text: String {
    switch self {
    case .rest(let time): "rest \(time.routineText)"
    case .step(let step): step.text
    case .group(let group): group.text
    }
  }
}

extension Routine.Group {
  fileprivate var text: String {
    var head = repetition.text
    // 3x(…) has no space, but AMRAP 12:00 (…) has one.
    if !head.hasSuffix("x") { head += " " }
    return "\(head)(\(blocks.map(\.text).joined(separator: ", ")))"
  }
}

extension Routine.Repetition {
  /// The rounds of a group as text: `3x`, `AMRAP 12:00`, `EMOM 10`, `every 1:30 5x`.
  var text: String {
    switch self {
    case .times(let rounds): "\(rounds)x"
    case .within(let limit): "AMRAP \(limit.routineText)"
    case .every(.seconds(60), let rounds): "EMOM \(rounds)"
    case .every(let interval, let rounds): "every \(interval.routineText) \(rounds)x"
    }
  }
}

extension Routine.Step {
  fileprivate var text: String {
    var text =
      "\(exercise.quotedIfNecessary) \(sets == 1 ? "" : "\(sets)x")"
      + "\(isWarmUp ? "w" : "")\(target.text)"
    if let load { text += " @ \(load.text)" }
    if let rest { text += " rest \(rest.routineText)" }
    return text
  }
}

extension Routine.Target {
  /// The canonical text: `10`, `20s`, `5km`, `max`.
  public var text: String {
    switch self {
    case .reps(let count): "\(count)"
    case .time(let time): time.routineText
    case .distance(let number, let unit): number.text + unit.rawValue
    case .max: "max"
    }
  }
}

extension Routine.PlannedLoad {
  /// The canonical text: `100kg`, `225lb`, `80%`.
  public var text: String {
    switch self {
    case .weight(let weight): weight.text
    case .percent(let number): "\(number.text)%"
    }
  }
}

extension Duration {
  /// The time in a routine: `20s`, `1:30`, `1:05:00`.
  fileprivate var routineText: String {
    let seconds = components.seconds
    if seconds < 60 { return "\(seconds)s" }
    guard seconds >= 3600 else { return minutesText }
    let rest = Duration.seconds(seconds % 3600).minutesText
    return "\(seconds / 3600):\(rest.utf8.count < 5 ? "0" : "")\(rest)"
  }
}

extension String {
  /// The exercise's name, in quotation marks if it would be ambiguous.
  fileprivate var quotedIfNecessary: String {
    let words = unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
    return words.allSatisfy { Substring($0).isNameWord } ? self : "\"\(self)\""
  }
}

extension Substring {
  /// Whether this is a word of a name that needs no quotation marks.
  var isNameWord: Bool {
    guard let first = unicodeScalars.first, first.isLetter else { return false }
    return unicodeScalars.allSatisfy(\.isInNameWord) && !isReserved
  }

  /// Whether this word is a keyword.
  var isReserved: Bool {
    ["rest", "max", "amrap", "emom", "every"].contains(lowercased()) || isWarmUpTarget
  }

  /// Whether this is the number of reps of a warm-up set: `w5`.
  var isWarmUpTarget: Bool {
    utf8.count > 1 && (utf8.first == UInt8(ascii: "w") || utf8.first == UInt8(ascii: "W"))
      && dropFirst().isDigits
  }
}

extension Unicode.Scalar {
  /// Whether a word of a name can contain this character without quotation marks.
  var isInNameWord: Bool {
    if self == "-" || self == "'" || self == "’" || isASCIIDigit { return true }
    if isLetter { return true }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: true
    default: false
    }
  }

  /// Whether this is a letter in Unicode's tables, which ASCII characters don't need: the catalogue is parsed at each
  /// start.
  fileprivate var isLetter: Bool {
    isASCII
      ? ("a"..."z").contains(self) || ("A"..."Z").contains(self) : properties.isAlphabetic
  }
}
