import AppFeatures
import CommandLineInterface
import Glibc
import Models
import SQLite
import ServerCommands
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import LadderCommands

/// Tests of the man page and the completions, which are generated from tables.
struct DocumentationTests {
  private let folder = TestFolder()

  private func program(of table: CommandTable) -> Program {
    Program(environment: ["HOME": folder.path], path: "\(buildFolder)/\(table.program)")
  }

  private func text(_ arguments: String..., of table: CommandTable = .ladder) -> String {
    let outcome = program(of: table).run(arguments)
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
    return outcome.output
  }

  @Test(arguments: [CommandTable.ladder, .server])
  func `the man page has every command and option`(table: CommandTable) {
    let lines = text("man", of: table).split(separator: "\n").map(String.init)
    for option in table.documentedOptions {
      #expect(
        lines.contains { $0.hasPrefix(".B ") && $0.hasSuffix(option.usage.roff) }, "\(option)")
      #expect(lines.contains { $0.hasPrefix(option.summary.roff) }, "\(option.summary)")
    }
    for command in table.commands {
      #expect(lines.contains(command.summary.roff), "\(command.name)")
    }
  }

  @Test func `the man page has every key`() {
    let lines = text("man").split(separator: "\n").map(String.init)
    for section in AppTab.keys.sections {
      #expect(lines.contains(".SS \(section.title.roff)"))
      for row in section.rows {
        let name = row.name.isEmpty ? "" : " [\(row.name)]"
        let index = lines.firstIndex(of: (row.label + name).roff)
        #expect(index != nil, "\(row.label)")
        #expect(lines.contains(".B \(row.keyNames.roff)"), "\(row.keyNames)")
      }
    }
  }

  @Test(arguments: [CommandTable.ladder, .server])
  func `the help fits narrow terminals`(table: CommandTable) {
    let texts =
      [text("--help", of: table)] + table.commands.map { text("help", $0.name, of: table) }
    #expect(texts.joined().split(separator: "\n").allSatisfy { $0.count <= 79 })
  }

  @Test(arguments: [CommandTable.ladder, .server])
  func `no text in the man page is read as a request`(table: CommandTable) {
    let requests = [".TH", ".SH", ".SS", ".TP", ".B", ".I", ".RI", ".br"]
    for line in text("man", of: table).split(separator: "\n")
    where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains { line == $0 || line.hasPrefix($0 + " ") }, "\(line)")
    }
    #expect(".x".roff == "\\&.x" && "a-b'\\".roff == "a\\-b\\(aq\\e")
  }

  @Test(arguments: Shell.allCases, [CommandTable.ladder, .server])
  func `completions have every command, option and operand`(shell: Shell, table: CommandTable) {
    let text = text("completions", shell.rawValue, of: table)
    for option in table.options {
      #expect(
        text.contains(shell == .fish ? "-l \(option.name)" : option.spelling), "\(option)")
      for value in option.values { #expect(text.contains(value)) }
    }
    for command in table.commands {
      for word in command.words { #expect(text.contains(word)) }
      for word in command.operand?.values(table) ?? [] { #expect(text.contains(word)) }
    }
  }

  @Test(
    .needs("bash"),
    arguments: [
      (["ladder", "lead"], ["leaderboard"]), (["ladder", "leaderboard", "plank"], ["plank-hold"]),
      (["ladder", "--th"], ["--theme"]), (["ladder", "--theme", "d"], ["dark"]),
      (["ladder", "status", "--w"], ["--watch"]), (["ladder", "history", "--w"], []),
      (["ladder", "log", "plank-hold", "--ti"], ["--time"]),
      (["ladder", "completions", ""], ["bash", "zsh", "fish"]),
      (["ladder", "sync", "s"], ["status", "settings"]),
      (["ladder-server", "i"], ["invite"]), (["ladder-server", "invite", "--gr"], ["--group"]),
      (["ladder-server", "--li"], ["--listen"]),
    ])
  func `bash completes`(words: [String], expected: [String]) {
    let file = folder.path + "/ladder.bash"
    writeFile(
      text("completions", "bash", of: words[0] == "ladder" ? .ladder : .server)
        + "COMP_WORDS=(\(words.map(Shell.quoted).joined(separator: " ")))\n"
        + "COMP_CWORD=\(words.count - 1)\n_\(words[0].replacing("-", with: "_"))\n"
        + "printf '%s\\n' \"${COMPREPLY[@]}\" > '\(folder.path)/reply'\n",
      to: file)
    #expect(spawn(Tools.bash, [file]) == 0)
    let reply = readFile(folder.path + "/reply")?.split(separator: "\n").map(String.init) ?? []
    let own = reply.filter { !$0.hasPrefix("-") || expected.first?.hasPrefix("--") == true }
    #expect(own == expected)
  }

  @Test(.needs("bash"))
  func `bash completes custom challenges and files`() throws {
    let stores = try Connection.open(in: DataFolder(path: folder.path))
    _ = try stores.challenges.add(
      .custom("own-stairs", name: "Stairs", kind: .legs, scoring: .hold, instructions: []))
    stores.close()
    let bash = folder.path + "/ladder.bash"
    for (words, expected) in [
      ("ladder log own", "own-stairs\n"),
      ("ladder play \(folder.path)/ladder.ba", "\(folder.path)/ladder.bash\n"),
      ("ladder play x --record \(folder.path)/ladder.ba", "\(folder.path)/ladder.bash\n"),
    ] {
      writeFile(
        """
        ladder() { '\(Program.path)' --data '\(folder.path)' "$@"; }
        \(text("completions", "bash"))
        COMP_WORDS=(\(words))
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _ladder
        printf '%s\\n' "${COMPREPLY[@]}" > '\(folder.path)/reply'
        """, to: bash)
      #expect(spawn(Tools.bash, [bash]) == 0)
      #expect(readFile(folder.path + "/reply") == expected)
    }
  }

  @Test func `an unknown shell is rejected`() {
    let outcome = program(of: .ladder).run(["completions", "csh"])
    #expect(
      outcome.errors
        == "ladder: there are no completions for \"csh\"; choose bash, zsh or fish\n")
    #expect(outcome.exitCode == 2)
  }

  private func spawn(_ path: String, _ arguments: [String]) -> Int32 {
    let argv = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in argv { free(word) } }
    var process = pid_t()
    guard posix_spawn(&process, path, nil, nil, argv, [nil]) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {}
    return status
  }
}
