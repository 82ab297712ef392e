import TerminalUI

extension Script {
  /// One command of the grammar: how it is written, what it does, and how its words become a step.
  struct Form: Sendable {
    let name: String
    /// How it is written, for errors and for the manual.
    let usage: String
    let summary: String
    let parse: @Sendable (inout ScriptWords) throws(ScriptWords.Problem) -> Command
  }

  /// The whole grammar.
  static let grammar: [Form] = [
    Form(
      name: "press", usage: "press KEY [xN] [every DURATION]",
      summary: "presses a key, N times, DURATION apart"
    ) { words throws(ScriptWords.Problem) in
      let key = try words.key()
      let count = try words.count() ?? 1
      let interval = try words.duration(after: "every") ?? .zero
      return .press(key, count: count, interval: interval)
    },
    Form(
      name: "advance", usage: "advance DURATION", summary: "lets time pass"
    ) { words throws(ScriptWords.Problem) in
      .advance(try words.duration())
    },
    Form(
      name: "caption", usage: #"caption "TEXT""#, summary: "tells a watcher what is going on"
    ) { words throws(ScriptWords.Problem) in
      .caption(try words.text())
    },
    Form(
      name: "expect", usage: #"expect "TEXT" [within DURATION]"#,
      summary: "fails unless TEXT is on the screen"
    ) { words throws(ScriptWords.Problem) in
      let text = try words.text()
      return .expect(text, within: try words.duration(after: "within") ?? .zero)
    },
  ]

  /// Reads a script: one command a line, comments behind `#`.
  ///
  /// - Parameters:
  ///   - text: The script.
  ///   - file: What errors call it.
  /// - Throws: ``ScriptError`` at the first line that is wrong.
  public init(parsing text: some StringProtocol, file: String) throws(ScriptError) {
    steps = []
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      do {
        guard let command = try Self.command(in: line) else { continue }
        steps.append(Step(line: index + 1, command: command))
      } catch {
        throw ScriptError(file: file, line: index + 1, message: error.message)
      }
    }
  }

  private static func command(
    in line: some StringProtocol
  ) throws(ScriptWords.Problem) -> Command? {
    var words = try ScriptWords(line)
    guard let name = words.next() else { return nil }
    guard let form = grammar.first(where: { $0.name == name.text }), !name.isQuoted else {
      throw ScriptWords.Problem(
        "unknown command '\(name.text)'; expected \(grammar.map(\.name).joined(separator: ", "))")
    }
    do {
      let command = try form.parse(&words)
      try words.end()
      return command
    } catch {
      throw ScriptWords.Problem("\(error.message); expected: \(form.usage)")
    }
  }
}
