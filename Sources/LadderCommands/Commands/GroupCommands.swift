import CatalogueFeatures
import ClientsLive
import CommandLineInterface
import Files
import Glibc
import Models
import SQLite
import ServerAPI

extension Command {
  /// Joins a group: `ladder join`, which asks for the link, because other users of the machine can see arguments.
  static let join = Command(
    "join", operand: Operand("LINK", isOptional: true, example: ""),
    summary: "join a group with a link",
    run: { invocation in
      let person = try invocation.person()
      let folder = try invocation.dataFolder()
      let file = AccountFile(in: folder)
      // Problems on this machine are found before the person types the link.
      _ = try file.load()
      try folder.createFolder()
      let publications = try invocation.database().publications
      let link = try link(invocation)
      if !link.server.isEncrypted, !link.server.isLoopback {
        invocation.tool.report(
          "the link begins with http:, so others on the network can read what you send")
      }
      let account = try invocation.withNetwork { transport in
        try await joinGroup(link, person, file, transport)
      }
      try publications.forgetServer(of: account.id)
      invocation.output.completedChange = "you have joined the group"
      try invocation.output.appendLine(
        "Joined \(account.groupName) as \(account.member). Nothing is published yet; "
          + "\"ladder publish CHALLENGE\" shares a challenge.")
    })

  /// Returns the link from the command line or from standard input.
  private static func link(_ invocation: Invocation) throws -> JoinLink {
    var text = invocation.operand
    if text.isEmpty || text == "-" {
      if invocation.tool.isTerminal {
        invocation.output.append("Link: ")
        try invocation.output.flush()
      }
      text = StandardInput.readLine(maxSize: 1000).filter { !$0.isWhitespace }
    }
    // The message does not quote the text, because it can contain a secret.
    guard let link = JoinLink(text) else {
      throw UsageError("this is not a link to a group, such as https://club.example/join#…")
    }
    return link
  }

  private static func joinGroup(
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
  /// Adds the account of a device that has joined, or updates the token if the list has the member's account already.
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
      throw ServerError.misbehaving(host: link.server.host, "the group has no valid ID")
    }
    let member = PersonName.displayable(response.member)
    let known = firstIndex {
      $0.server == link.server && $0.groupID == group.id && $0.member == member
    }
    if let known {
      self[known].token = response.token
      self[known].groupName = PersonName.displayable(group.name)
      if let key = link.journalKey { self[known].setJournalKey(key) }
      return self[known]
    }
    let account = StoredAccount(
      id: freeID(group.id, link.server), server: link.server, token: response.token,
      member: member, groupID: group.id, groupName: PersonName.displayable(group.name),
      person: person, journalKey: link.journalKey)
    append(account)
    return account
  }

  /// Returns an unused ID: the group's ID, or else this ID with the host, or else with the host and a number.
  private func freeID(_ group: String, _ server: ServerAddress) -> JoinedGroup.ID {
    let names = [group, "\(group)@\(server.host)"]
    let numbered = (2...(count + 3)).lazy.map { "\(names[1])-\($0)" }
    let taken = Set(map(\.id.rawValue))
    let free = names.first { !taken.contains($0) } ?? numbered.first { !taken.contains($0) }
    return JoinedGroup.ID(rawValue: free ?? names[1])
  }
}

// MARK: - Groups

extension Command {
  /// Lists the groups that this machine has joined: `ladder groups`.
  static let groups = Command(
    "groups", summary: "list the groups you joined", options: [.json],
    run: { invocation in
      let accounts = try invocation.accountFile().load()
      let stores = accounts.isEmpty ? nil : try invocation.existingDatabase()
      let rows = try accounts.map { try GroupRow($0, stores?.publications) }
      let idWidth = max("ID".count, rows.map(\.account.id.rawValue.maxColumnWidth).max() ?? 0)
      var list = ListWriter(
        invocation.output, isJSON: invocation.has(.json),
        header: "\("ID".padded(to: idWidth))  GROUP, MEMBER, SERVER")
      for row in rows {
        let account = row.account
        try list.append(
          json: row.json,
          lines: [
            "\(account.id.rawValue.padded(to: idWidth))  "
              + "\(account.groupName), \(account.member), \(account.server.text)",
            "\("".padded(to: idWidth))  \(row.state)",
          ])
      }
      try list.end(
        whenEmpty:
          "You have not joined a group. Ask a group's owner for a link, and run \"ladder join\".")
    })
}

/// An error while telling the server that this machine leaves a group.
private struct LeaveError: CommandLineError {
  var sentence: String
  var exitCode: Int32 { 1 }
}

/// A group with the challenges that are published in it.
private struct GroupRow {
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

  /// The published challenges, with the number of waiting workouts and the reason for a refusal.
  var state: String {
    guard !challenges.isEmpty else { return "nothing published" }
    let names = challenges.map { id, publication in
      let notes = [
        publication.waitingCount > 0 ? "\(publication.waitingCount) waiting" : nil,
        publication.refusal.map { "refused: \($0.reason)" },
      ].compactMap(\.self)
      return notes.isEmpty ? id.rawValue : "\(id.rawValue) (\(notes.joined(separator: ", ")))"
    }
    return "published: \(names.joined(separator: ", "))"
  }

  var json: JSONText {
    let published = challenges.map { id, publication in
      [
        "challenge": .string(id.rawValue), "waiting": .number(Int64(publication.waitingCount)),
        "refusal": publication.refusal.map { .string($0.reason) } ?? .null,
      ] as JSONText
    }
    return [
      "id": .string(account.id.rawValue), "name": .string(account.groupName),
      "member": .string(account.member), "person": .string(account.person.text),
      "server": .string(account.server.text), "published": .array(published),
    ]
  }
}

// MARK: - Publish

/// The result of publishing the waiting workouts of a group.
struct PublishingResult: Sendable {
  let account: StoredAccount
  let publication: Publication
  let failure: ServerError?

  /// `2 workouts are not published yet: cannot reach club.example; check the network and try again.`
  var failureSentence: String? {
    guard let failure else { return nil }
    let count = publication.waitingCount
    let subject = "\(count == 1 ? "1 workout is" : "\(count) workouts are") not"
    return "\(subject) \(publication.isOn ? "published" : "withdrawn") yet: \(failure.sentence)."
  }
}

extension Invocation {
  /// Publishes the waiting workouts of some groups, and returns the state of a challenge in each.
  fileprivate func publish(
    _ challenge: Challenge.ID, in accounts: [StoredAccount], _ database: Database,
    timeLimit: Duration? = nil
  ) throws -> [PublishingResult] {
    try withNetwork { transport in
      let outbox = Outbox(database, timeLimit.map(transport.limited) ?? transport)
      var results: [PublishingResult] = []
      for account in accounts {
        var failure: ServerError?
        do {
          try await outbox.flush(account)
        } catch let error as ServerError {
          failure = error
        }
        let publication = try await database.run {
          try $0.publications.publication(of: challenge, by: account.person, in: account.id)
        }
        results.append(
          PublishingResult(account: account, publication: publication, failure: failure))
      }
      await database.close()
      return results
    }
  }

  /// Publishes a saved workout, and all other waiting workouts, in the groups of its person. A failure is only printed,
  /// because the next command or screen that uses the network tries again.
  func publish(_ workout: Workout, from stores: sending Connection) throws {
    guard let accounts = try? accountFile().load(), !accounts.isEmpty else { return }
    let publications = stores.publications
    let waiting = try accounts.filter {
      try $0.person.text == workout.user && publications.hasWaiting(by: $0.person, in: $0.id)
    }
    guard !waiting.isEmpty else { return }
    try output.flush()
    let results = try publish(
      workout.challenge, in: waiting, Database(stores), timeLimit: .seconds(10))
    for result in results where result.publication.isOn || result.failure != nil {
      let name = result.account.groupName
      if let sentence = result.failureSentence {
        try output.appendLine("\(name): \(sentence)")
      } else if let refusal = result.publication.refusal, refusal.workout == workout.id {
        try output.appendLine("\(name) refused it: \(refusal.reason).")
      } else {
        try output.appendLine("Published in \(name).")
      }
    }
  }
}

extension Command {
  /// Starts or stops publishing a challenge in a group: `ladder publish CHALLENGE`.
  static let publish = Command(
    "publish", operand: .challenge(example: "pushups-2min"),
    summary: "share a challenge in a group", options: [.group, .off],
    parse: { invocation in
      let challenge = try invocation.challenge()
      guard !challenge.id.isCustom else {
        throw UsageError("groups rank built-in challenges only, not custom ones")
      }
      return { try setPublished(challenge, invocation) }
    })

  private static func setPublished(_ challenge: Challenge, _ invocation: Invocation) throws {
    let output = invocation.output
    let isOn = !invocation.has(.off)
    let account = try invocation.account(
      invocation.arguments[.group], among: invocation.accountFile().load())
    let stores = try invocation.database()
    try stores.publications.setPublished(isOn, challenge.id, in: account.id)
    output.completedChange = "the change is saved"
    let result = try invocation.publish(challenge.id, in: [account], Database(stores))[0]
    try output.appendLine(
      isOn
        ? "\(challenge.name) is published in \(account.groupName)."
        : "\(challenge.name) is no longer published in \(account.groupName).")
    if let refusal = result.publication.refusal {
      try output.appendLine("The server refused a workout: \(refusal.reason).")
    }
    if let sentence = result.failureSentence { try output.appendLine(sentence) }
  }

  // MARK: - Leave

  /// Removes this machine from a group, or with `--everywhere` the member and all machines: `ladder leave GROUP`.
  static let leave = Command(
    "leave", operand: Operand("GROUP", example: "club"), summary: "leave a group",
    options: [.everywhere, .here],
    run: { invocation in
      let output = invocation.output
      let (isEverywhere, isHere) = (invocation.has(.everywhere), invocation.has(.here))
      guard !isEverywhere || !isHere else {
        throw UsageError("--everywhere needs the server; leave out --here")
      }
      let file = try invocation.accountFile()
      let account = try invocation.account(invocation.operand, among: file.load())
      try output.appendLine(
        isEverywhere
          ? "Removing \(account.member) from \(account.groupName): all machines and all published workouts."
          : "Removing this machine from \(account.groupName). Workouts of \(account.member) stay published; "
            + (isHere
              ? "the server is not notified." : "--everywhere removes them."))
      try output.flush()
      if !isHere { try leave(account, isEverywhere, invocation) }
      try file.update { accounts in accounts.removeAll { $0.id == account.id } }
      try invocation.existingDatabase()?.publications.forget(account.id)
      output.completedChange = "you have left the group"
      try output.appendLine(
        "Left \(account.groupName). Your workouts on this machine are unchanged.")
    })

  private static func leave(
    _ account: StoredAccount, _ isEverywhere: Bool, _ invocation: Invocation
  ) throws {
    do {
      try invocation.withNetwork { transport in
        let connection = ServerConnection(account, transport)
        if isEverywhere {
          try await connection.removeAccount()
        } else if let device = try await connection.account().devices.first(where: \.isCurrent) {
          try await connection.removeDevice(device.id)
        }
      }
    } catch ServerError.unauthorized {
      // The server has removed the device already.
    } catch let error as ServerError where error.isTemporary && !isEverywhere {
      throw LeaveError(sentence: "\(error.sentence); if the server is gone, add --here")
    }
  }
}
