import ClientsLive
import Models

/// `ladder events`: lists which features were used, oldest first, or clears that list.
struct EventsCommand: Command {
  static let verb = Verb(name: "events", summary: "which features you used")
  static let options: Set<Option.Name> = [.json, .clear]

  let common: CommonOptions
  let clears: Bool
  let json: Bool

  /// The number of events that are in memory at a time.
  private static let pageSize = 500

  init(parsing invocation: Invocation) {
    common = invocation.common
    clears = invocation.words.has(.clear)
    json = invocation.words.has(.json)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let connection = try tool.existingDatabase(common)
    let output = tool.output
    if clears {
      let count = try connection?.clearEvents() ?? 0
      try output.line(count == 1 ? "Cleared 1 event." : "Cleared \(count) events.")
    } else if json {
      var lines = JSONLines(output)
      try Self.forEachEvent(in: connection) { try lines.add(Self.json($0)) }
      try lines.end()
    } else {
      try Self.writeTable(of: connection, to: output)
    }
    return 0
  }

  private static func writeTable(of connection: Connection?, to output: Output) throws {
    var isEmpty = true
    try forEachEvent(in: connection) { event in
      if isEmpty {
        isEmpty = false
        try output.line("USED              FEATURE")
      }
      try output.line("\(LocalTime(event.at).text)  \(event.feature.visibleText)")
    }
    if isEmpty {
      try output.line("No events. They are written down once analytics is on in the settings.")
    }
  }

  private static func forEachEvent(
    in connection: Connection?, _ body: (UsageEvent) throws -> Void
  ) throws {
    guard let connection else { return }
    var position: Int64 = 0
    while true {
      let page = try connection.events(after: position, limit: pageSize)
      for event in page.events { try body(event) }
      guard page.events.count == pageSize else { return }
      position = page.position
    }
  }

  private static func json(_ event: UsageEvent) -> JSONText {
    .object([("feature", .string(event.feature)), ("at", .string(event.at.iso8601))])
  }
}
