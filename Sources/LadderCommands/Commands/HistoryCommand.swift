import ClientsLive
import Models

/// `ladder history`: lists a person's workouts, newest first.
struct HistoryCommand: Command {
  static let verb = Verb(name: "history", summary: "list your workouts")
  static let options: Set<Option.Name> = [.json]

  let common: CommonOptions
  let isJSON: Bool

  init(parsing invocation: Invocation) {
    common = invocation.common
    isJSON = invocation.arguments.has(.json)
  }

  func run(in tool: CommandLineTool) throws -> Int32 {
    let listing = HistoryListing(
      stores: try tool.existingDatabase(common),
      person: try tool.person(common, tool.reportedSettings()))
    try isJSON ? listing.writeJSON(to: tool.output) : listing.writeTable(to: tool.output)
    return 0
  }
}

/// The workouts of a person, read a page at a time.
private struct HistoryListing {
  /// The database, nil when there is none yet.
  let stores: Stores?
  let person: PersonName

  /// The number of workouts that are in memory at a time.
  private static let pageSize = 500

  func writeJSON(to output: Output) throws {
    var writer = JSONArrayWriter(output)
    let catalogue = try stores?.challenges.catalogue() ?? .standard
    try forEachWorkout { try writer.append(Self.json($0, of: catalogue[$0.challenge])) }
    try writer.end()
  }

  func writeTable(to output: Output) throws {
    let challenges = try stores?.challenges.catalogue() ?? .standard
    let width = challenges.challenges.map(\.name.maxColumnWidth).max() ?? 0
    var isEmpty = true
    try forEachWorkout { workout in
      if isEmpty {
        isEmpty = false
        try output.appendLine(
          "STARTED           \("CHALLENGE".padded(to: width))      RESULT        TIME  ID        NOTE"
        )
      }
      let challenge = challenges[workout.challenge]
      let name = challenge?.name ?? workout.challenge.description
      let result = challenges.resultColumn(of: workout)
      try output.appendLine(
        try
          ([
            LocalTime(workout.startedAt).text, name.padded(to: width), result.rightAligned(to: 10),
            challenges.timeColumn(of: workout).rightAligned(to: 10),
          ] + idAndNote(of: workout)).joined(separator: "  "))
    }
    if isEmpty {
      try output.appendLine(
        "No workouts by \(person) yet. Run \"ladder\", choose a challenge and press s.")
    }
  }

  private func idAndNote(of workout: Workout) throws -> [String] {
    let id = try shortID(of: workout)
    return workout.note.map { [id.padded(to: 8), $0.text] } ?? [id]
  }

  /// The fewest letters of an id that are printed, as of a commit's in Git.
  private static let minIDLength = 7

  /// Returns as many letters of a workout's id as tell it from all others.
  private func shortID(of workout: Workout) throws -> String {
    let needed = try stores?.workouts.uniquePrefixLength(of: workout.id) ?? 0
    return workout.id.prefix(length: max(Self.minIDLength, needed))
  }

  private func forEachWorkout(_ body: (Workout) throws -> Void) throws {
    guard let stores else { return }
    var cursor: Workout.Cursor?
    while true {
      let page = try stores.workouts.history(of: person, after: cursor, limit: Self.pageSize)
      for workout in page { try body(workout) }
      // Dates that no calendar has are held at its ends, and a cursor that stays where it is would never end.
      guard page.count == Self.pageSize, let last = page.last?.cursor, last != cursor else {
        return
      }
      cursor = last
    }
  }

  /// - Parameter challenge: The workout's challenge, if it is known.
  private static func json(_ workout: Workout, of challenge: Challenge?) -> JSONText {
    var members: [(String, JSONText)] = [
      ("id", .string(workout.id.uuidString.lowercased())),
      ("challenge", .string(workout.challenge.rawValue)),
      ("user", .string(workout.user)),
      ("reps", .number(Int64(workout.reps))),
      ("duration_ms", .number(workout.duration.wholeMilliseconds)),
      ("started_at", .string(workout.startedAt.iso8601)),
      // Empty where the reps were typed in.
      ("rep_times_ms", .array(workout.log.milliseconds.map { .number(Int64($0)) })),
    ]
    if let note = workout.note { members.append(("note", .string(note.text))) }
    if let rounds = challenge?.intervals?.reps(in: workout.log) {
      members.append(("reps_of_rounds", .array(rounds.map { .number(Int64($0)) })))
    }
    if let circuit = challenge?.circuit {
      let rounds = circuit.rounds(in: workout.log, skips: workout.skips)
      let times = rounds.map {
        $0.isSkipped ? .null : JSONText.number($0.duration.wholeMilliseconds)
      }
      // A round that was skipped has no time.
      members.append(("round_times_ms", .array(times)))
    }
    return .object(members)
  }
}
