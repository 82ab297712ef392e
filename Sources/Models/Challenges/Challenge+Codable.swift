extension Challenge: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, name, kind, scoring, summary, intervals, circuit
    case instructions = "how"
    case minGap = "minimum_gap_ms"
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let scoring = try values.decode(Scoring.self, forKey: .scoring)
    let intervals = try values.decodeIfPresent(IntervalPlan.self, forKey: .intervals)
    let circuit = try values.decodeIfPresent(Circuit.self, forKey: .circuit)
    guard circuit == nil || (scoring.timeLimit != nil && intervals == nil) else {
      throw DecodingError.dataCorruptedError(
        forKey: .circuit, in: values, debugDescription: "a circuit is done as often as a time holds"
      )
    }
    guard intervals == nil || intervals?.duration == scoring.timeLimit else {
      throw DecodingError.dataCorruptedError(
        forKey: .intervals, in: values, debugDescription: "rounds fill the time that is scored")
    }
    let gap = try values.decodeIfPresent(Int64.self, forKey: .minGap) ?? 0
    guard (0...60_000).contains(gap) else {
      throw DecodingError.dataCorruptedError(
        forKey: .minGap, in: values, debugDescription: "a rep takes from nothing to a minute")
    }
    self.init(
      id: try values.decode(ID.self, forKey: .id),
      name: try values.decode(String.self, forKey: .name),
      kind: try values.decode(Kind.self, forKey: .kind),
      scoring: scoring,
      summary: try values.decode(String.self, forKey: .summary),
      instructions: try values.decode([String].self, forKey: .instructions),
      minGap: .milliseconds(gap), intervals: intervals, circuit: circuit)
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(name, forKey: .name)
    try values.encode(kind, forKey: .kind)
    try values.encode(scoring, forKey: .scoring)
    try values.encode(summary, forKey: .summary)
    try values.encode(instructions, forKey: .instructions)
    try values.encodeIfPresent(intervals, forKey: .intervals)
    try values.encodeIfPresent(circuit, forKey: .circuit)
    if minGap > .zero {
      try values.encode(minGap.wholeMilliseconds, forKey: .minGap)
    }
  }
}

extension Challenge.Scoring: Codable {
  /// `{"by": "reps", "seconds": 120}`, `{"by": "time", "reps": 100}`, `{"by": "hold"}`.
  private enum CodingKeys: String, CodingKey {
    case by, seconds, reps
  }

  private enum Measure: String, Codable {
    case reps, time, hold
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    switch try values.decode(Measure.self, forKey: .by) {
    case .reps:
      let seconds = try values.decode(Int64.self, forKey: .seconds)
      guard (1...86_400).contains(seconds) else {
        throw DecodingError.dataCorruptedError(
          forKey: .seconds, in: values, debugDescription: "a time limit is 1 to 86400 seconds")
      }
      self = .reps(within: .seconds(seconds))
    case .time:
      let reps = try values.decode(Int.self, forKey: .reps)
      guard (1...100_000).contains(reps) else {
        throw DecodingError.dataCorruptedError(
          forKey: .reps, in: values, debugDescription: "a rep goal is 1 to 100000")
      }
      self = .time(forReps: reps)
    case .hold:
      self = .hold
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .reps(let limit):
      try values.encode(Measure.reps, forKey: .by)
      try values.encode(limit.components.seconds, forKey: .seconds)
    case .time(let goal):
      try values.encode(Measure.time, forKey: .by)
      try values.encode(goal, forKey: .reps)
    case .hold:
      try values.encode(Measure.hold, forKey: .by)
    }
  }
}
