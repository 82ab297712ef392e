import CommandLineInterface
import Models
import Server
import ServerAPI

/// A command that lists the groups, or changes one: `ladder-server group`.
struct GroupCommand: Command {
  static let verb = Verb(
    name: "group",
    operand: .init(
      name: "ID", isOptional: true, example: "club --zone Europe/Berlin"),
    summary: "list groups, or change one")
  static let options: [Option] = [.groupName, .zone, .weekday, .counts, .json]

  let storage: StorageLocation
  /// The group to show or to change; `nil` for all.
  let id: Group.ID?
  let change: GroupChange
  let isJSON: Bool

  init(parsing invocation: Invocation) throws {
    storage = try StorageLocation(parsing: invocation)
    isJSON = invocation.arguments.has(.json)
    change = try GroupChange(invocation.arguments)
    if invocation.operand.isEmpty {
      id = nil
      guard change == GroupChange() else {
        throw UsageError(
          "\"group\" needs the ID of the group to change, as in "
            + "\"ladder-server group club --counts live\"")
      }
    } else {
      guard let id = Group.ID(rawValue: invocation.operand) else {
        throw UsageError("the ID of a group has \(Group.ID.rule), as in \"group office\"")
      }
      self.id = id
    }
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let groups = try storage.withSession { session in
      guard let id else { return try session.groups() }
      if change != GroupChange() {
        let isNew = try session.createGroup(
          Group(id: id, name: id.rawValue, timeZone: TimeZones.systemName))
        if isNew { tool.report("made the group \(id.rawValue.quoted)") }
      }
      guard var group = try session.group(id) else { throw UsageError(unknown: id) }
      if change != GroupChange() {
        change.apply(to: &group)
        _ = try session.update(group)
      }
      return [group]
    }
    if change != GroupChange() { tool.output.completedChange = "the group is changed" }
    if isJSON {
      var writer = JSONArrayWriter(tool.output)
      for group in groups { try writer.append(Self.json(group)) }
      try writer.end()
    } else {
      try Self.table(of: groups, tool.output)
    }
    return 0
  }

  private static func table(of groups: [Group], _ output: Output) throws {
    func row(_ id: String, _ zone: String, _ day: String, _ counts: String, _ name: String)
      -> String
    {
      "\(id.padded(to: idWidth))  \(zone.padded(to: zoneWidth))  \(day.padded(to: 8))  "
        + "\(counts.padded(to: 6))  \(name)"
    }
    let idWidth = groups.map(\.id.rawValue.count).reduce(5, max)
    let zoneWidth = groups.map(\.timeZone.count).reduce(9, max)
    try output.appendLine(row("GROUP", "TIME ZONE", "WEEKDAY", "COUNTS", "NAME"))
    for group in groups {
      try output.appendLine(
        row(
          group.id.rawValue, group.timeZone, group.weekStart.rawValue, group.counting.rawValue,
          group.name))
    }
  }

  private static func json(_ group: Group) -> JSONText {
    .object([
      ("id", .string(group.id.rawValue)), ("name", .string(group.name)),
      ("time_zone", .string(group.timeZone)), ("week_start", .string(group.weekStart.rawValue)),
      ("counting", .string(group.counting.rawValue)),
    ])
  }
}

/// The settings of a group that a command line changes.
struct GroupChange: Hashable {
  private var name: PersonName?
  private var timeZone: String?
  private var weekStart: Settings.WeekStart?
  private var counting: CountingRule?

  /// Creates a change of nothing.
  init() {}

  /// Reads a change from a command line.
  ///
  /// - Throws: ``UsageError`` for a value that a group cannot have.
  init(_ arguments: ParsedArguments) throws {
    name = try arguments[.groupName].map { text in
      guard let name = PersonName(text) else {
        throw UsageError("--name needs a name with letters in it, as in --name \"The club\"")
      }
      return name
    }
    timeZone = try arguments[.zone].map { name in
      guard TimeZones.rules(named: name) != nil else {
        throw UsageError(
          "this machine has no time zone \(name.quoted); choose one in /usr/share/zoneinfo, "
            + "as in --zone Europe/Berlin, or install the package tzdata")
      }
      return name
    }
    weekStart = try arguments[.weekday].map { text in
      guard let day = Settings.WeekStart(rawValue: text) else {
        throw UsageError("--weekday is monday, sunday or saturday, not \(text.quoted)")
      }
      return day
    }
    counting = try arguments[.counts].map { text in
      guard let rule = CountingRule(rawValue: text) else {
        throw UsageError("--counts is live or all, not \(text.quoted)")
      }
      return rule
    }
  }

  /// Changes the settings that the command line has.
  func apply(to group: inout Group) {
    if let name { group.name = name.text }
    if let timeZone { group.timeZone = timeZone }
    if let weekStart { group.weekStart = weekStart }
    if let counting { group.counting = counting }
  }
}
