import ClientsLive
import CommandLineInterface
import Models

/// A command that chooses the settings that are the same on all of a person's machines: `ladder sync settings`.
struct SyncSettingsCommand: Command {
  static let verb = Verb(
    name: "sync settings",
    operand: .init(
      name: "NAMES", isOptional: true, example: "week-start,rest-seconds"),
    summary: "choose settings to share")

  let common: CommonOptions
  /// The settings to share; `nil` to list them.
  let fields: [Settings.Field]?

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    switch invocation.operand {
    case "": fields = nil
    case "none": fields = []
    default:
      fields = try invocation.operand.split(separator: ",").map { name in
        guard
          let field = Settings.Field(rawValue: String(name)),
          Settings.Field.shareable.contains(field)
        else {
          let names = Settings.Field.shareable.map(\.rawValue).joined(separator: ", ")
          throw UsageError("\(String(name).quoted) is not a setting to share; these are: \(names)")
        }
        return field
      }
    }
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let context = try SyncContext(tool, common)
    var account = context.account
    if let fields {
      let names = fields.map(\.rawValue)
      account = try context.file.update { accounts in
        guard let index = accounts.firstIndex(where: { $0.id == account.id }) else {
          return account
        }
        accounts[index].syncedSettings = names
        return accounts[index]
      }
      try context.withHistory(tool) { [account] history, _, _ in
        try await history.adoptSettings(of: account)
      }
      tool.output.completedChange = "the change is saved"
    }
    let names = account.syncedSettings
    try tool.output.appendLine(
      names.isEmpty
        ? "No settings are shared between your machines."
        : "Shared between your machines: \(names.joined(separator: ", "))")
    return 0
  }
}

extension Settings.Field {
  /// The settings that make sense on every machine. The others depend on its terminal, or are the name.
  fileprivate static var shareable: [Self] {
    [.preparation, .minGap, .rest, .beeps, .count, .weekStart, .trainingDays, .goal, .theme]
  }
}
