/// The rules for figures that a person adds to a workout, shared by command lines and forms. An empty text is no figure.
extension ManualEntryRules {
  /// Parses an effort.
  ///
  /// - Throws: ``Problem``.
  public static func effort(_ text: String) throws(Problem) -> Effort? {
    try parse(text, .effort, "must be a number from 1 to 10 in halves, as in 8 or 8.5") {
      Effort($0)
    }
  }

  /// Parses a body weight.
  ///
  /// - Throws: ``Problem``.
  public static func bodyWeight(_ text: String) throws(Problem) -> Weight? {
    try parse(
      text, .bodyWeight,
      "must be from 10 to 700 kg (22.1 to 1543.2 lb) with its unit, as in 82.5kg or 180lb"
    ) {
      Weight(bodyWeight: $0)
    }
  }

  /// Parses a distance.
  ///
  /// - Throws: ``Problem``.
  public static func distance(_ text: String) throws(Problem) -> Distance? {
    try parse(
      text, .distance, "must be up to 1000 km (621.3 mi) with its unit, as in 5km, 500m or 3.1mi"
    ) { Distance($0) }
  }

  /// Parses a number of calories.
  ///
  /// - Throws: ``Problem``.
  public static func calories(_ text: String) throws(Problem) -> Calories? {
    try parse(
      text, .calories, "must be a whole number from 1 to 20000 with its unit, as in 120kcal"
    ) {
      Calories($0)
    }
  }

  private static func parse<Figure>(
    _ text: String, _ field: Problem.Field, _ rule: String, _ parse: (String) -> Figure?
  ) throws(Problem) -> Figure? {
    let typed = text.filter { !$0.isWhitespace }
    guard !typed.isEmpty else { return nil }
    guard let figure = parse(typed) else {
      throw Problem(field: field, rule: "\(rule), not \(text.quoted)")
    }
    return figure
  }
}

extension Challenge {
  /// Whether a distance and calories can be part of a result: there is a set with a distance, or a challenge of one's own
  /// has one that the clock or a key ends.
  public var acceptsDistance: Bool { Self.acceptsDistance(routine.blocks, isCustom: id.isCustom) }

  private static func acceptsDistance(_ blocks: [Routine.Block], isCustom: Bool) -> Bool {
    blocks.contains { block in
      switch block {
      case .rest: false
      case .group(let group): acceptsDistance(group.blocks, isCustom: isCustom)
      case .step(let step):
        switch step.target {
        case .distance: true
        case .time, .max: isCustom
        case .reps: false
        }
      }
    }
  }
}
