import CommandLineInterface
import Models
import Server
import ServerAPI

extension Command {
  private static let rules: [Option] = [.groupName, .zone, .weekday, .counts, .json]

  /// Creates a group: `ladder-server group create ID`.
  static let groupCreate = Command(
    "group create", operand: Operand("ID", example: "club --zone Europe/Berlin"),
    summary: "create a group", options: rules,
    parse: { invocation in
      let id = try groupID(invocation)
      var group = Group(id: id, name: id.rawValue, timeZone: TimeZones.systemName)
      try group.apply(GroupChange(invocation.arguments))
      return { [group] in
        guard try invocation.storage().withSession({ try $0.createGroup(group) }) else {
          throw UsageError("the group \(id.rawValue.quoted) already exists; choose another ID")
        }
        invocation.output.completedChange = "the group is created"
        try write([group], invocation)
      }
    })

  /// Lists the groups, or changes one: `ladder-server group`.
  static let group = Command(
    "group", operand: Operand("ID", isOptional: true, example: "club --zone Europe/Berlin"),
    summary: "list groups, or change one", options: rules,
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
      let id = try groupID(invocation)
      // Checks the values.
      var example = Group(id: id, name: id.rawValue)
      try example.apply(change)
      return {
        let group = try invocation.storage().withSession { session in
          var group = try session.existingGroup(id)
          if change != GroupChange() {
            try group.apply(change)
            _ = try session.update(group)
            invocation.output.completedChange = "the group is changed"
          }
          return group
        }
        try write([group], invocation)
      }
    })

  private static func groupID(_ invocation: Invocation) throws -> Group.ID {
    guard let id = Group.ID(rawValue: invocation.operand) else {
      throw UsageError("the ID of a group must be \(Group.ID.rule), as in \"group create office\"")
    }
    return id
  }

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

extension GroupChange {
  /// Creates a change from the options of a command line.
  ///
  /// - Throws: ``UsageError`` for an unknown rule.
  init(_ arguments: ParsedArguments) throws {
    self.init(
      name: arguments[.groupName], timeZone: arguments[.zone], weekStart: arguments[.weekday],
      counting: try arguments[.counts].map { text in
        guard let rule = CountingRule(rawValue: text) else {
          throw UsageError("--counts must be live or all, not \(text.quoted)")
        }
        return rule
      })
  }
}
