import ClientsLive
import CommandLineInterface
import Models

/// A command that prints the key of the history as words: `ladder sync words`.
struct SyncWordsCommand: Command {
  static let verb = Verb(name: "sync words", summary: "print your history's key")

  let common: CommonOptions

  init(parsing invocation: Invocation) throws { common = try invocation.common }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    guard let key = context.account.journalKey else {
      throw UsageError("there is no key yet; run \"ladder sync\" first")
    }
    for (index, word) in key.words.enumerated() {
      let number = String(index + 1).rightAligned(to: 2)
      let isLastInLine = index % 4 == 3
      tool.output.append(
        "\(number) \(isLastInLine ? word : word.padded(to: 12))\(isLastInLine ? "\n" : "")")
    }
    tool.report("anyone with these words and access to the server can read your history")
    return 0
  }
}

/// A command that reads the words of the key from standard input: `ladder sync key`.
struct SyncKeyCommand: Command {
  static let verb = Verb(name: "sync key", summary: "type your history's key")

  let common: CommonOptions

  init(parsing invocation: Invocation) throws { common = try invocation.common }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    if tool.isTerminal {
      tool.output.append("The 24 words of \"ladder sync words\", in one line: ")
      try tool.output.flush()
    }
    let key: JournalKey
    do {
      key = try JournalKey(words: StandardInput.readLine(maxSize: 1000))
    } catch {
      throw UsageError(error.sentence)
    }
    let result = try context.withHistory(tool) { history, _, _ in
      try await history.useKey(key, of: context.account)
      var account = context.account
      account.journalKey = key
      return try await history.run(account)
    }
    let received = SyncCommand.count(result.receivedCount, "entry", "entries")
    tool.output.completedChange = "the key is saved"
    try tool.output.appendLine("The words are right. Received \(received).")
    return 0
  }
}

/// A command that replaces the key of the history: `ladder sync rekey`.
struct SyncRekeyCommand: Command {
  static let verb = Verb(name: "sync rekey", summary: "replace your history's key")

  let common: CommonOptions

  init(parsing invocation: Invocation) throws { common = try invocation.common }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    _ = try context.withHistory(tool) { history, _, _ in
      try await history.changeKey(context.account)
    }
    tool.output.completedChange = "the history has a new key"
    try tool.output.appendLine(
      "Your history is encrypted with a new key. Type the words of \"ladder sync words\" on each other"
    )
    try tool.output.appendLine("machine with \"ladder sync key\".")
    return 0
  }
}
