import Models

/// The current set, rest or wait of a workout, as displayed. Its text is created only after a change.
public struct RoutinePart: Equatable, Sendable {
  /// The current set; `nil` in a rest or a wait.
  public let step: Routine.Step?
  /// The reps completed in this part.
  let reps: Int
  /// The round, and the number of rounds if it is known; 0 outside of rounds.
  let round: Int
  let roundCount: Int?
  /// Whether the workout has several exercises, so that names are needed.
  let hasSeveralExercises: Bool

  public init(_ cursor: RoutineCursor) {
    step = cursor.step
    // The reps of a timed set are shown with its round instead.
    reps = Self.isTimed(cursor.step) ? 0 : cursor.stepReps
    let round = cursor.round
    self.round = round?.number ?? 0
    roundCount = round?.count
    hasSeveralExercises = cursor.hasSeveralExercises
  }

  /// Whether the clock ends this part.
  public var isTimed: Bool { Self.isTimed(step) }

  private static func isTimed(_ step: Routine.Step?) -> Bool {
    switch step?.target {
    case nil, .time: true
    case .reps, .distance, .max: false
    }
  }

  /// The name at the start of a sentence: `Work`, `Rest`, `Push-ups`.
  public var name: String {
    guard let step else { return "Rest" }
    guard hasSeveralExercises else { return "Work" }
    return step.exercise.capitalizedStart
  }

  /// The name of a set: `Set`, `Push-ups`.
  public var setName: String { hasSeveralExercises ? name : "Set" }

  /// The number of the round: `2/8`, `2`; `nil` outside of rounds.
  public var roundText: String? {
    round > 0 ? "\(round)" + (roundCount.map { "/\($0)" } ?? "") : nil
  }

  /// The title of a timed part: `WORK`, `REST`, `PLANK`.
  public var timedTitle: String { name.uppercased() }

  /// The reps completed in the set, with the goal if there is one: `2/10`, `2`.
  public var repsText: String {
    if case .reps(let goal) = step?.target { return "\(reps)/\(goal)" }
    return "\(reps)"
  }

  /// The exercise with the reps completed in the set, or with another target: `sit-ups 2/10`, `plank 30s`.
  public var countedTitle: String {
    guard let step else { return name }
    if case .reps = step.target { return "\(step.exercise) \(repsText)" }
    return "\(step.exercise) \(step.target.text)"
  }
}
