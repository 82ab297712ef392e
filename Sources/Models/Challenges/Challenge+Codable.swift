extension Challenge: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, name, kind, scoring, summary, routine
    case instructions = "how"
    case minGap = "minimum_gap_ms"
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let name = try values.decode(String.self, forKey: .name)
    let decodedScoring = try values.decodeIfPresent(Scoring.self, forKey: .scoring)
    let routine = try values.decodeIfPresent(Routine.self, forKey: .routine)
    guard let scoring = decodedScoring ?? routine?.scoring else {
      throw DecodingError.dataCorruptedError(
        forKey: .scoring, in: values, debugDescription: "a workout that a key ends needs a scoring")
    }
    guard routine.map({ $0.scoring == nil || $0.allows(scoring) }) ?? true else {
      throw DecodingError.dataCorruptedError(
        forKey: .scoring, in: values, debugDescription: "the routine has another time or other reps"
      )
    }
    let gap = try values.decodeIfPresent(Int64.self, forKey: .minGap) ?? 0
    guard (0...60_000).contains(gap) else {
      throw DecodingError.dataCorruptedError(
        forKey: .minGap, in: values, debugDescription: "a rep takes from nothing to a minute")
    }
    self.init(
      id: try values.decode(ID.self, forKey: .id),
      name: name,
      kind: try values.decode(Kind.self, forKey: .kind),
      scoring: scoring,
      summary: try values.decode(String.self, forKey: .summary),
      instructions: try values.decode([String].self, forKey: .instructions),
      minGap: .milliseconds(gap), routine: routine)
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(name, forKey: .name)
    try values.encode(kind, forKey: .kind)
    try values.encode(scoring, forKey: .scoring)
    try values.encode(summary, forKey: .summary)
    try values.encode(instructions, forKey: .instructions)
    try values.encode(routine, forKey: .routine)
    if minGap > .zero {
      try values.encode(minGap.wholeMilliseconds, forKey: .minGap)
    }
  }
}

extension Routine: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = try Routine(text: container.decode(String.self))
    } catch let error as RoutineError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
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
