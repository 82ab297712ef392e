import ClientsLive
import CommandLineInterface
import Models
import ServerAPI

/// A command that removes this machine from a group, or with `--everywhere` the member: `ladder leave GROUP`.
struct LeaveCommand: Command {
  static let verb = Verb(
    name: "leave", operand: .init(name: "GROUP", example: "club"),
    summary: "leave a group")
  static let options: [Option] = [.everywhere]

  let common: CommonOptions
  let group: String
  let isEverywhere: Bool

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    group = invocation.operand
    isEverywhere = invocation.arguments.has(.everywhere)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let file = try tool.accountFile(common)
    let account = try tool.account(group, among: try file.load())
    try tool.output.appendLine(
      isEverywhere
        ? "Removing \(account.member) from \(account.groupName): all devices and all published workouts."
        : "Removing this machine from \(account.groupName). What \(account.member) has published stays; "
          + "with --everywhere it is removed.")
    try tool.output.flush()
    try tool.withNetwork { [isEverywhere] transport in
      try await Self.leave(account, isEverywhere, transport)
    }
    try file.update { accounts in accounts.removeAll { $0.id == account.id } }
    try tool.existingDatabase(common)?.publications.forget(account.id)
    tool.output.completedChange = "you have left the group"
    try tool.output.appendLine(
      "Left \(account.groupName). Your workouts on this machine are unchanged.")
    return 0
  }

  private static func leave(
    _ account: StoredAccount, _ isEverywhere: Bool, _ transport: Transport
  ) async throws {
    let connection = ServerConnection(account, transport)
    do {
      if isEverywhere {
        try await connection.removeAccount()
      } else if let device = try await connection.account().devices.first(where: \.isCurrent) {
        try await connection.removeDevice(device.id)
      }
    } catch ServerError.unauthorized {
      // The server has removed the device already.
    }
  }
}
