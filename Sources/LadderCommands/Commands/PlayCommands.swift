import CommandLineInterface
import Glibc
import Models
import ReducerRuntime
import Scripting
import TerminalHost
import TerminalUI

/// A command that plays a built-in script, or lists them: `ladder demo [NAME]`.
struct DemoCommand: Command {
  static let verb = Verb(
    name: "demo",
    operand: .init(
      name: "NAME", isOptional: true, values: { _ in Demo.all.map(\.name) }, isFile: true,
      example: "tour"),
    summary: "watch a demo")
  static let options: [Option] = [.list, .speed, .record, .shots, .check]

  let common: CommonOptions
  /// The script to play; `nil` to list the demos.
  let playback: ScriptPlayback?

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    guard !invocation.arguments.has(.list) else {
      playback = nil
      return
    }
    playback = try ScriptPlayback(
      try Self.source(invocation.operand), parsing: invocation.arguments)
  }

  private static func source(_ word: String) throws -> ScriptPlayback.Source {
    guard !word.contains("/"), !word.contains(".") else { return .file(word) }
    let names = Demo.all.map(\.name)
    let name = word.isEmpty ? names[0] : word
    guard names.contains(name) else {
      let hint =
        names.closest(to: name).map { "did you mean \"\($0)\"?" }
        ?? "\"ladder demo --list\" lists them; a file has a . or a / in its name"
      throw UsageError("there is no demo \(name.quoted); \(hint)")
    }
    return .demo(name)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    if let playback { return try playback.run(in: tool, common) }
    let width = Demo.all.map(\.name.count).max() ?? 0
    for demo in Demo.all {
      try tool.output.appendLine(demo.name.padded(to: width + 2) + demo.summary)
    }
    return 0
  }
}

// MARK: - Play

/// A command that plays a script: `ladder play FILE`.
struct PlayCommand: Command {
  static let verb = Verb(
    name: "play",
    operand: .init(name: "FILE", isFile: true, example: "workout.ladder"),
    summary: "play your own script")
  static let options: [Option] = [.speed, .record, .shots, .check]

  let common: CommonOptions
  let playback: ScriptPlayback

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    playback = try ScriptPlayback(.file(invocation.operand), parsing: invocation.arguments)
  }

  func run(in tool: CommandLineTool) throws -> Int32 { try playback.run(in: tool, common) }
}

// MARK: - Script playback

/// A script to play, with the options of its playback.
struct ScriptPlayback: Hashable {
  enum Source: Hashable {
    case demo(String)
    case file(String)
  }

  enum Speed: Hashable {
    /// As fast as possible, in virtual time and without a screen.
    case max
    /// A multiple of real time.
    case times(Double)

    /// The valid multiples.
    static let range = 0.25...100
  }

  var source: Source
  /// The speed; `nil` for real time on a terminal and ``Speed/max`` elsewhere.
  var speed: Speed?
  /// The path of the asciicast to write, if any.
  var cast: String?
  /// The path of the folder for screenshots, if any.
  var shots: String?
  /// Whether to compare screenshots with those in the folder instead of writing them.
  var shouldCompare = false

  /// Creates a playback with the options of a command line.
  ///
  /// - Throws: ``UsageError``.
  init(_ source: Source, parsing arguments: ParsedArguments) throws {
    self.source = source
    speed = try Self.speed(arguments)
    cast = try arguments.path(.record)
    shots = try arguments.path(.shots)
    shouldCompare = arguments.has(.check)
    if shouldCompare, shots == nil {
      throw UsageError("--check needs the pictures' folder, as in --check --shots DIR")
    }
    if shouldCompare { speed = .max }
  }

  private static func speed(_ arguments: ParsedArguments) throws -> Speed? {
    guard let word = arguments[.speed] else { return nil }
    if word == "max" { return .max }
    guard let factor = Double(word), Speed.range.contains(factor) else {
      throw UsageError("--speed must be a number from 0.25 to 100, or max, not \(word.quoted)")
    }
    return .times(factor)
  }

  /// Plays the script on the terminal, or in virtual time.
  ///
  /// - Returns: The exit code: 1 if a screenshot differs from the one in the folder.
  /// - Throws: `ScriptError`, `ScriptFileError`, `DatabaseError`, `TerminalError`, ``FileError``, ``OutputError`` and
  ///   ``UsageError``.
  func run(in tool: CommandLineTool, _ common: CommonOptions) throws -> Int32 {
    switch speed ?? (tool.isTerminal ? .times(1) : .max) {
    case .max:
      tool.confine(outputs)
      return try playInVirtualTime(self, theme: common.theme.map(Theme.init), tool.output)
    case .times(let speed):
      try tool.requireTerminal()
      let options = try tool.launchOptions(common)
      tool.confine(outputs)
      tool.terminate(with: try playOnTerminal(self, speed: speed, options))
    }
  }

  /// The paths to write to: the output paths and the folders of files.
  var outputs: [String] {
    [cast, shots].compactMap(\.self).flatMap { path in
      [path, path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."]
    }
  }

  /// Reads the script.
  ///
  /// - Parameter budget: The limits of the script. On return, the remainder for screenshots.
  /// - Throws: `ScriptError`, `ScriptFileError`, ``UsageError``.
  func script(within budget: inout ScriptBudget) throws -> Script {
    let script = try read(within: &budget)
    if shots != nil, !script.hasShots {
      throw UsageError(
        "this script takes no pictures for --shots; \"shot NAME\" in a script takes one")
    }
    return script
  }

  private func read(within budget: inout ScriptBudget) throws -> Script {
    switch source {
    case .demo(let name):
      guard let demo = Demo.all.first(where: { $0.name == name }) else {
        throw ScriptFileError(path: name, reason: "no demo of that name")
      }
      return try demo.script()
    case .file(let path):
      return try Script(contentsOf: path, within: &budget)
    }
  }

  /// The title of the recording.
  var title: String {
    switch source {
    case .demo(let name): "Ladder: \(name)"
    case .file(let path): "Ladder: \(path)"
    }
  }
}

extension Script {
  fileprivate var hasShots: Bool {
    steps.contains { if case .shot = $0.command { true } else { false } }
  }
}

extension Script.Setup {
  /// Sets the time zone of the process to the script's. This must precede the first use of local time.
  func applyTimeZone() {
    setenv("TZ", zone, 1)
    tzset()
  }
}

// MARK: - Playing

/// Plays a script in virtual time and prints its captions.
///
/// - Parameter theme: The theme from the command line, if any.
/// - Returns: The exit code: 1 if a screenshot differs from the one in the folder.
/// - Throws: `ScriptError`, `ScriptFileError`, `DatabaseError`, ``FileError``, ``OutputError``.
func playInVirtualTime(_ playback: ScriptPlayback, theme: Theme?, _ output: Output) throws -> Int32
{
  var budget = ScriptBudget()
  let script = try playback.script(within: &budget)
  script.setup.applyTimeZone()
  let result = try EventLoop.run { [budget] () async -> Result<PlaybackResult, any Error> in
    do {
      let folder = try playback.shots.map {
        try ShotFolder(path: $0, isComparing: playback.shouldCompare, budget)
      }
      let stage = try VirtualStage(script, theme: theme)
      let recorder = playback.cast == nil ? nil : VirtualRecorder(stage)
      try await stage.play { shot, frame in try folder?.saveOrCompare(shot, frame) }
      return .success(
        PlaybackResult(mismatches: folder?.mismatches ?? ProblemList(), cast: recorder?.finish()))
    } catch {
      return .failure(error)
    }
  }.get()
  if let cast = result.cast, let path = playback.cast {
    try writeTextFile(cast.text(title: playback.title), to: path)
  }
  if !playback.shouldCompare {
    for caption in script.captions { try output.appendLine(caption) }
  }
  for name in result.mismatches { try output.appendLine("\(name) differs from the saved picture") }
  if let omitted = result.mismatches.omittedText { try output.appendLine(omitted) }
  return result.mismatches.isEmpty ? 0 : 1
}

private struct PlaybackResult: Sendable {
  /// The file names of the screenshots that differ.
  var mismatches: ProblemList<String>
  var cast: Cast?
}

extension Script {
  /// The captions of the script in order.
  fileprivate var captions: [String] {
    steps.compactMap { step in
      if case .caption(let text) = step.command { text } else { nil }
    }
  }
}

/// Plays a script on the terminal.
///
/// - Parameter speed: The speed as a multiple of real time.
/// - Returns: The outcome of the app.
/// - Throws: `ScriptError`, `ScriptFileError`, `DatabaseError`, `TerminalError`, ``FileError``.
func playOnTerminal(
  _ playback: ScriptPlayback, speed: Double, _ options: LaunchOptions
) throws -> ProgramOutcome {
  var budget = ScriptBudget()
  let script = try playback.script(within: &budget)
  script.setup.applyTimeZone()
  let issues = IssueBuffer(report: nil)
  issues.install()
  defer { issues.printMessages(nil) }
  let (outcome, cast) = try EventLoop.run {
    [budget] () async -> Result<(ProgramOutcome, Cast), any Error> in
    var cast = Cast()
    do {
      let folder = try playback.shots.map { try ShotFolder(path: $0, isComparing: false, budget) }
      let livePlayback = try LivePlayback(
        script, theme: options.theme.map(Theme.init), clock: LoopClock(), speed: speed,
        lastFrameTimeout: .seconds(20),
        environment: options.environment, cues: .bell,
        saveShot: { shot, frame in try folder?.saveOrCompare(shot, frame) },
        onFrame: { frame, instant in if playback.cast != nil { cast.add(frame, at: instant) } })
      let outcome = try await TerminalHost.run(livePlayback, options: options.terminal)
      cast.end(at: livePlayback.elapsed)
      if let failure = livePlayback.failure { throw failure }
      return .success((outcome, cast))
    } catch {
      return .failure(error)
    }
  }.get()
  if let path = playback.cast { try writeTextFile(cast.text(title: playback.title), to: path) }
  return outcome
}
