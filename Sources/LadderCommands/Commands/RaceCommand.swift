import Clients
import ClientsLive
import CommandLineInterface
import FoundationEssentials
import Models
import SharedFeatures

extension Command {
  /// Opens the app in the room of a live race: `ladder race CHALLENGE`, or `ladder race LINK` for a certain room.
  static let race = Command(
    "race", operand: .challenge(example: "pushups-2min"),
    summary: "race in a group, or by link", options: [.group, .raceStart],
    parse: { invocation in
      if let link = RaceLink(invocation.operand) { return { try join(link, invocation) } }
      guard !invocation.operand.contains("://") else {
        throw UsageError(
          "this is not the link of a race, such as https://club.example/races/pushups-2min/0f1e2d3c"
        )
      }
      let challenge = try invocation.challenge(allowsDeleted: false)
      guard Catalogue.standard[challenge.id] != nil else {
        throw UsageError(
          "servers know only the built-in challenges; \"ladder challenges\" lists them")
      }
      let delay = try invocation.arguments[.raceStart].map {
        try timeUntil($0, now: invocation.tool.now())
      }
      return { try race(in: challenge.id, delay, invocation) }
    })

  private static func race(
    in challenge: Challenge.ID, _ delay: Duration?, _ invocation: Invocation
  ) throws {
    var accounts = try invocation.accountFile().load()
    let group = invocation.arguments[.group]
    // Without --group, an open room in any group is joined.
    if group != nil || accounts.isEmpty {
      accounts = [try invocation.account(group, among: accounts)]
    }
    try start(
      RaceRequest(
        challenge: challenge, groups: accounts.map { LeaderboardSource($0.group) }, delay: delay),
      invocation)
  }

  private static func join(_ link: RaceLink, _ invocation: Invocation) throws {
    guard Catalogue.standard[link.challenge] != nil else {
      throw UsageError("there is no challenge \(link.challenge.rawValue.quoted); check the link")
    }
    guard invocation.arguments[.raceStart] == nil, invocation.arguments[.group] == nil else {
      throw UsageError("the link decides the group and the start; leave --group and --at out")
    }
    let accounts = try invocation.accountFile().load().filter { $0.server == link.server }
    guard !accounts.isEmpty else {
      throw UsageError(
        "you have not joined a group on \(link.server); ask its owner for an invitation, and run "
          + "\"ladder join\"")
    }
    try start(
      RaceRequest(
        challenge: link.challenge, groups: accounts.map { LeaderboardSource($0.group) },
        code: link.code),
      invocation)
  }

  private static func start(_ request: RaceRequest, _ invocation: Invocation) throws {
    var options = try invocation.launchOptions()
    try invocation.requireTerminal(allowsPlain: true)
    options.workout = .race(request)
    try invocation.start(options)
  }

  /// Returns the time until a local time of day, today or tomorrow.
  ///
  /// - Throws: ``UsageError``.
  private static func timeUntil(_ text: String, now: Date) throws -> Duration {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard
      parts.count == 2,
      parts.allSatisfy({ $0.allSatisfy(\.isNumber) && (1...2).contains($0.count) }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { throw UsageError("--at needs a time of day, as in --at 18:30, not \(text.quoted)") }
    let local = LocalTime(now)
    let seconds = (hour * 60 + minute) * 60 - ((local.hour * 60 + local.minute) * 60 + local.second)
    return .seconds(seconds > 0 ? seconds : seconds + 86_400)
  }
}
