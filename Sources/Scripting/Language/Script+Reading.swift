import Models

extension Script {
  /// Reads a script: one command a line, comments behind `#`.
  ///
  /// - Parameters:
  ///   - text: The script.
  ///   - file: What errors call it, and where `include` begins to look.
  ///   - load: Gives the text of a file that is included, or throws what is wrong with it.
  /// - Throws: ``ScriptError`` at the first line that is wrong.
  /// - Complexity: O(n).
  public init(
    parsing text: String, file: String,
    load: (String) throws(ScriptFileError) -> String = { path throws(ScriptFileError) in
      throw ScriptFileError(path: path, reason: "no other file is read from here")
    }
  ) throws(ScriptError) {
    self.init()
    try read(text, [file], load)
  }

  /// Reads the script in a file, and those it includes.
  ///
  /// - Throws: ``ScriptFileError`` when the file cannot be read, ``ScriptError`` when a line is wrong.
  public init(contentsOf path: String) throws {
    let text = try ScriptFile.text(of: path)
    try self.init(parsing: text, file: path, load: ScriptFile.text)
  }

  /// - Parameter files: The file that is read, last, and those that include it.
  private mutating func read(
    _ text: String, _ files: [String], _ load: (String) throws(ScriptFileError) -> String
  ) throws(ScriptError) {
    let file = files.last ?? ""
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, text) in lines.enumerated() {
      let line = Line(index + 1, in: file)
      var words = ScriptWords(text, line: line)
      guard let name = words.next() else { continue }
      guard let form = Self.grammar.first(where: { $0.name == name }) else {
        throw ScriptError(line, Self.unknown(name))
      }
      do throws(ScriptWords.Problem) {
        guard !form.isSetup || steps.isEmpty else {
          throw ScriptWords.Problem(
            "'\(name)' comes too late: what the script begins with stands before what it does")
        }
        switch form.kind {
        case .setup(let change): try change(&words, &setup)
        case .step(let parse): steps.append(Step(line: line, command: try parse(&words)))
        case .include: break
        }
        if case .include = form.kind {
          let path = try words.isText ? words.text() : words.line("a file")
          try words.end()
          try include(path, files, load)
        } else {
          try words.end()
        }
      } catch {
        throw error.whole ?? ScriptError(line, "\(error.message); expected: \(form.usage)")
      }
    }
  }

  /// The path of a file that is named by its path from another one.
  static func path(_ path: String, from file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file.prefix(through: slash) + path
  }

  /// The most files that include one another.
  private static let deepest = 16

  private mutating func include(
    _ path: String, _ files: [String], _ load: (String) throws(ScriptFileError) -> String
  ) throws(ScriptWords.Problem) {
    let whole = Self.path(path, from: files.last ?? "")
    guard !files.contains(whole), files.count < Self.deepest else {
      throw ScriptWords.Problem("'\(path.shortened)' would include itself")
    }
    let text: String
    do throws(ScriptFileError) {
      text = try load(whole)
    } catch {
      throw ScriptWords.Problem("'\(path.shortened)' cannot be read (\(error.reason))")
    }
    do throws(ScriptError) {
      try read(text, files + [whole], load)
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
