import FoundationEssentials

extension Workout {
  /// Returns the workout's JSON members for lists and exports.
  ///
  /// - Parameters:
  ///   - challenge: The challenge; `nil` to omit the members that depend on it.
  ///   - dayStart: The beginning of the person's days.
  /// - Complexity: O(n) in the events.
  public func jsonMembers(
    in challenge: Challenge?, _ dayStart: DayStart
  ) -> [(String, JSONText)] {
    var members: [(String, JSONText)] = [
      ("id", .string(id.uuidString.lowercased())),
      ("challenge", .string(self.challenge.rawValue)),
      ("user", .string(user)),
      ("reps", .number(Int64(challenge?.routine.repCount(of: self) ?? reps))),
      ("duration_ms", .number(duration.wholeMilliseconds)),
      ("day", .string(CivilDate(daysSince1970: dayStart.day(of: self)).text)),
      ("started_at", .string(startedAt.iso8601(utcOffset: utcOffset))),
      // The array is empty if the reps were entered manually.
      ("rep_times_ms", .array(log.reps.milliseconds.map { .number(Int64($0)) })),
    ]
    if let score = challenge?.score(of: self), !score.isComplete {
      members.append(("is_complete", .bool(false)))
    }
    if !provenance.isEmpty {
      members.append(("provenance", .array(provenance.names.map { .string($0) })))
    }
    if !log.pauses.isEmpty {
      let pauses = log.pauses.map {
        [
          "at_ms": .number($0.instant.wholeMilliseconds),
          "length_ms": .number($0.length.wholeMilliseconds),
        ] as JSONText
      }
      members.append(("pauses", .array(pauses)))
    }
    if let effort = figures.effort { members.append(("rpe", .decimal(effort.value))) }
    if let weight = figures.bodyWeight { members.append(("body_weight", .string(weight.text))) }
    if let distance = figures.distance { members.append(("distance", .string(distance.text))) }
    if let pace = challenge?.distancePace(of: self) { members.append(("pace", .string(pace))) }
    if let calories = figures.calories {
      members.append(("kilocalories", .number(Int64(calories.kilocalories))))
    }
    if !sets.isEmpty {
      let sets = sets.map { performed in
        let doneAt = time(of: performed).iso8601(utcOffset: utcOffset)
        return JSONText.object(performed.jsonMembers + [("done_at", .string(doneAt))])
      }
      members.append(("sets", .array(sets)))
    }
    if let note { members.append(("note", .string(note.text))) }
    return members
  }

  private static let workoutColumns = [
    "id", "user", "challenge", "challenge_name", "started_at", "day", "duration_ms", "reps", "rpe",
    "body_weight", "distance", "kilocalories", "provenance", "note",
  ]
  private static let setColumns = [
    "exercise", "set", "weight", "reps", "rpe", "is_warm_up", "note", "done_at",
  ]

  /// The header of CSV. Weights and distances have one column for the number and one for the unit.
  package static var csvHeader: String {
    (workoutColumns + setColumns.map { $0 == "set" ? $0 : "set_\($0)" }).map {
      $0.hasSuffix("weight") || $0 == "distance" ? "\($0),\($0)_unit" : $0
    }.joined(separator: ",")
  }

  /// Returns the rows of CSV: one per set, or a single one for a workout without sets.
  ///
  /// - Complexity: O(n) in the events.
  package func csvRows(challengeName: String, _ dayStart: DayStart) -> [String] {
    let item = JSONText.object(
      [("challenge_name", .string(challengeName))] + jsonMembers(in: nil, dayStart))
    let cells = Self.workoutColumns.map(item.csvCell)
    return (item["sets"]?.elements ?? [.null]).map { set in
      (cells + Self.setColumns.map(set.csvCell)).joined(separator: ",")
    }
  }
}

extension JSONText {
  /// Returns a member as a cell of CSV, or a weight or distance as two cells.
  fileprivate func csvCell(_ name: String) -> String {
    let value = self[name]
    guard name.hasSuffix("weight") || name == "distance" else {
      return switch value {
      case .string(let text): text.csvField
      case .array(let values): values.compactMap(\.string).joined(separator: " ")
      default: value?.text ?? ""
      }
    }
    let text = value?.string ?? ""
    // A spreadsheet would read a number with a plus as a formula.
    let number = text.drop { $0 == "+" }.prefix { !$0.isLetter }
    return "\(number),\(text.drop { !$0.isLetter })"
  }
}

extension PerformedSet {
  /// The JSON members. A weight has the typed digits and unit: `82.50kg`, `+10kg`, `-20kg`.
  fileprivate var jsonMembers: [(String, JSONText)] {
    var members: [(String, JSONText)] = [
      ("exercise", .string(exercise)), ("set", .string(set.text)),
      ("reps", .number(Int64(set.reps))), ("is_warm_up", .bool(set.isWarmUp)),
    ]
    if set.load != .bodyWeight { members.append(("weight", .string(set.load.text))) }
    if let effort = set.effort { members.append(("rpe", .decimal(effort.value))) }
    if let note = set.note { members.append(("note", .string(note.text))) }
    if let planned { members.append(("planned", .string(planned))) }
    return members
  }
}
