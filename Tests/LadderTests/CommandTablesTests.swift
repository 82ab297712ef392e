import CommandLineInterface
import LadderCommands
import ServerCommands
import SystemTestSupport
import Testing

/// Tests of the tables in `docs/COMMANDS.md`, which `make golden` generates from the tables of the parsers.
struct CommandTablesTests {
  private let file = #filePath.replacing(
    "Tests/LadderTests/CommandTablesTests.swift", with: "docs/COMMANDS.md")

  // One test for all tables, because concurrent tests would write the same file.
  @Test func `the document has every command, option and exit status`() {
    for table in [CommandTable.ladder, .server] {
      #expect(GeneratedText("commands of \(table.program)", in: file).matches(commands(of: table)))
      #expect(GeneratedText("options of \(table.program)", in: file).matches(options(of: table)))
    }
    let statuses = CommandTable.exitStatuses.map { row("\($0)", $1) }.joined()
    #expect(
      GeneratedText("exit statuses", in: file).matches("| Status | On |\n|---|---|\n" + statuses))
  }

  private func commands(of table: CommandTable) -> String {
    let rows = ([table.main] + table.commands).map { command in
      row(
        code(table.usage(of: command)), command.summary,
        command.options.map { code($0.usage) }.joined(separator: " "))
    }
    return "| Command | What it does | Options |\n|---|---|---|\n" + rows.joined()
  }

  /// Returns a table of the options that all commands have, and a table of the other options.
  private func options(of table: CommandTable) -> String {
    func rows(_ options: [Option]) -> String {
      options.map { option in
        row(code((option.letter.map { "-\($0), " } ?? "") + option.usage), option.summary)
      }.joined()
    }
    let options = table.documentedOptions
    let (common, others) = (
      options.filter(table.isCommon), options.filter { !table.isCommon($0) }
    )
    return "| Option of all commands | What it does |\n|---|---|\n" + rows(common)
      + "\n| Option of some commands | What it does |\n|---|---|\n" + rows(others)
  }

  private func code(_ text: String) -> String { "`\(text)`" }

  private func row(_ cells: String...) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }
}
