import CommandLineInterface
import Glibc
import Scripting
import TerminalUI

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
