import ClientsLive
import CommandLineInterface
import FoundationEssentials
import Models
import ServerAPI

// The commands of `ladder group`. The server checks that the person is an owner of the group.

extension Invocation {
  /// Runs `body` with a connection to the group of `--group`, or to the only group.
  fileprivate func withGroup<Value: Sendable>(
    _ body: @escaping @MainActor (ServerConnection) async throws -> Value
  ) throws -> Value {
    let account = try account(arguments[.group], among: accountFile().load())
    return try withNetwork { try await body(ServerConnection(account, $0)) }
  }
}

extension Command {
  /// Shows the rules of a group: `ladder group`.
  static let group = Command(
    "group", summary: "show a group's rules", options: [.group],
    run: { invocation in
      try write(invocation.withGroup { try await $0.account().group }, invocation)
    })

  /// Changes the rules of a group: `ladder group rules`.
  static let groupRules = Command(
    "group rules", summary: "change a group's rules",
    options: [.group, .zone, .weekday, .counts],
    parse: { invocation in
      let arguments = invocation.arguments
      let counting = arguments[.counts].map { CountingRule(rawValue: $0) }
      if case .some(nil) = counting {
        throw UsageError("--counts must be live or all, not \((arguments[.counts] ?? "").quoted)")
      }
      let change = GroupChange(
        timeZone: arguments[.zone], weekStart: arguments[.weekday], counting: counting ?? nil)
      return { try apply(change, invocation) }
    })

  private static func apply(_ change: GroupChange, _ invocation: Invocation) throws {
    let group = try invocation.withGroup { connection in
      try await change == GroupChange()
        ? connection.account().group : connection.changeGroup(change)
    }
    if change != GroupChange() { invocation.output.completedChange = "the group is changed" }
    try write(group, invocation)
  }

  private static func write(_ group: GroupDescription, _ invocation: Invocation) throws {
    let counting = group.counting == .live ? "live: only workouts that were counted live" : "all"
    for line in [
      "Name     \(PersonName.displayable(group.name))",
      "Weeks    \(group.timeZone), from \(group.weekStart)", "Counts   \(counting)",
    ] { try invocation.output.appendLine(line) }
  }

  // MARK: - Members

  /// Prints a link for a new member: `ladder group invite NAME`.
  static let groupInvite = Command(
    "group invite", operand: Operand("NAME", example: "Ben"), summary: "print a link for a member",
    options: [.group, .owner],
    parse: { invocation in
      let name = try PersonName(
        invocation.operand, from: "\"group invite\"", example: "\"ladder group invite Ben\"")
      return {
        let isOwner = invocation.has(.owner)
        try invocation.output.appendLine(
          invocation.withGroup { try await $0.invite(name, isOwner: isOwner) })
      }
    })

  /// Lists the links that can still be used, or cancels one: `ladder group invitations`.
  static let groupInvitations = Command(
    "group invitations", summary: "list or cancel open links",
    options: [.group, .cancel],
    parse: { invocation in
      let cancelled = invocation.arguments[.cancel].map { Int64($0) }
      if case .some(nil) = cancelled {
        throw UsageError("--cancel needs an ID from \"ladder group invitations\"")
      }
      return {
        let invitations = try invocation.withGroup { connection in
          if case .some(let id?) = cancelled { try await connection.cancelInvitation(id) }
          return try await connection.openInvitations()
        }
        if cancelled != nil { invocation.output.completedChange = "the link is cancelled" }
        guard !invitations.isEmpty else {
          return try invocation.output.appendLine("There are no open links.")
        }
        try invocation.output.appendLine("ID      UNTIL             FOR")
        for invitation in invitations {
          let kind = invitation.isForDevice ? ", a machine" : invitation.isOwner ? ", an owner" : ""
          try invocation.output.appendLine(
            "\(String(invitation.id).padded(to: 6))  \(LocalTime(invitation.expiresAt).text)  "
              + PersonName.displayable(invitation.name) + kind)
        }
      }
    })

  /// Lists the members: `ladder group members`.
  static let groupMembers = Command(
    "group members", summary: "list a group's members", options: [.group],
    run: { invocation in
      let members = try invocation.withGroup { try await $0.members() }
      try invocation.output.appendLine("ID      ROLE    NAME")
      for member in members {
        try invocation.output.appendLine(
          "\(String(member.id).padded(to: 6))  \(member.isOwner ? "owner " : "member")  "
            + member.name)
      }
    })

  /// Renames the group, or a member if `--member` is given: `ladder group rename NAME`.
  static let groupRename = Command(
    "group rename", operand: Operand("NAME", example: "\"The club\""),
    summary: "rename a group, or a member", options: [.group, .member],
    parse: { invocation in
      let name = try PersonName(
        invocation.operand, from: "\"group rename\"", example: "\"ladder group rename Club\"")
      guard let member = invocation.arguments[.member] else {
        return { try apply(GroupChange(name: name.text), invocation) }
      }
      return { try change(member, MemberChange(name: name.text), invocation) }
    })

  /// Makes a member an owner of the group, or an ordinary member: `ladder group role MEMBER`.
  static let groupRole = Command(
    "group role", operand: Operand("MEMBER", example: "Ben --owner"),
    summary: "change a member's role", options: [.group, .owner],
    run: { invocation in
      try change(invocation.operand, MemberChange(isOwner: invocation.has(.owner)), invocation)
    })

  private static func change(
    _ text: String, _ change: MemberChange, _ invocation: Invocation
  ) throws {
    let member = try invocation.withGroup { connection in
      let member = try await connection.members().named(text)
      return try await connection.change(member.id, change)
    }
    invocation.output.completedChange =
      change.name == nil ? "the member's role is changed" : "the member is renamed"
    try invocation.output.appendLine(
      "\(PersonName.displayable(member.name)) is \(member.isOwner ? "an owner" : "a member").")
  }

  // MARK: - Removal

  /// Removes a member, or restores one: `ladder group remove MEMBER`.
  static let groupRemove = Command(
    "group remove", operand: Operand("MEMBER", example: "Ben"), summary: "remove a member",
    options: [.group, .undo, .yes],
    run: { invocation in
      let text = invocation.operand
      if invocation.has(.undo) {
        return try undo(invocation) { removal in
          removal.workout == nil && (removal.name.key == text.key || String(removal.member) == text)
        }
      }
      try remove(invocation) { connection in
        let contents = try await connection.contents(of: connection.members().named(text).id)
        return (contents.text, { try await connection.removeMember(contents.member.id) })
      }
    })

  /// Removes the best result of a member, or restores it: `ladder group remove-result CHALLENGE MEMBER`.
  static let groupRemoveResult = Command(
    "group remove-result",
    operand: Operand("CHALLENGE", second: "MEMBER", example: "pushups-2min Ben"),
    summary: "remove a member's best result", options: [.group, .week, .undo, .yes],
    parse: { invocation in
      let challenge = try invocation.challenge()
      let (text, isWeek) = (invocation.furtherOperands[0], invocation.has(.week))
      return {
        if invocation.has(.undo) {
          return try undo(invocation) { removal in
            removal.challenge == challenge.id.rawValue
              && (removal.name.key == text.key || String(removal.member) == text)
          }
        }
        try remove(invocation) { connection in
          let member = try await connection.members().named(text)
          let page = try await connection.page(
            of: challenge.id, isWeek: isWeek, around: member.id)
          guard let entry = page.entries.first(where: { $0.member == member.id }) else {
            throw UsageError("\(member.name) has no result to remove in \(challenge.name)")
          }
          let time = Duration.milliseconds(entry.durationMilliseconds).minutesText
          return (
            "the result of \(member.name) in \(challenge.name) (time \(time), reps \(entry.reps))",
            { try await connection.removeResult(entry.workout) }
          )
        }
      }
    })

  /// Asks for confirmation, and removes an item.
  ///
  /// - Parameter find: Returns a description of the item, and the function that removes it.
  private static func remove(
    _ invocation: Invocation,
    _ find:
      @escaping @MainActor (ServerConnection) async throws -> (
        String, @MainActor () async throws -> Void
      )
  ) throws {
    let confirmation = invocation.confirmation
    let removed = try invocation.withGroup { connection in
      let (text, remove) = try await find(connection)
      try confirmation.ask("Remove \(text)?")
      try await remove()
      return text
    }
    invocation.output.completedChange = "the removal is complete"
    try invocation.output.appendLine(
      "Removed \(removed). For 30 days, the same command with --undo restores it.")
  }

  /// Undoes the last removal that meets a condition.
  private static func undo(
    _ invocation: Invocation, where isMatch: @escaping @Sendable (Removal) -> Bool
  ) throws {
    let removal = try invocation.withGroup { connection in
      guard let removal = try await connection.removals().first(where: isMatch) else {
        throw UsageError("there was no such removal in the last 30 days")
      }
      try await connection.restore(removal)
      return removal
    }
    invocation.output.completedChange = "the removal is undone"
    let name = PersonName.displayable(removal.name)
    try invocation.output.appendLine(
      removal.workout == nil ? "\(name) is a member again." : "The result of \(name) counts again.")
  }

  // MARK: - Export

  /// Prints the leaderboards as CSV: `ladder group export`.
  static let groupExport = Command(
    "group export", summary: "print the leaderboards as CSV", options: [.group],
    run: { invocation in
      let pages = try invocation.withGroup { connection in
        var pages: [BoardPage] = []
        for challenge in Catalogue.standard.challenges {
          for isWeek in [false, true] {
            var cursor: String?
            repeat {
              let page = try await retryingWhenRateLimited {
                try await connection.page(of: challenge.id, isWeek: isWeek, after: cursor)
              }
              pages.append(page)
              // A hostile server could send pages without end.
              cursor = page.entries.isEmpty || pages.count >= 10_000 ? nil : page.next
            } while cursor != nil
          }
        }
        return pages
      }
      try invocation.output.appendLine("challenge,week,rank,name,reps,seconds,achieved_at,counted")
      for page in pages {
        for entry in page.entries {
          let seconds = Double(entry.durationMilliseconds) / 1000
          try invocation.output.appendLine(
            [
              page.challenge, page.week ?? "", String(entry.rank),
              PersonName.displayable(entry.name), String(entry.reps),
              String(seconds), entry.achievedAt.iso8601, entry.provenance.rawValue,
            ].map(\.csvField).joined(separator: ","))
        }
      }
    })
}

/// Repeats a request, after the delay that the server asks for, as long as the server limits the request rate.
@MainActor
private func retryingWhenRateLimited<Response: Sendable>(
  _ request: @MainActor () async throws -> Response
) async throws -> Response {
  while true {
    do { return try await request() } catch ServerError.refused(let refusal)
      where refusal.status == 429
    {
      try await Task.sleep(for: refusal.retryAfter ?? .seconds(1))
    }
  }
}

extension [Member] {
  /// Returns the member with the given ID or name.
  fileprivate func named(_ text: String) throws -> Member {
    let isNumber = text.allSatisfy { $0.isASCII && $0.isNumber }
    let matches = filter { isNumber ? String($0.id) == text : $0.name.key == text.key }
    if let member = matches.first, matches.count == 1 { return member }
    throw UsageError(
      "the group has no member \(text.quoted)", meant: map(\.name).closest(to: text),
      otherwise: "\"ladder group members\" lists them")
  }
}

extension String {
  /// The name for comparisons that ignore case.
  fileprivate var key: String { PersonName.displayable(self).lowercased() }
}
