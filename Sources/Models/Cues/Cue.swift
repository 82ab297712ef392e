/// A moment of a workout that is announced by a sound or by speech, so that a person need not look at the screen.
///
/// The raw value is its name in the settings file, after ``CueSettings/prefix``.
public enum Cue: String, CaseIterable, Sendable {
  /// A second of the countdown before the start, or one of the last three seconds before a change.
  case countdown
  /// Work begins.
  case work
  /// Rest begins.
  case rest
  /// The workout is over.
  case end
  /// Half of the time or of the reps is done.
  case half
  /// Ten seconds are left.
  case ten
  /// A number of reps is done.
  case reps
  /// Speech: the set or rest that begins, and for a rest also the next set.
  case say

  /// The number of times that the bell rings; 0 for speech.
  public var bellCount: Int {
    switch self {
    case .say: 0
    case .countdown, .half, .ten, .reps: 1
    case .work: 2
    case .rest: 3
    case .end: 4
    }
  }

  /// The smallest goal, in reps, whose half is announced.
  static let minGoalWithHalf = 20

  /// Returns the cue for a rep.
  ///
  /// - Parameters:
  ///   - reps: The number of reps including this one.
  ///   - goal: The number of reps with which the set ends, if any.
  ///   - interval: The number of reps between two cues; 0 for no cues.
  public static func forRep(_ reps: Int, of goal: Int?, every interval: Int) -> Cue? {
    if let goal, goal >= minGoalWithHalf, reps == (goal + 1) / 2 { return .half }
    return interval > 0 && reps > 0 && reps % interval == 0 ? .reps : nil
  }
}

// MARK: - Commands

/// A person's command for a cue: a program and its arguments. It runs without a shell.
///
/// ```swift
/// let command = try CueCommand("espeak-ng -s 140 {text}")
/// command.arguments(text: "squat, 20 seconds")    // ["espeak-ng", "-s", "140", "squat, 20 seconds"]
/// ```
public struct CueCommand: Hashable, Sendable {
  /// The command as it was written.
  public let text: String
  /// The program, and its arguments before ``placeholder`` is replaced.
  public let words: [String]

  /// The part of a word that is replaced by the text of the cue.
  static let placeholder = "{text}"
  static let maxWords = 32
  static let maxLength = 1024
  /// The maximum number of characters that replace ``placeholder``.
  static let maxTextLength = 100

  /// A reason why a text is not a command.
  enum Violation: Error {
    case empty, tooLong, tooManyWords, openQuote, control
  }

  /// Splits a text at white space outside of double or single quotation marks. No other character is special.
  ///
  /// - Complexity: O(n).
  init(_ text: String) throws(Violation) {
    guard text.utf8.count <= Self.maxLength else { throw .tooLong }
    guard text.unicodeScalars.allSatisfy({ $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F })
    else { throw .control }
    var scanner = TextScanner(text)
    var words: [String] = []
    scanner.skipSpaces()
    while !scanner.isAtEnd {
      words.append(try Self.word(&scanner))
      scanner.skipSpaces()
    }
    guard words.first?.isEmpty == false else { throw .empty }
    guard words.count <= Self.maxWords else { throw .tooManyWords }
    self.text = text
    self.words = words
  }

  private static func word(_ scanner: inout TextScanner) throws(Violation) -> String {
    var word = ""
    while let next = scanner.rest.first, !next.isSpace {
      if next == "\"" || next == "'" {
        guard let quoted = scanner.skipQuoted(by: String(next)) else { throw .openQuote }
        word += quoted
      } else {
        word += scanner.skipWhile {
          !$0.isSpace && $0 != "\"" && $0 != "'"
        }
      }
    }
    return word
  }

  /// Returns the program and its arguments.
  ///
  /// - Parameter text: The text of the cue. It may contain an untrusted name, so only letters, digits, spaces and
  ///   `,.:-` are kept, and the result begins with a letter or a digit: it is neither an option nor code for a shell.
  public func arguments(text: String) -> [String] {
    guard words.contains(where: { $0.contains(Self.placeholder) }) else { return words }
    let text = Self.plainText(text)
    return words.map { $0.replacing(Self.placeholder, with: text) }
  }

  private static func plainText(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(maxTextLength) {
      let isPlain =
        scalar.isLetterOrDigit || scalar.isMark || ",.:-".unicodeScalars.contains(scalar)
      if plain.isEmpty, !scalar.isLetterOrDigit { continue }
      plain.append(isPlain ? scalar : " ")
    }
    return String(plain)
  }
}

extension Unicode.Scalar {
  fileprivate var isLetterOrDigit: Bool {
    properties.isAlphabetic || properties.generalCategory == .decimalNumber
  }

  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: true
    default: false
    }
  }
}

// MARK: - Settings

/// The outputs of cues: the terminal's bell, a command, or none.
///
/// Only the person sets them, on the screen or in the settings file (`cue.work = paplay go.oga`): scripts, groups and
/// other machines can't.
public struct CueSettings: Hashable, Sendable {
  public enum Output: Hashable, Sendable {
    case off
    case bell
    case command(CueCommand)

    /// The value in the settings file.
    var text: String {
      switch self {
      case .off: "off"
      case .bell: "bell"
      case .command(let command): command.text
      }
    }
  }

  /// The prefix of the settings' names.
  static let prefix = "cue."

  /// The outputs that are set.
  private var outputs: [Cue: Output] = [:]

  public init() {}

  /// The output of a cue: by default the bell, or none for speech.
  public subscript(cue: Cue) -> Output {
    get { outputs[cue] ?? (cue.bellCount > 0 ? .bell : .off) }
    set { outputs[cue] = newValue }
  }

  /// Sets the output of a cue from its text in the file: `bell`, `off` or a command.
  ///
  /// - Throws: `Settings.InvalidValue`, without setting anything.
  mutating func set(_ cue: Cue, to text: String) throws(Settings.InvalidValue) {
    switch text {
    case "off": outputs[cue] = .off
    case "bell":
      guard cue.bellCount > 0 else { throw .init(expected: Self.values(of: cue)) }
      outputs[cue] = .bell
    default: outputs[cue] = .command(try Self.command(text, for: cue))
    }
  }

  /// Returns a description of a cue's valid values.
  static func values(of cue: Cue) -> String {
    cue.bellCount > 0 ? "bell, off or a command" : "off or a command"
  }

  private static func command(
    _ text: String, for cue: Cue
  ) throws(Settings.InvalidValue) -> CueCommand {
    do throws(CueCommand.Violation) {
      return try CueCommand(text)
    } catch {
      switch error {
      case .empty, .control: throw .init(expected: values(of: cue))
      case .tooLong: throw .init(expected: "a command of at most \(CueCommand.maxLength) bytes")
      case .tooManyWords: throw .init(expected: "a command of at most \(CueCommand.maxWords) words")
      case .openQuote: throw .init(expected: "a command whose quotation marks are closed")
      }
    }
  }
}
