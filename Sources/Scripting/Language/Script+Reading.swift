import Models

extension Script {
  /// Parses a script: one command a line, with comments after `#`.
  ///
  /// - Parameters:
  ///   - text: The script.
  ///   - file: The name of the script in errors, to which `include` paths are relative.
  ///   - load: Returns the text of an included file, with a maximum number of bytes, or throws an error.
  /// - Throws: ``ScriptError`` at the first invalid line, or the line that exceeds ``ScriptBudget``.
  /// - Complexity: O(n).
  public init(
    parsing text: String, file: String,
    load: Loading = { path, _ throws(ScriptFileError) in
      throw ScriptFileError(path: path, reason: "no other file is read from here")
    }
  ) throws(ScriptError) {
    self.init()
    var budget = ScriptBudget()
    try read(text, [file], load, &budget)
  }

  public typealias Loading = (_ path: String, _ maxBytes: Int) throws(ScriptFileError) -> String

  /// Parses the script in a file, which may be a pipe, and the files it includes, which may not.
  ///
  /// - Parameter budget: The remaining budget, which goldens that the script is compared with share.
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
  /// - Parameter files: The current file, last, and the files that include it.
  private mutating func read(
    _ text: String, _ files: [String], _ load: Loading, _ budget: inout ScriptBudget
  ) throws(ScriptError) {
    let file = files.last ?? ""
    var rest = text.withoutByteOrderMark
    var number = 0
    // Line by line, because an array of sixteen million empty lines would be large.
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
    do throws(ScriptWords.Problem) {
      guard !form.isSetup || steps.isEmpty else {
        throw ScriptWords.Problem(
          "'\(name)' must come before the first step of the script")
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
        try include(path, files, load, &budget)
      }
    } catch {
      throw error.whole ?? ScriptError(line, "\(error.message); expected: \(form.usage)")
    }
    guard budget.spend(steps: count) else { throw ScriptError(line, ScriptBudget.tooManySteps) }
  }

  /// The grammar by the names of its commands.
  private static let forms = Dictionary(uniqueKeysWithValues: grammar.map { ($0.name, $0) })

  /// Returns `path` resolved relative to another file.
  static func path(_ path: String, from file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file.prefix(through: slash) + path
  }

  private mutating func include(
    _ path: String, _ files: [String], _ load: Loading, _ budget: inout ScriptBudget
  ) throws(ScriptWords.Problem) {
    let whole = Self.path(path, from: files.last ?? "")
    guard !files.contains(whole) else {
      throw ScriptWords.Problem("'\(path.shortened)' would include itself")
    }
    guard files.count < ScriptBudget.maxDepth else {
      throw ScriptWords.Problem(
        "included files can be nested \(ScriptBudget.maxDepth) deep at most; include "
          + "'\(path.shortened)' in an outer file")
    }
    let text: String
    do throws(ScriptFileError) {
      text = try load(whole, budget.bytes)
      try budget.spend(bytes: text.utf8.count, on: whole)
    } catch {
      throw ScriptWords.Problem("'\(path.shortened)' cannot be read (\(error.reason))")
    }
    do throws(ScriptError) {
      try read(text, files + [whole], load, &budget)
    } catch {
      throw ScriptWords.Problem(error)
    }
  }

  private static func unknown(_ name: String) -> String {
    "there is no command '\(name.shortened)'; expected one of "
      + grammar.map(\.name).joined(separator: ", ")
  }
}

/// An error of reading or writing a script's file.
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
