import ClientsLive
import CommandLineInterface
import Models
import SQLite

/// A command that lists or clears the usage log, oldest first: `ladder events`.
struct EventsCommand: Command {
  static let verb = Verb(name: "events", summary: "list the features you used")
  static let options: [Option] = [.json, .clear]

  let common: CommonOptions
  let shouldClear: Bool
  let isJSON: Bool

  /// The number of events to read at a time.
  private static let pageSize = 500

  init(parsing invocation: Invocation) throws {
    common = try invocation.common
    shouldClear = invocation.arguments.has(.clear)
    isJSON = invocation.arguments.has(.json)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let stores = try tool.existingDatabase(common)
    let output = tool.output
    if shouldClear {
      let count = try stores?.events.clear() ?? 0
      try output.appendLine(count == 1 ? "Cleared 1 event." : "Cleared \(count) events.")
    } else if isJSON {
      var writer = JSONArrayWriter(output)
      try Self.forEachEvent(in: stores) { try writer.append(Self.json($0)) }
      try writer.end()
    } else {
      try Self.writeTable(of: stores, to: output)
    }
    return 0
  }

  private static func writeTable(of stores: Connection?, to output: Output) throws {
    var isEmpty = true
    try forEachEvent(in: stores) { event in
      if isEmpty {
        isEmpty = false
        try output.appendLine("USED              FEATURE")
      }
      try output.appendLine("\(LocalTime(event.at).text)  \(event.feature.escapedText)")
    }
    if isEmpty {
      try output.appendLine(
        "No events. They are written down once analytics is on in the settings.")
    }
  }

  private static func forEachEvent(
    in stores: Connection?, _ body: (UsageEvent) throws -> Void
  ) throws {
    guard let stores else { return }
    var position: Int64 = 0
    while true {
      let page = try stores.events.page(after: position, limit: pageSize)
      for event in page.events { try body(event) }
      guard page.events.count == pageSize else { return }
      position = page.position
    }
  }

  private static func json(_ event: UsageEvent) -> JSONText {
    .object([("feature", .string(event.feature)), ("at", .string(event.at.iso8601))])
  }
}
