import CommandLineInterface
import Models
import Server
import ServerAPI

extension Command {
  /// Lists the groups, or changes one: `ladder-server group`.
  static let group = Command(
    "group", operand: Operand("ID", isOptional: true, example: "club --zone Europe/Berlin"),
    summary: "list groups, or change one",
    options: [.groupName, .zone, .weekday, .counts, .json],
    parse: { invocation in
      let change = try GroupChange(invocation.arguments)
      guard !invocation.operand.isEmpty else {
        guard change == GroupChange() else {
          throw UsageError(
            "\"group\" needs the ID of the group to change, as in "
              + "\"ladder-server group club --counts live\"")
        }
        return { try write(invocation.storage().withSession { try $0.groups() }, invocation) }
      }
      guard let id = Group.ID(rawValue: invocation.operand) else {
        throw UsageError("the ID of a group has \(Group.ID.rule), as in \"group office\"")
      }
      return {
        let group = try invocation.storage().withSession { session in
          if change != GroupChange() { try session.makeGroup(id, invocation.tool) }
          guard var group = try session.group(id) else { throw UsageError(unknown: id) }
          if change != GroupChange() {
            change.apply(to: &group)
            _ = try session.update(group)
            invocation.output.completedChange = "the group is changed"
          }
          return group
        }
        try write([group], invocation)
      }
    })

  private static func write(_ groups: [Group], _ invocation: Invocation) throws {
    let idWidth = groups.map(\.id.rawValue.count).reduce(5, max)
    let zoneWidth = groups.map(\.timeZone.count).reduce(9, max)
    func row(_ id: String, _ zone: String, _ day: String, _ counts: String, _ name: String)
      -> String
    {
      "\(id.padded(to: idWidth))  \(zone.padded(to: zoneWidth))  \(day.padded(to: 8))  "
        + "\(counts.padded(to: 6))  \(name)"
    }
    let header = row("GROUP", "TIME ZONE", "WEEKDAY", "COUNTS", "NAME")
    var list = ListWriter(invocation.output, isJSON: invocation.has(.json), header: header)
    for group in groups {
      let (id, day, counts) = (
        group.id.rawValue, group.weekStart.rawValue, group.counting.rawValue
      )
      try list.append(
        json: .object([
          ("id", .string(id)), ("name", .string(group.name)),
          ("time_zone", .string(group.timeZone)), ("week_start", .string(day)),
          ("counting", .string(counts)),
        ]),
        lines: [row(id, group.timeZone, day, counts, group.name)])
    }
    try list.end(whenEmpty: header)
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
