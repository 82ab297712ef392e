import ClientsLive
import Files
import Glibc
import Models

extension Script {
  /// Parses a script: one command per line, with comments after `#`.
  ///
  /// - Parameters:
  ///   - text: The script.
  ///   - file: The name of the script, for errors; `include` paths are relative to it.
  ///   - load: Returns the text of an included file that has at most `maxBytes` bytes, or throws an error.
  /// - Throws: ``ScriptError`` at the first line that is invalid or exceeds ``ScriptBudget``.
  /// - Complexity: O(n).
  public init(
    parsing text: String, file: String,
    load: Loading = { path, _ throws(ScriptFileError) in
      throw ScriptFileError(path: path, reason: "files cannot be included here")
    }
  ) throws(ScriptError) {
    self.init()
    var budget = ScriptBudget()
    try read(text, [file], load, &budget)
  }

  public typealias Loading = (_ path: String, _ maxBytes: Int) throws(ScriptFileError) -> String

  /// Parses the script in a file, which may be a pipe, and the files it includes, which may not be pipes.
  ///
  /// - Parameter budget: The remaining budget, which the script shares with its goldens.
  /// - Throws: ``ScriptFileError`` if the file cannot be read, ``ScriptError`` if a line is invalid.
  public init(contentsOf path: String, within budget: inout ScriptBudget) throws {
    let text = try ScriptFile.text(of: path, atMost: budget.bytes, isPipeAllowed: true)
    try budget.spend(bytes: text.utf8.count, on: path)
    self.init()
    try read(
      text, [path],
      { path, max throws(ScriptFileError) in
        try ScriptFile.text(of: path, atMost: max)
      }, &budget)
  }

  /// Parses a file.
  ///
  /// - Parameter files: The chain of files of which each includes the next, ending with the current file.
  private mutating func read(
    _ text: String, _ files: [String], _ load: Loading, _ budget: inout ScriptBudget
  ) throws(ScriptError) {
    let file = files.last ?? ""
    var rest = text.withoutByteOrderMark
    var number = 0
    // Reads line by line, because an array of sixteen million empty lines would be large.
    while !rest.isEmpty {
      let text = rest.prefix { !$0.isNewline }
      rest = rest[text.endIndex...].dropFirst()
      number += 1
      guard !text.isEmpty else { continue }
      try read(ScriptWords(text, line: Line(number, in: file)), files, load, &budget)
    }
  }

  /// Parses a line.
  private mutating func read(
    _ words: ScriptWords, _ files: [String], _ load: Loading, _ budget: inout ScriptBudget
  ) throws(ScriptError) {
    var words = words
    let line = words.line
    guard let name = words.next() else { return }
    guard let form = Self.forms[name] else { throw ScriptError(line, Self.unknown(name)) }
    var count = 1
    do {
      guard !form.isSetup || steps.isEmpty else {
        throw words.error("'\(name)' must come before the first step of the script")
      }
      switch form.kind {
      case .setup(let change):
        try change(&words, &setup)
        try words.end()
      case .step(let parse):
        let command = try parse(&words)
        try words.end()
        steps.append(Step(line: line, command: command))
        count = command.stepCount
      case .include:
        let path = try words.isText ? words.text() : words.line("a file")
        try words.end()
        try include(path, at: line, files, load, &budget)
      }
    } catch let error as ScriptError where error.line != line {
      // An error in an included file.
      throw error
    } catch {
      let message = (error as? ScriptError)?.message ?? "\(error)"
      throw ScriptError(line, "\(message); expected: \(form.usage)")
    }
    guard budget.spend(steps: count) else { throw ScriptError(line, ScriptBudget.tooManySteps) }
  }

  /// The forms of the grammar, by the names of their commands.
  private static let forms = Dictionary(uniqueKeysWithValues: grammar.map { ($0.name, $0) })

  /// Returns `path` resolved relative to another file.
  static func path(_ path: String, from file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file.prefix(through: slash) + path
  }

  private mutating func include(
    _ path: String, at line: Line, _ files: [String], _ load: Loading,
    _ budget: inout ScriptBudget
  ) throws(ScriptError) {
    let whole = Self.path(path, from: files.last ?? "")
    guard !files.contains(whole) else {
      throw ScriptError(line, "'\(path.shortened)' would include itself")
    }
    guard files.count < ScriptBudget.maxDepth else {
      throw ScriptError(
        line,
        "included files can be nested \(ScriptBudget.maxDepth) deep at most; include "
          + "'\(path.shortened)' in an outer file")
    }
    let text: String
    do throws(ScriptFileError) {
      text = try load(whole, budget.bytes)
      try budget.spend(bytes: text.utf8.count, on: whole)
    } catch {
      throw ScriptError(line, "'\(path.shortened)' cannot be read (\(error.reason))")
    }
    try read(text, files + [whole], load, &budget)
  }

  private static func unknown(_ name: String) -> String {
    "unknown command '\(name.shortened)'; use one of "
      + grammar.map(\.name).joined(separator: ", ")
  }
}

/// An error in reading or writing a script's file.
public struct ScriptFileError: Error, Equatable, Sendable, CustomStringConvertible {
  public var path: String
  /// The failed operation, as a participle.
  public var operation: String
  public var reason: String

  public init(path: String, operation: String = "read", reason: String) {
    self.path = path
    self.operation = operation
    self.reason = reason
  }

  public var description: String { "\(path.escapedText): cannot be \(operation) (\(reason))" }
}

// MARK: - Files

/// A reader of script files and of their goldens.
public enum ScriptFile {
  /// Returns the text of a file.
  ///
  /// - Parameters:
  ///   - maxBytes: The maximum size of the file.
  ///   - isPipeAllowed: Whether the file may be a pipe or a device, which blocks until it has data.
  /// - Throws: ``ScriptFileError``.
  public static func text(
    of path: String, atMost maxBytes: Int, isPipeAllowed: Bool = false
  ) throws(ScriptFileError) -> String {
    // Opening a pipe can block, so files are opened without blocking unless a pipe is allowed.
    let file = open(path, O_RDONLY | O_CLOEXEC | (isPipeAllowed ? 0 : O_NONBLOCK))
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure(path) }
    guard isPipeAllowed || status.st_mode & S_IFMT == S_IFREG else {
      throw ScriptFileError(path: path, reason: fileTypeMismatch(status.st_mode))
    }
    guard let bytes = readAll(of: file, maxBytes: maxBytes) else {
      throw errno == EFBIG ? ScriptBudget.tooManyBytes(path) : failure(path)
    }
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else {
      throw ScriptFileError(path: path, reason: "it is not UTF-8 text")
    }
    return text
  }

  private static func failure(_ path: String) -> ScriptFileError {
    ScriptFileError(path: path, reason: systemErrorMessage())
  }
}

// MARK: - Budget

/// The remaining budget of a script, including its includes and goldens.
///
/// Without a budget, reading fifteen small files that each include the next one eight times would never end.
public struct ScriptBudget: Sendable {
  public static let maxBytes = 16 << 20
  /// The maximum number of steps. Each command is one step, and each further press of a key is another.
  public static let maxSteps = 200_000
  /// The maximum depth of includes, counting the first file.
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
    "the script exceeds \(maxSteps) steps in this line; split it, or repeat less"

  /// A summary of the limits, for the manual.
  public static let summary =
    "A script and the files it includes have at most \(maxSteps) steps, where each key of press, rep and type counts, "
    + "and \(maxBytes >> 20) MB together with the pictures to compare. A text has at most \(maxTextBytes >> 10) KB. "
    + "Included files can be nested \(maxDepth) deep at most, and must be regular files; the script itself may be a pipe."
}

extension Script.Command {
  /// The number of steps of the command.
  var stepCount: Int {
    switch self {
    case .press(_, let count, _), .rep(let count, _, _): count
    case .type(let text): max(1, text.count)
    default: 1
    }
  }
}
