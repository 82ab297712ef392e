import ClientsLive
import CommandLineInterface
import Models

/// A command that sends and receives what changed: `ladder sync`. The app does it by itself.
struct SyncCommand: Command {
  static let verb = Verb(name: "sync", summary: "synchronize your machines")

  let common: CommonOptions

  init(parsing invocation: Invocation) throws { common = try invocation.common }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    let hadKey = context.account.journalKey != nil
    let result = try context.withHistory(tool) { history, _, _ in
      try await history.run(context.account)
    }
    let sent = Self.count(result.sentCount, "entry", "entries")
    let received = Self.count(result.receivedCount, "entry", "entries")
    tool.output.completedChange = "your history is synchronized"
    try tool.output.appendLine("Sent \(sent), received \(received).")
    if result.unreadableCount > 0 {
      let unreadable = Self.count(result.unreadableCount, "entry", "entries")
      tool.report(
        "the server returned \(unreadable) that your key does not open; tell its operator")
    }
    if !hadKey {
      try tool.output.appendLine(
        "Your history is encrypted with a key that only this machine has. Write down its words:")
      try tool.output.appendLine("  ladder sync words")
    }
    return result.unreadableCount == 0 ? 0 : 1
  }

  static func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}

/// A command that says what is synchronized, without the network: `ladder sync status`.
struct SyncStatusCommand: Command {
  static let verb = Verb(name: "sync status", summary: "show what waits to be sent")

  let common: CommonOptions

  init(parsing invocation: Invocation) throws { common = try invocation.common }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    let account = context.account
    try tool.output.appendLine("Server    \(account.server.text)")
    try tool.output.appendLine("Account   \(account.member) in \(account.groupName)")
    guard let status = try context.status(), let syncedAt = status.syncedAt else {
      try tool.output.appendLine("Last sync never; run \"ladder sync\"")
      return 0
    }
    try tool.output.appendLine("Last sync \(LocalTime(syncedAt).text)")
    try tool.output.appendLine(
      "Waiting   \(SyncCommand.count(status.waitingCount, "entry", "entries")), and what changed since"
    )
    if status.unknownCount > 0 {
      try tool.output.appendLine(
        "Unknown   \(SyncCommand.count(status.unknownCount, "entry", "entries")) of a newer Ladder, which are kept"
      )
    }
    if !account.syncedSettings.isEmpty {
      try tool.output.appendLine(
        "Settings  \(account.syncedSettings.joined(separator: ", "))")
    }
    return 0
  }
}
