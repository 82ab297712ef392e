import ClientsLive
import CommandLineInterface
import Models

extension Command {
  /// Lists or clears the usage log, oldest first: `ladder events`.
  static let events = Command(
    "events", summary: "list the features you used", options: [.json, .clear],
    run: { invocation in
      let stores = try invocation.existingDatabase()
      guard !invocation.has(.clear) else {
        let count = try stores?.events.clear() ?? 0
        return try invocation.output.appendLine(
          count == 1 ? "Cleared 1 event." : "Cleared \(count) events.")
      }
      var list = ListWriter(
        invocation.output, isJSON: invocation.has(.json),
        header: "USED              FEATURE")
      // One page at a time, because a log of years is long.
      let pageSize = 500
      var position: Int64 = 0
      while let page = try stores?.events.page(after: position, limit: pageSize) {
        for event in page.events {
          try list.append(
            json: .object([("feature", .string(event.feature)), ("at", .string(event.at.iso8601))]),
            lines: ["\(LocalTime(event.at).text)  \(event.feature.escapedText)"])
        }
        guard page.events.count == pageSize else { break }
        position = page.position
      }
      try list.end(
        whenEmpty: "No events. They are written down once analytics is on in the settings.")
    })
}
