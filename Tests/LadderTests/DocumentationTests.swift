import Features
import Glibc
import Models
import SQLite
import SystemTestSupport
import Testing

@testable import ClientsLive
@testable import LadderCommands

/// Tests of the man page and the completions, which are generated from tables.
struct DocumentationTests {
  private let folder = TestFolder()
  private var program: Program { Program(environment: ["HOME": folder.path]) }

  private func text(_ arguments: String...) -> String {
    let outcome = program.run(arguments)
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
    return outcome.output
  }

  @Test func `the man page has every command, option and key`() {
    let lines = text("man").split(separator: "\n").map(String.init)
    for option in Option.all {
      #expect(
        lines.contains { $0.hasPrefix(".B ") && $0.hasSuffix(option.usage.roff) }, "\(option)")
      #expect(lines.contains { $0.hasPrefix(option.summary.roff) }, "\(option.summary)")
    }
    for verb in CommandTable.verbs {
      #expect(lines.contains(verb.summary.roff), "\(verb.name)")
    }
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

  @Test func `no text in the man page is read as a request`() {
    let requests = [".TH", ".SH", ".SS", ".TP", ".B", ".I", ".RI", ".br"]
    for line in text("man").split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'")
    {
      #expect(requests.contains { line == $0 || line.hasPrefix($0 + " ") }, "\(line)")
    }
    #expect(".x".roff == "\\&.x" && "a-b'\\".roff == "a\\-b\\(aq\\e")
  }

  @Test(arguments: Shell.allCases)
  func `completions have every command, option and operand`(shell: Shell) {
    let text = text("completions", shell.rawValue)
    for option in Option.all {
      #expect(
        text.contains(shell == .fish ? "-l \(option.name.rawValue)" : option.spelling), "\(option)")
      for value in option.values { #expect(text.contains(value)) }
    }
    for verb in CommandTable.verbs {
      for word in verb.words { #expect(text.contains(word)) }
      for word in verb.operand?.values() ?? [] { #expect(text.contains(word)) }
    }
  }

  @Test(
    .needs("bash"),
    arguments: [
      (["lead"], ["leaderboard"]), (["leaderboard", "plank"], ["plank-hold"]),
      (["--th"], ["--theme"]), (["--theme", "d"], ["dark"]), (["status", "--w"], ["--watch"]),
      (["history", "--w"], []), (["log", "plank-hold", "--ti"], ["--time"]),
      (["completions", ""], ["bash", "zsh", "fish"]), (["serve", "i"], ["invite"]),
      (["serve", "invite", "--gr"], ["--group"]),
    ])
  func `bash completes`(words: [String], expected: [String]) {
    let file = folder.path + "/ladder.bash"
    writeFile(
      text("completions", "bash")
        + "COMP_WORDS=(ladder \(words.map(Shell.quoted).joined(separator: " ")))\n"
        + "COMP_CWORD=\(words.count)\n_ladder\n"
        + "printf '%s\\n' \"${COMPREPLY[@]}\" > '\(folder.path)/reply'\n",
      to: file)
    #expect(spawn(Tools.bash, [file]) == 0)
    let reply = readFile(folder.path + "/reply")?.split(separator: "\n").map(String.init) ?? []
    let own = reply.filter { !$0.hasPrefix("-") || expected.first?.hasPrefix("--") == true }
    #expect(own == expected)
  }

  @Test(.needs("bash"))
  func `bash completes custom challenges and files`() throws {
    let stores = try Stores.open(in: DataFolder(path: folder.path))
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
    let outcome = program.run(["completions", "csh"])
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
