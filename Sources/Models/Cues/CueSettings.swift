/// The outputs of cues: the terminal's bell, a command, or none.
///
/// The settings file sets them by lines such as `cue.work = paplay go.oga`. Nothing else does: neither a script, nor a
/// group, nor another machine.
public struct CueSettings: Hashable, Sendable {
  public enum Output: Hashable, Sendable {
    case off
    case bell
    case command(CueCommand)
  }

  /// The beginning of each of the settings.
  static let prefix = "cue."

  /// The outputs that are set.
  private var outputs: [Cue: Output] = [:]

  public init() {}

  /// The output of a cue. The default is the bell, and none for speech.
  public subscript(cue: Cue) -> Output {
    get { outputs[cue] ?? (cue.bellCount > 0 ? .bell : .off) }
    set { outputs[cue] = newValue }
  }

  /// Whether a cue runs a command.
  public var hasCommands: Bool {
    outputs.values.contains { if case .command = $0 { true } else { false } }
  }

  /// Sets the output of a cue from its text in the file: `bell`, `off` or a command.
  ///
  /// - Throws: `Settings.InvalidValue`, without setting anything.
  mutating func set(_ cue: Cue, to text: String) throws(Settings.InvalidValue) {
    switch text {
    case "off": outputs[cue] = .off
    case "bell":
      guard cue.bellCount > 0 else { throw .init(expected: "off or a command") }
      outputs[cue] = .bell
    default: outputs[cue] = .command(try Self.command(text))
    }
  }

  private static func command(_ text: String) throws(Settings.InvalidValue) -> CueCommand {
    do throws(CueCommand.Violation) {
      return try CueCommand(text)
    } catch {
      switch error {
      case .empty, .control: throw .init(expected: "bell, off or a command")
      case .tooLong: throw .init(expected: "a command of at most \(CueCommand.maxLength) bytes")
      case .tooManyWords: throw .init(expected: "a command of at most \(CueCommand.maxWords) words")
      case .openQuote: throw .init(expected: "a command with two of each quotation mark")
      }
    }
  }

  /// Resets the cues that run commands to their defaults.
  mutating func removeCommands() {
    outputs = outputs.filter { if case .command = $0.value { false } else { true } }
  }
}
