import ClientsLive
import Models

/// `ladder history`: a person's workouts, newest first.
struct HistoryCommand {
  /// `nil` when there is no database yet.
  let stores: Stores?
  let person: PersonName
  let json: Bool

  /// How many workouts are held in memory at a time.
  var pageSize = 500

  func run(_ output: Output) throws {
    if json {
      var lines = JSONLines(output)
      let catalogue = try stores?.challenges.catalogue() ?? .standard
      try forEachWorkout { try lines.add(Self.json($0, of: catalogue[$0.challenge])) }
      try lines.end()
    } else {
      try table(output)
    }
  }

  private func table(_ output: Output) throws {
    let challenges = try stores?.challenges.catalogue() ?? .standard
    let width = challenges.challenges.map(\.name.widestColumns).max() ?? 0
    var isEmpty = true
    try forEachWorkout { workout in
      if isEmpty {
        isEmpty = false
        try output.line("STARTED           \("CHALLENGE".padded(to: width))   REPS       TIME  ID")
      }
      let challenge = challenges[workout.challenge]
      let name = challenge?.name ?? workout.challenge.description
      let reps = challenge?.scoring.countsReps == false ? "-" : String(workout.reps)
      try output.line(
        [
          LocalTime(workout.startedAt).text, name.padded(to: width), reps.rightAligned(to: 5),
          workout.duration.clockText.rightAligned(to: 9), workout.shortID,
        ].joined(separator: "  "))
    }
    if isEmpty {
      try output.line(
        "No workouts by \(person) yet. Run \"ladder\", choose a challenge and press s.")
    }
  }

  private func forEachWorkout(_ body: (Workout) throws -> Void) throws {
    guard let stores else { return }
    var cursor: Workout.Cursor?
    while true {
      let page = try stores.workouts.history(of: person, after: cursor, limit: pageSize)
      for workout in page { try body(workout) }
      // Dates that no calendar has are held at its ends, and a cursor that stays where it is would never end.
      guard page.count == pageSize, let last = page.last?.cursor, last != cursor else { return }
      cursor = last
    }
  }

  /// - Parameter challenge: What was done, if it is known.
  static func json(_ workout: Workout, of challenge: Challenge?) -> JSONText {
    var members: [(String, JSONText)] = [
      ("id", .string(workout.id.uuidString.lowercased())),
      ("challenge", .string(workout.challenge.rawValue)),
      ("user", .string(workout.user)),
      ("reps", .number(Int64(workout.reps))),
      ("duration_ms", .number(workout.duration.wholeMilliseconds)),
      ("started_at", .string(workout.startedAt.iso8601)),
      ("rep_times_ms", .array(workout.log.milliseconds.map { .number(Int64($0)) })),
    ]
    if let rounds = challenge?.intervals?.reps(in: workout.log) {
      members.append(("reps_of_rounds", .array(rounds.map { .number(Int64($0)) })))
    }
    if let rounds = challenge?.circuit?.rounds(in: workout.log) {
      let times = rounds.map { JSONText.number($0.wholeMilliseconds) }
      members.append(("round_times_ms", .array(times)))
    }
    return .object(members)
  }
}
