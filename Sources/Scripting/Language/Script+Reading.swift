import Models

extension Script {
  /// Reads a script: one command a line, comments behind `#`.
  ///
  /// - Parameters:
  ///   - text: The script.
  ///   - file: What errors call it, and where `include` begins to look.
  ///   - load: Gives the text of a file that is included, of so many bytes at most, or throws what is wrong with it.
  /// - Throws: ``ScriptError`` at the first line that is wrong, or has more than ``ScriptBudget`` allows.
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

  /// Reads the script in a file, which may be a pipe, and those it includes, which may not.
  ///
  /// - Parameter budget: What is left of it for the pictures that the script is compared with.
  /// - Throws: ``ScriptFileError`` when the file cannot be read, ``ScriptError`` when a line is wrong.
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

  /// - Parameter files: The file that is read, last, and those that include it.
  private mutating func read(
    _ text: String, _ files: [String], _ load: Loading, _ budget: inout ScriptBudget
  ) throws(ScriptError) {
    let file = files.last ?? ""
    var rest = text[...]
    var number = 0
    // Line by line: a list of sixteen million empty ones would be large.
    while !rest.isEmpty {
      let text = rest.prefix { !$0.isNewline }
      rest = rest[text.endIndex...].dropFirst()
      number += 1
      guard !text.isEmpty else { continue }
      try read(ScriptWords(text, line: Line(number, in: file)), files, load, &budget)
    }
  }

  /// Reads a line.
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
          "'\(name)' comes too late: what the script begins with stands before what it does")
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

  /// The grammar by its commands' names.
  private static let forms = Dictionary(uniqueKeysWithValues: grammar.map { ($0.name, $0) })

  /// The path of a file that is named by its path from another one.
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
        "files include one another up to \(ScriptBudget.maxDepth) deep; include "
          + "'\(path.shortened)' further up")
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

/// Why a script's file cannot be read, or written.
public struct ScriptFileError: Error, Equatable, Sendable, CustomStringConvertible {
  public var path: String
  /// What cannot be done to it.
  public var doing: String
  public var reason: String

  public init(path: String, doing: String = "read", reason: String) {
    self.path = path
    self.doing = doing
    self.reason = reason
  }

  public var description: String { "\(path.visibleText): cannot be \(doing) (\(reason))" }
}
