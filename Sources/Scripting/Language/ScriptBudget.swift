/// The room that a script has left, with all that it includes and the pictures that it is compared with.
///
/// Fifteen small files that include each other eight times each are a script without end.
public struct ScriptBudget: Sendable {
  public static let maxBytes = 16 << 20
  /// Each command is a step, and so is each key that one presses more.
  public static let maxSteps = 200_000
  /// The most files that include one another, with the first.
  public static let maxDepth = 16

  /// The most bytes of a text in quotation marks, or of a pattern: as many as one paste has.
  static let maxTextBytes = 64 << 10

  /// The bytes that may still be read. A file that is included twice counts twice.
  public private(set) var bytes = maxBytes
  private var steps = maxSteps

  public init() {}

  /// - Throws: ``ScriptFileError``.
  public mutating func spend(bytes count: Int, on path: String) throws(ScriptFileError) {
    guard count <= bytes else { throw Self.tooManyBytes(path) }
    bytes -= count
  }

  /// - Returns: Whether there was room for so many.
  mutating func spend(steps count: Int) -> Bool {
    steps -= min(count, steps + 1)
    return steps >= 0
  }

  static func tooManyBytes(_ path: String) -> ScriptFileError {
    ScriptFileError(
      path: path,
      reason: "with it the script's files have more than \(maxBytes >> 20) MB; split the script")
  }

  static let tooManySteps =
    "up to here the script has more than \(maxSteps) steps; split it, or repeat less"

  /// The bounds, for the manual.
  public static let summary =
    "With all that it includes a script has at most \(maxSteps) steps, where each key of press, rep and type counts, "
    + "and \(maxBytes >> 20) MB, the pictures it is compared with included; a text has at most "
    + "\(maxTextBytes >> 10) KB. Files include one another up to \(maxDepth) deep, and are regular files but for the "
    + "first, which may be a pipe."
}

extension Script.Command {
  /// The steps of a script that it takes.
  var stepCount: Int {
    switch self {
    case .press(_, let count, _), .rep(let count, _, _): count
    case .type(let text): max(1, text.count)
    default: 1
    }
  }
}
