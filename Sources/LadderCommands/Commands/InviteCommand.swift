import ClientsLive
import FoundationEssentials
import Models
import Server
import Sodium

/// A command that prints a link with which a member joins a group: `ladder serve invite NAME`.
struct InviteCommand: Command {
  static let verb = Verb(
    name: "serve invite",
    operand: .init(name: "NAME", example: "ladder serve invite Ann"),
    summary: "print a link for a new member")
  static let options: Set<Option.Name> = [.store, .group, .owner]

  let common: CommonOptions
  let member: PersonName
  let group: Group.ID
  let isOwner: Bool

  init(parsing invocation: Invocation) throws {
    common = invocation.common
    isOwner = invocation.arguments.has(.owner)
    guard let member = PersonName(invocation.operand) else {
      throw UsageError("\"serve invite\" needs a name with letters in it, as in \(Self.example)")
    }
    self.member = member
    group = try invocation.arguments.group()
  }

  private static let example = "\"ladder serve invite Ann\""

  func run(in tool: CommandLineTool) throws -> Int32 {
    if let failure = Sodium.failure { throw HTTPServerError(failure) }
    let link = try tool.serverStorage(common).withSession { session in
      let isNew = try session.createGroup(
        Group(id: group, name: group.rawValue, timeZone: TimeZones.systemName))
      if isNew { tool.report("ladder: made the group \"\(group.rawValue)\"") }
      return try session.invite(member, to: group, isOwner: isOwner, now: tool.now())
    }
    guard let link else { throw UsageError.unknownServerAddress }
    try tool.output.appendLine(link)
    return 0
  }
}

extension UsageError {
  /// The error of a command that prints a link before the server was started once.
  static let unknownServerAddress = UsageError(
    "the server's address is not known yet; run \"ladder serve\" once, or with --url")
}
