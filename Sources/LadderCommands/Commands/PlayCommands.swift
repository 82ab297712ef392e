import ClientsLive
import CommandLineInterface
import Files
import Glibc
import Models
import ReducerRuntime
import Scripting
import TerminalHost
import TerminalUI

extension Command {
  /// Plays a built-in script, or lists all of them: `ladder demo [NAME]`.
  static let demo = Command(
    "demo",
    operand: Operand(
      "NAME", isOptional: true, values: { _ in Demo.all.map(\.name) }, isFile: true,
      example: "tour"),
    summary: "watch a demo", options: [.list, .speed, .record, .shots, .check],
    parse: { invocation in
      guard invocation.has(.list) else {
        let playback = try ScriptPlayback(
          ScriptPlayback.Source(demo: invocation.operand), parsing: invocation.arguments)
        return { try playback.run(invocation) }
      }
      let width = Demo.all.map(\.name.count).max() ?? 0
      return {
        for demo in Demo.all {
          try invocation.output.appendLine(demo.name.padded(to: width + 2) + demo.summary)
        }
      }
    })

  /// Plays a script: `ladder play FILE`.
  static let play = Command(
    "play", operand: Operand("FILE", isFile: true, example: "workout.ladder"),
    summary: "play your own script", options: [.speed, .record, .shots, .check],
    parse: { invocation in
      let playback = try ScriptPlayback(.file(invocation.operand), parsing: invocation.arguments)
      return { try playback.run(invocation) }
    })
}

// MARK: - Script playback

/// A script to play, with the options of its playback.
struct ScriptPlayback: Hashable {
  enum Source: Hashable {
    case demo(String)
    case file(String)

    /// Creates the source of `ladder demo`: a demo by its name, by default the first one, or a file.
    ///
    /// - Throws: ``UsageError`` if there is no demo with the name.
    init(demo word: String) throws {
      guard !word.contains("/"), !word.contains(".") else {
        self = .file(word)
        return
      }
      let names = Demo.all.map(\.name)
      let name = word.isEmpty ? names[0] : word
      guard names.contains(name) else {
        throw UsageError(
          "there is no demo \(name.quoted)", meant: names.closest(to: name),
          otherwise: "\"ladder demo --list\" lists them; a file has a . or a / in its name")
      }
      self = .demo(name)
    }
  }

  enum Speed: Hashable {
    /// As fast as possible, in virtual time and without a screen.
    case max
    /// A multiple of real time.
    case times(Double)
  }

  var source: Source
  /// The speed; `nil` for real time on a terminal and ``Speed/max`` elsewhere.
  var speed: Speed?
  /// The path of the recording, if any. An `.svg` file becomes an animated picture, any other file an asciicast.
  var recordingPath: String?
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
    recordingPath = try arguments.path(.record)
    shots = try arguments.path(.shots)
    shouldCompare = arguments.has(.check)
    if shouldCompare, shots == nil {
      throw UsageError("--check needs a folder of pictures, as in --check --shots DIR")
    }
    if shouldCompare { speed = .max }
  }

  private static func speed(_ arguments: ParsedArguments) throws -> Speed? {
    guard let word = arguments[.speed] else { return nil }
    if word == "max" { return .max }
    guard let factor = Double(word), Script.speeds.contains(factor) else {
      throw UsageError("--speed must be a number from 0.25 to 100, or max, not \(word.quoted)")
    }
    return .times(factor)
  }

  /// Plays the script on the terminal, or in virtual time.
  ///
  /// - Throws: `ScriptError`, `ScriptFileError`, `DatabaseError`, `TerminalError`, ``FileError``, ``OutputError``,
  ///   ``UsageError``, and ``ReportedFailure`` if a screenshot differs from the one in the folder.
  func run(_ invocation: Invocation) throws {
    switch speed ?? (invocation.tool.isTerminal ? .times(1) : .max) {
    case .max:
      invocation.tool.confine(outputs)
      try playInVirtualTime(
        theme: try invocation.arguments.theme().map(Theme.init), invocation.output)
    case .times(let speed):
      try invocation.requireTerminal()
      let options = try invocation.launchOptions()
      invocation.tool.confine(outputs)
      invocation.terminate(with: try playOnTerminal(speed: speed, options))
    }
  }

  /// The paths to write to: the output paths and the folders that contain them.
  var outputs: [String] {
    [recordingPath, shots].compactMap(\.self).flatMap { path in
      [path, path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."]
    }
  }

  /// Reads the script, and sets the time zone of the process to the script's. This must precede the first use of local
  /// time.
  ///
  /// - Parameter budget: The limits of the script. On return, the remainder for screenshots.
  /// - Throws: `ScriptError`, `ScriptFileError`, ``UsageError``.
  private func script(within budget: inout ScriptBudget) throws -> Script {
    let script = try read(within: &budget)
    let hasShots = script.steps.contains { if case .shot = $0.command { true } else { false } }
    guard shots == nil || hasShots else {
      throw UsageError(
        "this script takes no pictures for --shots; \"shot NAME\" in a script takes one")
    }
    setenv("TZ", script.setup.zone, 1)
    tzset()
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

  /// Creates the recording, if requested.
  private func makeRecording() -> (any Recording)? {
    guard let recordingPath else { return nil }
    if recordingPath.isPicturePath { return AnimatedPicture() }
    let name =
      switch source {
      case .demo(let name): name
      case .file(let path): path
      }
    return Cast(title: "Ladder: \(name)")
  }

  /// Writes the recording, if there is one.
  private func write(_ recording: (any Recording)?) throws {
    guard let recordingPath, let recording else { return }
    guard let text = recording.text else { throw PictureSizeError(path: recordingPath) }
    try writeTextFile(text, to: recordingPath)
  }

  /// Plays the script in virtual time and prints its captions.
  ///
  /// - Parameter theme: The theme from the command line, if any.
  private func playInVirtualTime(theme: Theme?, _ output: Output) throws {
    var budget = ScriptBudget()
    let script = try script(within: &budget)
    let (mismatches, recording) = try EventLoop.run { [budget] in
      let folder = try shots.map {
        try ShotFolder(path: $0, isComparing: shouldCompare, budget)
      }
      let stage = try VirtualStage(script, theme: theme)
      let recorder = makeRecording().map { VirtualRecorder(stage, into: $0) }
      try await stage.play { shot, frame in try folder?.saveOrCompare(shot, frame) }
      return (folder?.mismatches ?? ProblemList(), recorder?.finish())
    }
    try write(recording)
    if !shouldCompare {
      for case .caption(let text) in script.steps.map(\.command) { try output.appendLine(text) }
    }
    for name in mismatches { try output.appendLine("\(name) differs from the saved picture") }
    if let omitted = mismatches.omittedText { try output.appendLine(omitted) }
    if !mismatches.isEmpty { throw ReportedFailure() }
  }

  /// Plays the script on the terminal.
  ///
  /// - Parameter speed: The speed as a multiple of real time.
  /// - Returns: The outcome of the app.
  private func playOnTerminal(speed: Double, _ options: LaunchOptions) throws -> ProgramOutcome {
    var budget = ScriptBudget()
    let script = try script(within: &budget)
    let issues = IssueBuffer(report: nil)
    issues.install()
    defer { issues.printMessages(nil) }
    let (outcome, recording) = try EventLoop.run { [budget] in
      var recording = makeRecording()
      let folder = try shots.map { try ShotFolder(path: $0, isComparing: false, budget) }
      let livePlayback = try LivePlayback(
        script, theme: options.theme.map(Theme.init), clock: LoopClock(), speed: speed,
        lastFrameTimeout: .seconds(20),
        environment: options.environment, cues: .bell,
        saveShot: { shot, frame in try folder?.saveOrCompare(shot, frame) },
        onFrame: { frame, instant in recording?.add(frame, at: instant) })
      let outcome = try await TerminalHost.run(livePlayback, options: options.terminal)
      recording?.end(at: livePlayback.viewerTime)
      if let failure = livePlayback.failure { throw failure }
      return (outcome, recording)
    }
    try write(recording)
    return outcome
  }
}

// MARK: - Screenshots

/// A folder to which the screenshots of a script are written, or with which they are compared.
@MainActor
final class ShotFolder {
  private let path: String
  private let isComparing: Bool
  /// The remaining limits for files to compare.
  private var budget: ScriptBudget
  /// The file names of the screenshots that differ.
  private(set) var mismatches = ProblemList<String>()

  /// Creates the folder if it doesn't exist.
  ///
  /// - Throws: ``FileError`` if the folder can't be created.
  init(path: String, isComparing: Bool, _ budget: ScriptBudget) throws {
    self.path = path
    self.budget = budget
    self.isComparing = isComparing
    guard !isComparing, mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw FileError(path: path)
  }

  /// Writes a screenshot or compares it. A link at its path is replaced.
  ///
  /// - Throws: ``FileError``, also for a pipe or a device at its path; `ScriptFileError` if the files to compare exceed
  ///   the limits of a script.
  func saveOrCompare(_ shot: Shot, _ frame: Buffer) throws {
    let file = "\(path)/\(shot.fileName)"
    let contents = shot.contents(of: frame)
    if isComparing {
      // A file that is larger than the screenshot differs, so it isn't read completely.
      let size = contents.utf8.count
      try budget.spend(bytes: size, on: file)
      if (try? ScriptFile.text(of: file, atMost: size)) != contents {
        mismatches.append(shot.fileName)
      }
      return
    }
    var status = stat()
    if lstat(file, &status) == 0, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) {
      throw FileError(path: file, reason: fileTypeMismatch(status.st_mode))
    }
    try replaceTextFile(contents, at: file)
  }
}

extension String {
  /// Whether a recording with this path is an animated picture.
  var isPicturePath: Bool { lowercased().hasSuffix(".svg") }
}

/// An error in recording an animated picture.
struct PictureSizeError: Error, CustomStringConvertible {
  var path: String

  var description: String {
    "\(path.escapedText) would exceed 1 MB or 5 minutes; shorten the script, or record it as .cast"
  }
}

// MARK: - Text file

/// An error in writing a file.
struct FileError: Error, CustomStringConvertible {
  var path: String
  /// The reason, by default the system's error message.
  var reason = systemErrorMessage()

  var description: String {
    "cannot write \(path.escapedText) (\(reason)); choose another path"
  }
}

/// Writes a file atomically. A pipe or a device is opened and written to.
///
/// - Throws: ``FileError``, also for a pipe without a reader.
func writeTextFile(_ text: String, to path: String) throws {
  var status = stat()
  let isThere = stat(path, &status) == 0
  // If standard output is a file, `/dev/stdout` is a link to it, and this link must not be replaced.
  if isThere, let output = [STDOUT_FILENO, STDERR_FILENO].first(where: { status.isFile(of: $0) }) {
    guard writeAll(Array(text.utf8)[...], to: output) else { throw FileError(path: path) }
    return
  }
  guard isThere, status.st_mode & S_IFMT != S_IFREG else {
    return try replaceTextFile(text, at: path)
  }
  let file = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  guard file >= 0 else {
    throw errno == ENXIO && status.st_mode & S_IFMT == S_IFIFO
      ? FileError(path: path, reason: "no program reads from this pipe") : FileError(path: path)
  }
  defer { close(file) }
  // Opening must not block, but writing may wait for the reader.
  _ = fcntl(file, F_SETFL, O_WRONLY)
  guard writeAll(Array(text.utf8)[...], to: file) else { throw FileError(path: path) }
}

/// Writes a file atomically. A file or a link at the path is replaced.
///
/// - Throws: ``FileError``.
func replaceTextFile(_ text: String, at path: String) throws {
  let temporaryPath = "\(path).\(getpid())~"
  let file = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
  guard file >= 0 else { throw FileError(path: path) }
  defer { close(file) }
  guard writeAll(Array(text.utf8)[...], to: file), rename(temporaryPath, path) == 0 else {
    let error = FileError(path: path)
    unlink(temporaryPath)
    throw error
  }
}

extension stat {
  /// Returns whether this is the status of the file that a descriptor refers to.
  fileprivate func isFile(of descriptor: Int32) -> Bool {
    var other = stat()
    return fstat(descriptor, &other) == 0 && other.st_dev == st_dev && other.st_ino == st_ino
  }
}
