import ClientsLive
import CommandLineInterface
import Files
import Glibc
import Models
import SQLite
import ServerAPI

/// A command that joins a group: `ladder join`, which asks for the link, because other users of the machine can see
/// arguments.
struct JoinCommand: Command {
  static let verb = Verb(
    name: "join", operand: .init(name: "LINK", isOptional: true, example: ""),
    summary: "join a group; asks for a link")

  let common: CommonOptions
  let operand: String

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    operand = invocation.operand
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let settings = tool.loadSettingsReportingProblems()
    let person = try tool.person(common, settings)
    let folder = try tool.dataFolder(common)
    let file = AccountFile(in: folder)
    // Everything that can be wrong here is found out before the link is asked for.
    _ = try file.load()
    try folder.createFolder()
    let publications = try Stores.open(in: folder).publications
    let link = try link(tool)
    if !link.server.isEncrypted, !link.server.isLoopback {
      tool.report(
        "the link begins with http:, so others on the network can read what you send")
    }
    let account = try tool.withNetwork { transport in
      try await Self.join(link, person, file, transport)
    }
    try publications.forgetServer(of: account.id)
    tool.output.completedChange = "you have joined the group"
    try tool.output.appendLine(
      "Joined \(account.groupName) as \(account.member). Nothing is published yet; "
        + "\"ladder publish CHALLENGE\" shares a challenge.")
    return 0
  }

  /// Returns the link of the command line or of standard input.
  private func link(_ tool: CommandLineTool) throws -> JoinLink {
    var text = operand
    if operand.isEmpty || operand == "-" {
      if tool.isTerminal {
        tool.output.append("Link: ")
        try tool.output.flush()
      }
      text = StandardInput.readLine(maxSize: 1000).filter { !$0.isWhitespace }
    }
    // The text is not repeated, because it can have a secret.
    guard let link = JoinLink(text) else {
      throw UsageError("this is not a link to a group; one looks like https://club.example/join#…")
    }
    return link
  }

  private static func join(
    _ link: JoinLink, _ person: PersonName, _ file: AccountFile, _ transport: Transport
  ) async throws -> StoredAccount {
    let connection = ServerConnection(link.server, token: nil, transport)
    do {
      let response = try await connection.join(
        link.secret, device: deviceName, token: file.tokenForJoining(link))
      return try file.update { try $0.add(response, link, person) }
    } catch let error as ServerError where !error.isTemporary {
      try file.forgetTokenForJoining()
      throw error
    }
  }

  /// The name of this machine.
  private static var deviceName: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let base = buffer.baseAddress, gethostname(base, 255) == 0 else { return "device" }
      base[255] = 0
      return PersonName(String(cString: base))?.text ?? "device"
    }
  }
}

extension [StoredAccount] {
  /// Adds the account of a device that has joined, or gives the same member's account its new token.
  fileprivate mutating func add(
    _ response: JoinResponse, _ link: JoinLink, _ person: PersonName
  ) throws -> StoredAccount {
    let group = response.group
    let isValid =
      (1...64).contains(group.id.utf8.count)
      && group.id.utf8.allSatisfy {
        $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
      }
    guard isValid else {
      throw ServerError.invalidResponse(host: link.server.host, "the group has no valid id")
    }
    let member = PersonName.displayable(response.member)
    let known = firstIndex {
      $0.server == link.server && $0.groupID == group.id && $0.member == member
    }
    if let known {
      self[known].token = response.token
      self[known].groupName = PersonName.displayable(group.name)
      if let key = link.journalKey { self[known].journalKey = key }
      return self[known]
    }
    let account = StoredAccount(
      id: freeID(group.id, link.server), server: link.server, token: response.token,
      member: member, groupID: group.id, groupName: PersonName.displayable(group.name),
      person: person, journalKey: link.journalKey)
    append(account)
    return account
  }

  /// Returns an ID that no account has: the group's, or with the host, or also with a number.
  private func freeID(_ group: String, _ server: ServerAddress) -> JoinedGroup.ID {
    let names = [group, "\(group)@\(server.host)"]
    let numbered = (2...(count + 3)).lazy.map { "\(names[1])-\($0)" }
    let taken = Set(map(\.id.rawValue))
    let free = names.first { !taken.contains($0) } ?? numbered.first { !taken.contains($0) }
    return JoinedGroup.ID(rawValue: free ?? names[1])
  }
}
