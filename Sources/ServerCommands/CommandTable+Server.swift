import CommandLineInterface
import Models
import Server
import ServerAPI
import Sodium

extension CommandTable {
  /// The commands and options of `ladder-server`.
  public static let server = CommandTable(
    program: "ladder-server",
    summary: "Ladder's server shares leaderboards with a group over HTTP.",
    main: .serve,
    commands: [
      .invite, .wall, .group, .groupCreate, .members, .devices, .role, .revoke, .remove, .backup,
      .restore, .help, .man, .completions,
    ],
    commonOptions: [.data, .store],
    manual: Manual(
      purpose: "share a leaderboard over HTTP",
      description: [
        "Without a command, it serves Ladder's leaderboards until a signal ends it. The commands",
        "administer its data on the same machine, as the same user; a running server applies changes at once.",
        "Members join with \\fBladder join\\fR and a link from \\fBladder\\-server invite\\fR.",
      ],
      sections: {
        [
          ".SH FILES", ".TP", ".I $XDG_DATA_HOME/ladder/server.db",
          "the database, unless \\-\\-data or LADDER_DATA names another folder, or \\-\\-store a PostgreSQL database",
        ]
      }),
    checkCommonOptions: { _ = try $0.dataFolder() })
}

extension Option {
  static let store = Option(
    "store", value: "URL", summary: "a PostgreSQL database, as in postgres://HOST/NAME")
  static let listen = Option(
    "listen", value: "ADDR", summary: "the server's address and port; default 127.0.0.1:8080")
  static let certificate = Option(
    "cert", value: "FILE", summary: "the certificate chain for HTTPS, in PEM")
  static let key = Option(
    "key", value: "FILE", summary: "the private key of the certificate, in PEM")
  static let behindProxy = Option(
    "behind-proxy", summary: "serve plain HTTP to a proxy that has the certificate")
  static let publicMetrics = Option(
    "public-metrics", summary: "show the metrics to other machines too")
  static let url = Option(
    "url", value: "URL", summary: "the server's address in links, as members reach it")
  static let group = Option("group", value: "ID", summary: "the group; default: club")
  static let deviceOf = Option(
    "device-of", value: "NAME", summary: "make the link for another device of a member")
  static let owner = Option("owner", summary: "make the member an owner of the group")
  static let qr = Option("qr", summary: "also print the link as a QR code, in a terminal")
  static let groupName = Option("name", value: "TEXT", summary: "the name of the group")
  static let zone = Option(
    "zone", value: "ZONE", summary: "the time zone of its weeks, as in Europe/Berlin")
  static let weekday = Option(
    "weekday", value: "DAY", values: Settings.WeekStart.allCases.map(\.rawValue),
    summary: "the first day of its weeks: monday, sunday or saturday")
  static let counts = Option(
    "counts", value: "RULE", values: CountingRule.allCases.map(\.rawValue),
    summary: "the workouts that count: all, or only live ones")
}

extension Invocation {
  /// Opens the database of `--store`, or of the folder of `--data`, where it is created if necessary.
  ///
  /// - Throws: ``UsageError`` if there is no data folder; `StorageError`.
  func storage() throws -> Storage {
    if let url = arguments[.store] { return try Storage(url: url) }
    return try Storage(folder: folder())
  }

  /// Returns the folder of `--data`, or the user's default folder.
  ///
  /// - Throws: ``UsageError`` if there is none.
  func folder() throws -> String {
    try (arguments.dataFolder() ?? tool.defaultDataFolder()).pathForSQLite
  }

  /// Returns the group of `--group`, or `club` by default.
  ///
  /// - Throws: ``UsageError`` if it is not a valid ID.
  func group() throws -> Group.ID {
    guard let group = Group.ID(rawValue: arguments[.group] ?? "club") else {
      throw UsageError("--group must be \(Group.ID.rule), as in --group office")
    }
    return group
  }

  /// Prints a link that `make` returns in a session of the database. With `--qr`, prints a QR code too.
  func printLink(_ make: (StorageSession) throws -> String) throws {
    if let failure = Sodium.failure { throw HTTPServerError(failure) }
    let link = try storage().withSession(make)
    try output.appendLine(link)
    guard has(.qr) else { return }
    guard tool.isTerminal else { return tool.report("a QR code needs a terminal") }
    guard let code = QRCode(link) else {
      throw HTTPServerError(QRCode.failure ?? "the link is too long for a QR code")
    }
    // Not styled, because the code has its own colors.
    for line in code.lines { output.append(line + "\n") }
  }
}

// MARK: - Groups and members

extension Group.ID {
  /// The characters of an ID, for error messages.
  static let rule = "1 to 32 lowercase letters, digits and hyphens"
}

extension StorageSession {
  /// Returns a group.
  ///
  /// - Throws: ``UsageError`` if there is no such group.
  func existingGroup(_ id: Group.ID) throws -> Group {
    if let group = try group(id) { return group }
    throw UsageError(
      "there is no group \(id.rawValue.quoted)",
      meant: try groups().map(\.id.rawValue).closest(to: id.rawValue),
      otherwise: "create it with \"ladder-server group create \(id.rawValue)\"")
  }

  /// Returns the members of a group.
  ///
  /// - Throws: ``UsageError`` if there is no such group.
  func existingMembers(of group: Group.ID) throws -> [Member] {
    try members(of: existingGroup(group).id)
  }

  /// Returns the member with a name or, if the text is a number, with that number in `ladder-server members`.
  ///
  /// - Throws: ``UsageError`` if there is no such member, or if several names differ from it only in case.
  func member(_ text: String, in group: Group.ID) throws -> Member {
    let members = try existingMembers(of: group)
    let name = PersonName(text)?.text ?? text
    let matches =
      if text.allSatisfy({ $0.isASCII && $0.isNumber }) {
        members.filter { String($0.id) == text }
      } else if let exact = members.first(where: { $0.name == name }) {
        [exact]
      } else {
        members.filter { $0.name.lowercased() == name.lowercased() }
      }
    guard let member = matches.first, matches.count == 1 else {
      throw UsageError(
        "the group \(group.rawValue.quoted) has no member \(text.quoted); "
          + "\"ladder-server members\" lists them")
    }
    return member
  }

  /// Returns a removed member, found like ``member(_:in:)``.
  ///
  /// - Throws: ``UsageError`` if there is none.
  func removedMember(_ text: String, in group: Group.ID) throws -> Removal {
    let removals = try removals(in: existingGroup(group).id).filter { $0.workout == nil }
    guard
      let removal = removals.first(where: {
        String($0.member) == text || $0.name.lowercased() == text.lowercased()
      })
    else { throw UsageError("no member \(text.quoted) was removed in the last 30 days") }
    return removal
  }
}

// MARK: - Errors

extension AccountRefusal: CommandLineError {
  public var exitCode: Int32 { 2 }
}

extension StorageError: CommandLineError {
  public var exitCode: Int32 { 1 }
}

extension HTTPServerError: CommandLineError {
  public var exitCode: Int32 { 1 }
}
