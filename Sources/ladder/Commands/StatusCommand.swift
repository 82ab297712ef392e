import ClientsLive
import FoundationEssentials
import Models

/// `ladder status`: a line about the workout that runs, for tmux and status bars.
///
/// No daemon answers: what runs is told from what is kept, and the time from the clock.
struct StatusCommand {
  let person: PersonName
  let json: Bool
  /// Whether to go on, with a line each time something has changed.
  let watches: Bool

  /// The wall clock.
  let now: () -> Date
  /// Lets some time pass while watching; false when nobody reads any more.
  let wait: () -> Bool

  /// - Parameter database: Opens the database, nil as long as there is none.
  func run(_ database: () throws -> Stores?, _ output: Output) throws {
    var stores: Stores?
    var last: String?
    repeat {
      if stores == nil { stores = try database() }
      let now = now()
      let catalogue = try stores?.challenges.catalogue() ?? .standard
      let status = try stores?.unfinished.status(of: person, now: now, catalogue: catalogue)
      let line = json ? Self.json(status, now).text : Self.text(status, now, catalogue)
      if line != last {
        try output.line(line)
        try output.flush()
        last = line
      }
    } while watches && wait()
  }

  private static func text(
    _ status: WorkoutStatus?, _ now: Date, _ catalogue: Catalogue
  ) -> String {
    guard let status else { return "no workout" }
    let challenge = catalogue[status.challenge]
    let name = challenge?.name ?? status.challenge.description
    var parts = [name]
    if challenge?.scoring.countsReps != false { parts.append("REPS \(status.reps)") }
    // Whole seconds, for that is how often a status bar looks.
    parts.append(status.elapsed.minutesText)
    if let remaining = status.remaining(at: now) { parts.append("\(remaining.minutesText) left") }
    if status.phase != .running { parts.append(status.phase.rawValue) }
    return parts.joined(separator: "  ")
  }

  private static func json(_ status: WorkoutStatus?, _ now: Date) -> JSONText {
    guard let status else { return .object([("state", .string("none"))]) }
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
