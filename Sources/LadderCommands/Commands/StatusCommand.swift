import ClientsLive
import CommandLineInterface
import FoundationEssentials
import Models
import SQLite

extension Command {
  /// Prints a line about the current workout, for tmux and status bars: `ladder status`.
  ///
  /// It reads the last checkpoint from the database and adds the time since then.
  static let status = Command(
    "status", summary: "show the workout in progress", options: [.json, .watch],
    run: { invocation in
      let folder = try invocation.dataFolder()
      let settings = invocation.loadSettings()
      try StatusReport(
        person: try invocation.person(settings), settings: settings.settings,
        isJSON: invocation.has(.json), now: invocation.tool.now
      ).write(
        from: { try Connection.openExisting(in: folder) }, to: invocation.output,
        while: {
          invocation.has(.watch) && invocation.output.waitForReader(milliseconds: 1000)
        })
    })
}

/// A report of a person's current workout or rest, as lines of text or JSON.
struct StatusReport {
  let person: PersonName
  var settings = Settings()
  let isJSON: Bool
  /// The wall clock.
  let now: () -> Date

  /// Writes the state, and then a line each time it has changed.
  ///
  /// - Parameters:
  ///   - database: Opens the database; returns `nil` until there is one.
  ///   - shouldContinue: Waits until the next poll, and returns whether to continue.
  func write(
    from database: () throws -> Connection?, to output: Output, while shouldContinue: () -> Bool
  ) throws {
    var stores: Connection?
    var last: String?
    repeat {
      if stores == nil { stores = try database() }
      let now = now()
      let catalogue = try stores?.challenges.catalogue() ?? .standard
      let status = try stores?.unfinished.status(of: person, now: now, catalogue: catalogue)
      let rest = try rest(unlessRunning: status, in: stores, now)
      let goal =
        status == nil && rest == nil
        ? try stores?.statistics.progress(of: person, at: now, settings) : nil
      let line =
        isJSON
        ? (rest.map { Self.json($0, now) } ?? Self.json(status, goal, now)).text
        : rest.map { Self.text($0, now, catalogue) } ?? Self.text(status, goal, now, catalogue)
      if line != last {
        try output.appendLine(line)
        try output.flush()
        last = line
      }
    } while shouldContinue()
  }

  /// Returns the current rest, if any; `nil` during a workout without rests.
  private func rest(
    unlessRunning status: WorkoutStatus?, in stores: Connection?, _ now: Date
  ) throws -> StoredRest? {
    // In a strength session the rests are part of the workout.
    guard status == nil || status?.phase == .unfinished || status?.challenge == .strength else {
      return nil
    }
    return try stores?.rests.current(of: person, now: now)
  }

  private static func text(_ rest: StoredRest, _ now: Date, _ catalogue: Catalogue) -> String {
    let name = catalogue.name(of: rest.challenge)
    return "\(name)  rest \(rest.remainingRoundedUp(at: now).minutesText)"
  }

  private static func json(_ rest: StoredRest, _ now: Date) -> JSONText {
    .object([
      ("state", .string("resting")), ("challenge", .string(rest.challenge.rawValue)),
      ("remaining_ms", .number((rest.remaining(at: now) ?? .zero).wholeMilliseconds)),
      ("deadline", .string(rest.end.iso8601)),
    ])
  }

  private static func text(
    _ status: WorkoutStatus?, _ goal: GoalProgress?, _ now: Date, _ catalogue: Catalogue
  ) -> String {
    guard let status else {
      return "no workout" + (goal.map { "  \($0.text) this week" } ?? "")
    }
    let challenge = catalogue[status.challenge]
    var parts = [catalogue.name(of: status.challenge)]
    if challenge?.hasReps != false { parts.append("REPS \(status.reps)") }
    // Status bars usually update once a second.
    parts.append(status.elapsed.minutesText)
    if let remaining = status.remaining(at: now) { parts.append("\(remaining.minutesText) left") }
    if status.phase != .running { parts.append(status.phase.rawValue) }
    return parts.joined(separator: "  ")
  }

  private static func json(
    _ status: WorkoutStatus?, _ goal: GoalProgress?, _ now: Date
  ) -> JSONText {
    guard let status else {
      let members = goal.map { goal in
        [
          ("goal", JSONText.string(goal.goal.text)),
          ("goal_count", .number(Int64(goal.goal.count))),
          ("goal_done", .number(Int64(goal.done))),
        ]
      }
      return .object([("state", .string("none"))] + (members ?? []))
    }
    var members: [(String, JSONText)] = [
      ("state", .string(status.phase.rawValue)),
      ("challenge", .string(status.challenge.rawValue)),
      ("reps", .number(Int64(status.reps))),
      ("elapsed_ms", .number(status.elapsed.wholeMilliseconds)),
    ]
    if let deadline = status.deadline, let remaining = status.remaining(at: now) {
      members.append(("remaining_ms", .number(remaining.wholeMilliseconds)))
      members.append(("deadline", .string(deadline.iso8601)))
    }
    return .object(members)
  }
}
