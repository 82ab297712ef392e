import CommandLineInterface
import LadderCommands
import ServerCommands
import SystemTestSupport
import Testing

/// Tests of the tables of commands and options in documents, which are generated from the tables of the parsers.
/// `make golden` writes them.
struct ReadmeTests {
  // One test for both tables, because two at once would write the same file.
  @Test(arguments: [(CommandTable.ladder, "README.md"), (.server, "docs/SERVER.md")])
  func `the document has every command and every option`(table: CommandTable, document: String) {
    let file = #filePath.replacing("Tests/LadderTests/ReadmeTests.swift", with: document)
    #expect(GeneratedText("commands", in: file).matches(commands(of: table)))
    #expect(GeneratedText("options", in: file).matches(options(of: table)))
  }

  private func commands(of table: CommandTable) -> String {
    let rows = ([table.main] + table.commands).map { command in
      row(
        code(table.usage(of: command)), command.summary,
        command.options.map { code($0.usage) }.joined(separator: " "))
    }
    return "| Command | What it does | Options |\n|---|---|---|\n" + rows.joined()
  }

  private func options(of table: CommandTable) -> String {
    let rows = table.options.map { option in
      let letter = option.letter.map { "-\($0), " } ?? ""
      return row(code(letter + option.usage), option.summary, commands(with: option, in: table))
    }
    return "| Option | What it does | Commands |\n|---|---|---|\n" + rows.joined()
  }

  private func commands(with option: Option, in table: CommandTable) -> String {
    guard !table.isCommon(option) else { return "all" }
    let main = table.main.has(option) ? [code(table.program)] : []
    return (main + table.commands(with: option).map { code($0.name) }).joined(separator: ", ")
  }

  private func code(_ text: String) -> String { "`\(text)`" }

  private func row(_ cells: String...) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }
}
