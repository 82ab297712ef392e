import ClientsLive
import CommandLineInterface
import Models
import SQLite

extension Command {
  /// Lists a person's workouts, newest first, or those that match a query: `ladder history [WORDS]`.
  static let history = Command(
    "history", operand: Operand("WORDS", isOptional: true, example: "'squat 2026-11'"),
    summary: "list your workouts", options: [.json],
    run: { invocation in
      let stores = try invocation.existingDatabase()
      try HistoryListing(
        stores: stores, person: invocation.person(), query: HistoryQuery(invocation.operand),
        catalogue: stores?.challenges.catalogue() ?? .standard, dayStart: invocation.dayStart
      ).write(to: invocation.output, asJSON: invocation.has(.json))
    })
}

/// A list of a person's workouts, read one page at a time.
private struct HistoryListing {
  /// The database; `nil` if there is none yet.
  let stores: Connection?
  let person: PersonName
  let query: HistoryQuery
  let catalogue: Catalogue
  let dayStart: DayStart

  /// The number of workouts to read at a time.
  private static let pageSize = 500

  func write(to output: Output, asJSON isJSON: Bool) throws {
    let width = catalogue.nameWidth
    var list = ListWriter(
      output, isJSON: isJSON,
      header:
        "STARTED           \("CHALLENGE".padded(to: width))      RESULT        TIME  ID        NOTE"
    )
    try forEachWorkout { workout in
      let challenge = catalogue[workout.challenge]
      try list.append(
        json: json(workout, of: challenge),
        lines: [
          ([
            workout.localStart.text,
            catalogue.name(of: workout).truncated(toWidth: width).padded(to: width),
            catalogue.resultColumn(of: workout).rightAligned(to: 10),
            catalogue.timeColumn(of: workout).rightAligned(to: 10),
          ] + idAndRemarks(of: workout, in: challenge)).joined(separator: "  ")
        ])
    }
    try list.end(
      whenEmpty: query.isEmpty
        ? "No workouts by \(person) yet. Run \"ladder\", choose a challenge and press s."
        : "No workouts by \(person) match.")
  }

  /// Returns the ID, and the remarks, such as the provenance, the sets with weights and the note:
  /// `typed in; squat 100kgx5 80kgx8; after a rest day`.
  private func idAndRemarks(of workout: Workout, in challenge: Challenge?) throws -> [String] {
    let id = try shortID(of: workout)
    let recording =
      workout.provenance.subtracting(.paused).words + [workout.pauseText].compactMap(\.self)
    let remarks = [
      recording.joined(separator: ", "), workout.sets.text,
      challenge?.distancePace(of: workout) ?? "",
      workout.figures.line ?? "",
      workout.note?.text ?? "",
    ].filter { !$0.isEmpty }
    return remarks.isEmpty ? [id] : [id.padded(to: 8), remarks.joined(separator: "; ")]
  }

  /// The minimum number of ID digits to print, as for commits in Git.
  private static let minIDLength = 7

  /// Returns the shortest unique prefix of a workout's ID, with at least ``minIDLength`` digits.
  private func shortID(of workout: Workout) throws -> String {
    let needed = try stores?.workouts.uniquePrefixLength(of: workout.id) ?? 0
    return workout.id.prefix(length: max(Self.minIDLength, needed))
  }

  private func forEachWorkout(_ body: (Workout) throws -> Void) throws {
    guard let stores else { return }
    var cursor: Workout.Cursor?
    while true {
      let page = try stores.workouts.search(
        query, of: person, catalogue: catalogue, after: cursor, limit: Self.pageSize)
      for workout in page { try body(workout) }
      // Dates out of range are clamped, so the cursor might not advance in an invalid database.
      guard page.count == Self.pageSize, let last = page.last?.cursor, last != cursor else {
        return
      }
      cursor = last
    }
  }

  /// Returns a workout as JSON.
  ///
  /// - Parameter challenge: The workout's challenge, if known.
  private func json(_ workout: Workout, of challenge: Challenge?) -> JSONText {
    var members = workout.jsonMembers(in: challenge, dayStart)
    guard let challenge, challenge.hasRounds else { return .object(members) }
    if workout.hasRecordedRepTimes {
      let exercises = challenge.routine.exerciseTotals(of: workout).map {
        [
          "name": .string($0.exercise), "reps": .number(Int64($0.reps)),
          "time_ms": .number($0.duration.wholeMilliseconds),
        ] as JSONText
      }
      members.append(("exercises", .array(exercises)))
    }
    if challenge.routine.isTimed || challenge.routine.isOpenEnded {
      let rounds = challenge.routine.repsOfRounds(in: workout)
      members.append(("reps_of_rounds", .array(rounds.map { .number(Int64($0)) })))
    } else {
      let times = challenge.routine.results(of: workout).rounds.map {
        $0.isSkipped ? .null : JSONText.number($0.duration.wholeMilliseconds)
      }
      // A round that was skipped has no time.
      members.append(("round_times_ms", .array(times)))
    }
    return .object(members)
  }
}

// MARK: - Events

extension Command {
  /// Lists the events of the usage log, oldest first, or deletes them: `ladder events`.
  static let events = Command(
    "events", summary: "list the features you used", options: [.json, .clear],
    run: { invocation in
      let stores = try invocation.existingDatabase()
      guard !invocation.has(.clear) else {
        let count = try stores?.events.clear() ?? 0
        return try invocation.output.appendLine(
          count == 1 ? "Deleted 1 event." : "Deleted \(count) events.")
      }
      var list = ListWriter(
        invocation.output, isJSON: invocation.has(.json),
        header: "USED              FEATURE")
      // The log is read one page at a time, because it may be long.
      let pageSize = 500
      var position: Int64 = 0
      while let page = try stores?.events.page(after: position, limit: pageSize) {
        for event in page.events {
          try list.append(
            json: ["feature": .string(event.feature), "at": .string(event.at.iso8601)],
            lines: ["\(LocalTime(event.at).text)  \(event.feature.escapedText)"])
        }
        guard page.events.count == pageSize else { break }
        position = page.position
      }
      try list.end(
        whenEmpty: "No events. To record them, turn on the usage log in the settings.")
    })
}
