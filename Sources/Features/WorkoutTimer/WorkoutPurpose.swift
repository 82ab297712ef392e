import Models

/// The role of a workout in a training plan.
public enum WorkoutPurpose: Equatable, Sendable {
  /// A test, whose result a training plan is built from.
  case test
  /// A set of a training plan, which ends automatically at its last rep or second.
  case set(PlannedSet)

  /// The form in which it is stored with an unfinished workout.
  var draftPurpose: WorkoutDraft.Purpose {
    switch self {
    case .test: .test
    case .set(let set): .set(set.number, ofSession: set.session.number)
    }
  }

  /// The title: `Test`, `Set 2/5: 13`; short enough for a narrow terminal.
  var title: String {
    switch self {
    case .test: "Test"
    case .set(let set): "Set \(set.number)/\(set.session.sets): \(set.session.amount.shortText)"
    }
  }
}

extension WorkoutTimer.State {
  /// The workout's set of a training plan, if it is one.
  var set: PlannedSet? {
    if case .set(let set) = purpose { set } else { nil }
  }

  /// The number of reps at which the workout ends automatically, if any.
  var repGoal: Int? {
    if case .reps(let reps, _) = set?.session.amount { reps } else { challenge.scoring.repGoal }
  }

  /// The text beside the challenge's name.
  var heading: String { purpose?.title ?? challenge.shortScoringTitle }
}

extension Challenge {
  /// The challenge for timing a single set, which has no rounds.
  var asSingleSet: Challenge {
    Challenge(
      id: id, name: name, kind: kind, scoring: scoring, summary: summary,
      instructions: instructions,
      minGap: minGap)
  }
}
