import FoundationEssentials

extension Workout {
  /// Returns the members of the workout as JSON that lists and exports have.
  ///
  /// - Parameter challenge: The challenge, if the members that depend on it are needed.
  /// - Complexity: O(n) in the events.
  public func jsonMembers(in challenge: Challenge?) -> [(String, JSONText)] {
    var members: [(String, JSONText)] = [
      ("id", .string(id.uuidString.lowercased())),
      ("challenge", .string(self.challenge.rawValue)),
      ("user", .string(user)),
      ("reps", .number(Int64(challenge?.routine.repCount(of: self) ?? reps))),
      ("duration_ms", .number(duration.wholeMilliseconds)),
      ("day", .string(localStart.date.text)),
      ("started_at", .string(startedAt.iso8601(utcOffset: utcOffset))),
      // Empty if the reps were entered manually.
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

  /// The first row of CSV.
  package static let csvHeader = """
    id,user,challenge,challenge_name,started_at,day,time,duration_s,reps,rpe,body_weight,\
    body_weight_unit,distance,distance_unit,kilocalories,provenance,note,number,exercise,set,weight,\
    weight_unit,set_reps,set_rpe,is_warm_up,set_note
    """

  /// Returns the rows of CSV: one for each set, or one without a set.
  ///
  /// - Complexity: O(n) in the sets.
  package func csvRows(challengeName: String) -> [String] {
    let texts = [id.uuidString.lowercased(), user, challenge.rawValue, challengeName]
    let start = startedAt.iso8601(utcOffset: utcOffset)
    let weight = figures.bodyWeight.map { [$0.number.text, $0.unit.rawValue] }
    let distance = figures.distance.map { [$0.number.text, $0.unit.rawValue] }
    let workout =
      texts.map(\.csvField) + [
        start, String(start.prefix(10)), String(start.dropFirst(11).prefix(8)),
      ]
      + ["\(duration / .seconds(1))", "\(reps)", figures.effort?.text ?? ""]
      + (weight ?? ["", ""]) + (distance ?? ["", ""])
      + [
        figures.calories.map { "\($0.kilocalories)" } ?? "",
        provenance.names.joined(separator: " "), note?.text.csvField ?? "",
      ]
    let rows = sets.enumerated().map { index, performed in
      let set = performed.set
      // Less than the body's weight is negative; a number with a plus would be a formula.
      let sign = set.load.text.hasPrefix("-") ? "-" : ""
      return ["\(index + 1)", performed.exercise.csvField, set.text.csvField]
        + (set.load.weight.map { [sign + $0.number.text, $0.unit.rawValue] } ?? ["", ""])
        + ["\(set.reps)", set.effort?.text ?? "", "\(set.isWarmUp)", set.note?.text.csvField ?? ""]
    }
    let withoutSet = Array(repeating: "", count: 9)
    return (rows.isEmpty ? [withoutSet] : rows).map { (workout + $0).joined(separator: ",") }
  }
}

extension PerformedSet {
  /// The members of JSON. A weight has the digits and the unit that were typed: `82.50kg`, `+10kg`, `-20kg`.
  fileprivate var jsonMembers: [(String, JSONText)] {
    var members: [(String, JSONText)] = [
      ("exercise", .string(exercise)), ("set", .string(set.text)),
      ("reps", .number(Int64(set.reps))), ("is_warm_up", .bool(set.isWarmUp)),
    ]
    if set.load != .bodyWeight { members.append(("weight", .string(set.load.text))) }
    if let effort = set.effort { members.append(("rpe", .decimal(effort.value))) }
    if let note = set.note { members.append(("note", .string(note.text))) }
    return members
  }
}
