import Models

/// What a workout is done for, where that is more than itself.
public enum WorkoutPurpose: Equatable, Sendable {
  /// Its result is what a training plan follows from.
  case test
  /// It is a set of a training plan, and ends by itself where the set does.
  case set(PlannedSet)

  /// What is kept of it with an unfinished workout.
  var draftPurpose: WorkoutDraft.Purpose {
    switch self {
    case .test: .test
    case .set(let set): .set(set.number, ofSession: set.session.number)
    }
  }

  /// `Test`, `Set 2/5: 13`, short enough for a narrow terminal.
  var title: String {
    switch self {
    case .test: "Test"
    case .set(let set): "Set \(set.number)/\(set.session.sets): \(set.session.amount.shortText)"
    }
  }
}

extension WorkoutTimer.State {
  /// The set of a plan that this is.
  var set: PlannedSet? {
    if case .set(let set) = purpose { set } else { nil }
  }

  /// The rep with which it ends by itself.
  var repGoal: Int? {
    if case .reps(let reps, _) = set?.session.amount { reps } else { challenge.scoring.repGoal }
  }

  /// What stands beside the challenge's name.
  var heading: String { purpose?.title ?? challenge.shortScoringTitle }
}

extension Challenge {
  /// The challenge as one set of it is timed: a set has no rounds.
  var asSingleSet: Challenge {
    Challenge(
      id: id, name: name, kind: kind, scoring: scoring, summary: summary,
      instructions: instructions,
      minGap: minGap)
  }
}
