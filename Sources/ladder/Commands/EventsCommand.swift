import ClientsLive
import Models

/// `ladder events`: which features were used, oldest first, or the end of what is known about it.
struct EventsCommand {
  /// `nil` when there is no database yet.
  let stores: Stores?
  let clears: Bool
  let json: Bool

  /// How many events are held in memory at a time.
  var pageSize = 500

  func run(_ output: Output) throws {
    if clears {
      let count = try stores?.events.clear() ?? 0
      try output.line(count == 1 ? "Cleared 1 event." : "Cleared \(count) events.")
    } else if json {
      var lines = JSONLines(output)
      try forEachEvent { try lines.add(Self.json($0)) }
      try lines.end()
    } else {
      try table(output)
    }
  }

  private func table(_ output: Output) throws {
    var isEmpty = true
    try forEachEvent { event in
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

  private func forEachEvent(_ body: (UsageEvent) throws -> Void) throws {
    guard let stores else { return }
    var position: Int64 = 0
    while true {
      let page = try stores.events.page(after: position, limit: pageSize)
      for event in page.events { try body(event) }
      guard page.events.count == pageSize else { return }
      position = page.position
    }
  }

  static func json(_ event: UsageEvent) -> JSONText {
    .object([("feature", .string(event.feature)), ("at", .string(event.at.iso8601))])
  }
}
