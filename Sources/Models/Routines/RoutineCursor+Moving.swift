// The mutations of a cursor. Each takes O(depth) time, where the depth is at most eight, and allocates nothing.
extension RoutineCursor {
  /// Counts a rep, which may end the set. The end of a distance isn't a rep.
  mutating func countRep(at instant: Int64, _ onEvent: (Event) -> Void) {
    if isFinished {
      // A rep at the last instant of the workout counts.
      guard isEndedByClock, instant == end else { return }
      isFinished = false
    }
    stepReps += 1
    let instruction = program.instructions[index]
    if instruction.isDistance {
      distanceCount += 1
    } else {
      for loop in 0..<depth { roundReps[loop] += 1 }
    }
    if instruction.kind == .work, instruction.reps > 0, stepReps >= instruction.reps {
      complete(at: instant, onEvent)
    }
  }

  /// Ends the current set or rest; during a set of an AMRAP, ends the round instead.
  ///
  /// A round that hasn't begun can't be skipped. A set that only a key ends is done, not skipped.
  mutating func passSkip(at instant: Int64, _ onEvent: (Event) -> Void) {
    guard !isFinished else { return }
    let instruction = program.instructions[index]
    guard
      instruction.kind == .work, !instruction.isOpenSet,
      let group = (0..<depth).last(where: { program.loops[Int(loops[$0])].isGroup }),
      program.loops[Int(loops[group])].rounds == nil
    else { return complete(at: instant, isSkipped: !instruction.isOpenSet, onEvent) }
    guard roundReps[group] > 0 || start > roundStarts[group] else { return }
    endSet(at: instant, isSkipped: true, onEvent)
    depth = group + 1
    move(to: program.loops[Int(loops[group])].end, at: instant, isSkipped: true, onEvent)
  }

  /// Ends the set, rest or round that the clock ends at the deadline.
  mutating func passDeadline(_ onEvent: (Event) -> Void) {
    let instant = deadline
    guard deadlineLoop >= 0 else {
      complete(at: instant, isByClock: true, onEvent)
      return
    }
    let position = deadlineLoop
    let loop = program.loops[Int(loops[position])]
    let isLast = loop.rounds.map { completedRounds[position] + 1 >= $0 } ?? true
    if isLast, finishes(before: loop.end + 1, inside: position) {
      finish(at: instant, isByClock: true, onEvent)
      return
    }
    endSet(at: instant, isSkipped: false, onEvent)
    depth = position + 1
    if loop.rounds != nil { endRound(of: position, at: instant, isSkipped: false, onEvent) }
    if isLast {
      depth = position
      move(to: loop.end + 1, at: instant, onEvent)
    } else {
      move(to: loop.first, at: instant, onEvent)
    }
  }

  /// Ends the current instruction.
  mutating func complete(
    at instant: Int64, isByClock: Bool = false, isSkipped: Bool = false, _ onEvent: (Event) -> Void
  ) {
    if program.instructions[index].kind == .end {
      // The person starts the next round early, so the rounds after it start earlier too.
      if case .every(let interval, _) = program.loops[Int(loops[depth - 1])].repetition {
        let rounds = Int64(completedRounds[depth - 1]) + 1
        loopStarts[depth - 1] = instant - interval.wholeMilliseconds * rounds
      }
      updateDeadline()
      return passDeadline(onEvent)
    }
    if finishes(before: index + 1, inside: depth) {
      return finish(at: instant, isByClock: isByClock, isSkipped: isSkipped, onEvent)
    }
    endSet(at: instant, isSkipped: isSkipped, onEvent)
    move(to: index + 1, at: instant, isSkipped: isSkipped, onEvent)
  }

  /// Moves to an instruction, or to the first one after it that takes time.
  mutating func move(
    to target: Int, at instant: Int64, isSkipped: Bool = false, _ onEvent: (Event) -> Void
  ) {
    if !program.instructions[index].hasReps { repsStart = instant }
    index = target
    start = instant
    stepReps = 0
    while true {
      let instruction = program.instructions[index]
      switch instruction.kind {
      case .work, .rest, .stop:
        return updateDeadline()
      case .begin:
        loops[depth] = Int32(instruction.index)
        completedRounds[depth] = 0
        loopStarts[depth] = instant
        roundStarts[depth] = instant
        roundReps[depth] = 0
        depth += 1
        index += 1
      case .end:
        let loop = program.loops[instruction.index]
        // The cursor waits here until the clock starts the next round.
        if case .every = loop.repetition { return updateDeadline() }
        endRound(of: depth - 1, at: instant, isSkipped: isSkipped, onEvent)
        if let rounds = loop.rounds, completedRounds[depth - 1] >= rounds {
          depth -= 1
          index += 1
        } else {
          index = loop.first
        }
      }
    }
  }

  /// Ends a round, and begins the next one, if any.
  private mutating func endRound(
    of position: Int, at instant: Int64, isSkipped: Bool, _ onEvent: (Event) -> Void
  ) {
    reportRound(of: position, at: instant, isSkipped: isSkipped, onEvent)
    completedRounds[position] += 1
    roundStarts[position] = instant
    roundReps[position] = 0
  }

  /// Ends the workout. The position stays in the last set.
  private mutating func finish(
    at instant: Int64, isByClock: Bool, isSkipped: Bool = false, _ onEvent: (Event) -> Void
  ) {
    endSet(at: instant, isSkipped: isSkipped, onEvent)
    // The round that a time limit interrupts isn't complete.
    if depth > 0, program.loops[Int(loops[0])].rounds != nil {
      reportRound(of: 0, at: instant, isSkipped: isSkipped, onEvent)
    }
    isFinished = true
    isEndedByClock = isByClock
    end = instant
  }

  /// Returns whether only rests are left before the end of the workout.
  ///
  /// - Parameters:
  ///   - target: The next instruction.
  ///   - depth: The number of loops around it.
  private func finishes(before target: Int, inside depth: Int) -> Bool {
    guard program.instructions[target].isTail else { return false }
    for position in 0..<depth {
      guard
        let rounds = program.loops[Int(loops[position])].rounds,
        completedRounds[position] + 1 >= rounds
      else { return false }
    }
    return true
  }

  private mutating func updateDeadline() {
    deadline = .max
    deadlineLoop = -1
    // If several loops end at the same instant, the outermost one counts.
    for position in 0..<depth {
      let instant: Int64
      switch program.loops[Int(loops[position])].repetition {
      case .times: continue
      case .within(let limit): instant = loopStarts[position] + limit.wholeMilliseconds
      case .every(let interval, _):
        instant =
          loopStarts[position]
          + interval.wholeMilliseconds * Int64(completedRounds[position] + 1)
      }
      if instant < deadline { (deadline, deadlineLoop) = (instant, position) }
    }
    let time = program.instructions[index].time
    if time > 0, start + time < deadline { (deadline, deadlineLoop) = (start + time, -1) }
  }

  private func endSet(at instant: Int64, isSkipped: Bool, _ onEvent: (Event) -> Void) {
    let instruction = program.instructions[index]
    guard instruction.kind == .work else { return }
    onEvent(
      .set(instruction.index, reps: stepReps, from: start, to: instant, isSkipped: isSkipped))
  }

  private func reportRound(
    of position: Int, at instant: Int64, isSkipped: Bool, _ onEvent: (Event) -> Void
  ) {
    guard position == 0 else { return }
    onEvent(
      .round(
        reps: Int(roundReps[0]), from: roundStarts[0], to: instant, isSkipped: isSkipped))
  }
}
