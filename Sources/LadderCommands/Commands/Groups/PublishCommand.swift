import ClientsLive
import CommandLineInterface
import Models
import SQLite

/// A command that starts or stops publishing a challenge in a group: `ladder publish CHALLENGE`.
struct PublishCommand: Command {
  static let verb = Verb(
    name: "publish", operand: .challenge(example: "pushups-2min"),
    summary: "share a challenge in a group")
  static let options: [Option] = [.group, .off]

  let common: CommonOptions
  let challenge: Challenge
  let group: String?
  let isOn: Bool

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    challenge = try invocation.challenge()
    group = invocation.arguments[.group]
    isOn = !invocation.arguments.has(.off)
    guard !challenge.id.isCustom else {
      throw UsageError("servers know the built-in challenges only, and not your own ones")
    }
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let account = try tool.account(group, among: try tool.accountFile(common).load())
    let stores = try Stores.open(in: try tool.dataFolder(common))
    try stores.publications.setPublished(isOn, challenge.id, in: account.id)
    let database = try Database(stores)
    let (publication, failure) = try tool.withNetwork { [challenge] transport in
      var failure: ServerError?
      do {
        try await Outbox(database, transport).flush(account)
      } catch let error as ServerError {
        failure = error
      }
      let publication = try await database.withStores {
        try $0.publications.publication(of: challenge.id, by: account.person, in: account.id)
      }
      await database.close()
      return (publication, failure)
    }
    tool.output.completedChange = "the change is saved"
    try tool.output.appendLine(
      isOn
        ? "\(challenge.name) is published in \(account.groupName)."
        : "\(challenge.name) is no longer published in \(account.groupName).")
    if let refusal = publication.refusal {
      try tool.output.appendLine("The server refused a workout: \(refusal.reason).")
    }
    if let failure {
      let count = publication.waitingCount
      let subject = count == 1 ? "1 workout waits" : "\(count) workouts wait"
      try tool.output.appendLine("\(subject), because \(failure.sentence).")
    }
    return 0
  }
}
