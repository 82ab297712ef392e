import SystemTestSupport
import Testing

@testable import LadderCommands

/// Tests of the README's tables of commands and options, which are generated from the tables of the parser.
/// `make golden` writes them.
struct ReadmeTests {
  private static let file = #filePath.replacing(
    "Tests/LadderTests/ReadmeTests.swift", with: "README.md")

  // One test for both tables, because two at once would write the same file.
  @Test func `the README has every command and every option`() {
    #expect(GeneratedText("commands", in: Self.file).matches(Self.commands))
    #expect(GeneratedText("options", in: Self.file).matches(Self.options))
  }

  private static var commands: String {
    let types: [any Command.Type] = [AppCommand.self] + CommandTable.all
    let rows = types.map { command in
      let own = Option.all.filter { command.options.contains($0.name) }
      return row(
        name(of: command.verb.usage), command.verb.summary,
        own.map { code($0.usage) }.joined(separator: " "))
    }
    return "| Command | What it does | Options |\n|---|---|---|\n" + rows.joined()
  }

  private static var options: String {
    let rows = Option.all.map { option in
      let letter = option.letter.map { "-\($0), " } ?? ""
      return row(code(letter + option.usage), option.summary, commands(with: option))
    }
    return "| Option | What it does | Commands |\n|---|---|---|\n" + rows.joined()
  }

  private static func commands(with option: Option) -> String {
    guard !option.isCommon else { return "all" }
    let app = AppCommand.options.contains(option.name) ? [name(of: "")] : []
    return (app + option.verbs.map { code($0.name) }).joined(separator: ", ")
  }

  private static func name(of usage: String) -> String {
    code(usage.isEmpty ? "ladder" : "ladder \(usage)")
  }

  private static func code(_ text: String) -> String { "`\(text)`" }

  private static func row(_ cells: String...) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }
}
