import CommandLineInterface

/// A command that starts the app, on the terminal or line by line: `ladder` without a verb.
struct AppCommand: Command {
  static let verb = Verb(name: "", summary: "open Ladder in the terminal")
  static let options: [Option] = [.record, .redact]

  let common: CommonOptions
  /// The file to record the session to, if any.
  let recording: RecordedSession.Options?

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    recording = try Self.recording(invocation.arguments)
  }

  private static func recording(
    _ arguments: ParsedArguments
  ) throws -> RecordedSession.Options? {
    guard let path = try arguments.path(.record) else {
      guard !arguments.has(.redact) else {
        throw UsageError("--redact goes with --record, as in --record FILE --redact")
      }
      return nil
    }
    guard !arguments.has(.plain) else {
      throw UsageError("--record writes down screens; leave --plain out")
    }
    return RecordedSession.Options(path: path, isRedacted: arguments.has(.redact))
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    var options = try tool.launchOptions(common)
    options.recording = recording
    if common.isPlain { tool.terminate(with: try startPlain(options)) }
    try tool.requireTerminal()
    tool.terminate(with: try startTerminal(options))
  }
}
