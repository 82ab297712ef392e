/// The remaining budget of a script, including its includes and the goldens it is compared with.
///
/// Without a budget, fifteen small files that include each other eight times each would never end.
public struct ScriptBudget: Sendable {
  public static let maxBytes = 16 << 20
  /// The maximum number of steps. Each command is one step, and each further press of a key is another.
  public static let maxSteps = 200_000
  /// The maximum depth of includes, with the first file.
  public static let maxDepth = 16

  /// The maximum number of bytes of a quoted text or a pattern, which is also the limit of one paste.
  static let maxTextBytes = 64 << 10

  /// The number of bytes that may still be read. A file that is included twice counts twice.
  public private(set) var bytes = maxBytes
  private var steps = maxSteps

  public init() {}

  /// Subtracts the bytes of a file.
  ///
  /// - Throws: ``ScriptFileError``.
  public mutating func spend(bytes count: Int, on path: String) throws(ScriptFileError) {
    guard count <= bytes else { throw Self.tooManyBytes(path) }
    bytes -= count
  }

  /// Subtracts steps.
  ///
  /// - Returns: Whether enough steps were left.
  mutating func spend(steps count: Int) -> Bool {
    steps -= min(count, steps + 1)
    return steps >= 0
  }

  static func tooManyBytes(_ path: String) -> ScriptFileError {
    ScriptFileError(
      path: path,
      reason: "the script and its files would have more than \(maxBytes >> 20) MB; split the script"
    )
  }

  static let tooManySteps =
    "up to here the script has more than \(maxSteps) steps; split it, or repeat less"

  /// A summary of the limits, for the manual.
  public static let summary =
    "A script and the files it includes have at most \(maxSteps) steps, where each key of press, rep and type counts, "
    + "and \(maxBytes >> 20) MB together with the pictures to compare. A text has at most \(maxTextBytes >> 10) KB. "
    + "Included files can be nested \(maxDepth) deep at most, and must be regular files; the script itself may be a pipe."
}

extension Script.Command {
  /// The number of steps that the command counts as.
  var stepCount: Int {
    switch self {
    case .press(_, let count, _), .rep(let count, _, _): count
    case .type(let text): max(1, text.count)
    default: 1
    }
  }
}
