extension RoutineCursor {
  /// The current exercise; `nil` in a rest, and while the next round is waited for.
  ///
  /// At the end of the workout it is the last one.
  public var step: Routine.Step? {
    let instruction = program.instructions[index]
    return instruction.kind == .work ? program.steps[instruction.index] : nil
  }

  /// The instant since which only reps were done; `nil` in a rest, a distance or a hold.
  public var paceStart: Duration? {
    program.instructions[index].hasReps ? .milliseconds(repsStart) : nil
  }

  /// Whether only a key ends the current set.
  public var isInOpenSet: Bool { program.instructions[index].isOpenSet }

  /// Whether the current set is a hold that only a key ends.
  public var isInOpenHold: Bool { program.instructions[index].isOpenHold }

  /// Whether the key that counts reps ends the current set: a distance, or a hold without a time.
  public var isEndedByPress: Bool { program.instructions[index].isDistance || isInOpenHold }

  /// The instant at which the current set or rest began.
  public var stepStart: Duration { .milliseconds(start) }

  /// The instant at which the clock ends the set, the rest, or a round around it; `nil` if the clock doesn't.
  public var nextChange: Duration? { deadline == .max ? nil : .milliseconds(deadline) }

  /// The instant at which the workout was done; `nil` before.
  public var endInstant: Duration? { isFinished ? .milliseconds(end) : nil }

  /// A round of a group, or a set of an exercise.
  public struct Round: Hashable, Sendable {
    /// The first is 1.
    public let number: Int
    /// The number of rounds; `nil` if only a time limits them.
    public let count: Int?
    /// The reps of the round so far.
    public let reps: Int
    public let start: Duration
  }

  /// The round of the innermost group; `nil` outside of groups.
  public var round: Round? {
    for position in (0..<depth).reversed() {
      if program.loops[Int(loops[position])].isGroup { return round(at: position) }
    }
    return nil
  }

  /// The set of the current exercise; `nil` if it has a single one.
  public var set: Round? {
    guard depth > 0, !program.loops[Int(loops[depth - 1])].isGroup else { return nil }
    return round(at: depth - 1)
  }

  private func round(at position: Int) -> Round {
    Round(
      number: Int(completedRounds[position]) + 1,
      count: program.loops[Int(loops[position])].rounds, reps: Int(roundReps[position]),
      start: .milliseconds(roundStarts[position]))
  }

  /// Whether the routine has more than one exercise.
  public var hasSeveralExercises: Bool { program.hasSeveralExercises }

  /// The part after the current set, rest or wait: a single set of an exercise, or a rest; `nil` at the end.
  ///
  /// - Complexity: O(1).
  public var next: Routine.Block? {
    var copy = self
    copy.complete(at: copy.start + 1) { _ in }
    // A round that is completed before its time is followed by a wait, and that by an exercise.
    if !copy.isFinished, copy.program.instructions[copy.index].kind == .end {
      copy.complete(at: copy.start + 1) { _ in }
    }
    guard !copy.isFinished else { return nil }
    guard var step = copy.step else {
      return .rest(.milliseconds(copy.program.instructions[copy.index].time))
    }
    step.sets = 1
    step.rest = nil
    return .step(step)
  }
}
