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
    let publications = try Connection.open(in: folder).publications
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

// MARK: - Groups

/// A command that lists the groups that this machine has joined: `ladder groups`.
struct GroupsCommand: Command {
  static let verb = Verb(name: "groups", summary: "list the groups you joined")
  static let options: [Option] = [.json]

  let common: CommonOptions
  let isJSON: Bool

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    isJSON = invocation.arguments.has(.json)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let accounts = try tool.accountFile(common).load()
    let stores = accounts.isEmpty ? nil : try tool.existingDatabase(common)
    let rows = try accounts.map { try Row($0, stores?.publications) }
    if isJSON {
      var writer = JSONArrayWriter(tool.output)
      for row in rows { try writer.append(row.json) }
      try writer.end()
    } else {
      try Self.writeTable(rows, to: tool.output)
    }
    return 0
  }

  private static func writeTable(_ rows: [Row], to output: Output) throws {
    guard !rows.isEmpty else {
      return try output.appendLine(
        "You have not joined a group. Ask its owner for a link, and run \"ladder join\".")
    }
    let idWidth = max("ID".count, rows.map(\.account.id.rawValue.maxColumnWidth).max() ?? 0)
    try output.appendLine("\("ID".padded(to: idWidth))  GROUP, MEMBER, SERVER")
    for row in rows {
      let account = row.account
      let id = account.id.rawValue.padded(to: idWidth)
      try output.appendLine(
        "\(id)  \(account.groupName), \(account.member), \(account.server.text)")
      try output.appendLine("\("".padded(to: idWidth))  \(row.state)")
    }
  }

  /// A group with what is published in it.
  private struct Row {
    let account: StoredAccount
    let challenges: [(id: Challenge.ID, publication: Publication)]

    init(_ account: StoredAccount, _ store: PublicationStore?) throws {
      self.account = account
      challenges =
        try store.map { store in
          try store.challenges(in: account.id).map { id in
            (id, try store.publication(of: id, by: account.person, in: account.id))
          }
        } ?? []
    }

    /// The published challenges, with the number of workouts that wait.
    var state: String {
      guard !challenges.isEmpty else { return "nothing published" }
      let names = challenges.map { id, publication in
        publication.waitingCount == 0
          ? id.rawValue : "\(id.rawValue) (\(publication.waitingCount) waiting)"
      }
      return "published: \(names.joined(separator: ", "))"
    }

    var json: JSONText {
      .object([
        ("id", .string(account.id.rawValue)), ("name", .string(account.groupName)),
        ("member", .string(account.member)), ("person", .string(account.person.text)),
        ("server", .string(account.server.text)),
        (
          "published",
          .array(
            challenges.map { id, publication in
              .object([
                ("challenge", .string(id.rawValue)),
                ("waiting", .number(Int64(publication.waitingCount))),
                ("refusal", publication.refusal.map { .string($0.reason) } ?? .null),
              ])
            })
        ),
      ])
    }
  }
}

// MARK: - Publish

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
    let stores = try Connection.open(in: try tool.dataFolder(common))
    try stores.publications.setPublished(isOn, challenge.id, in: account.id)
    let database = try Database(stores)
    let (publication, failure) = try tool.withNetwork { [challenge] transport in
      var failure: ServerError?
      do {
        try await Outbox(database, transport).flush(account)
      } catch let error as ServerError {
        failure = error
      }
      let publication = try await database.run {
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

// MARK: - Leave

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
