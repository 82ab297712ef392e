import Clients
import Models
import ReducerRuntime

/// Rounds that are skipped. Their reps count; no time is gained.
extension WorkoutTimer {
  /// The time in which a further press skips no further round.
  static let minSkipInterval = Duration.seconds(1)

  /// Goes to the beginning of the next round.
  func skipRound(_ state: inout State) -> Effect<Action> {
    let finished = updateElapsedTime(&state)
    guard state.isRunning else { return finished }
    // A key that is held skips one round alone.
    let isRepeated = state.lastSkipInstant.map { uptime - $0 < Self.minSkipInterval } ?? false
    state.lastSkipInstant = uptime
    guard !isRepeated else { return .none }
    if let plan = state.challenge.intervals { return skipRound(of: plan, &state) }
    if let circuit = state.challenge.circuit { return skipRound(of: circuit, &state) }
    return .none
  }

  /// Sets the clock to the beginning of the next round: the rest of this one is neither worked nor had again.
  private func skipRound(of plan: IntervalPlan, _ state: inout State) -> Effect<Action> {
    let round = plan.position(at: state.elapsedTime).round
    guard round < plan.rounds else {
      state.ignore(.lastRound)
      return .none
    }
    let time = plan.start(ofRound: round + 1) - state.elapsedTime
    state.skippedRounds.append(
      SkippedRound(number: round, reps: plan.reps(ofRound: round, in: state.log), time: time))
    advance(by: time, &state)
    return announce(.start, "Work, round \(round + 1) of \(plan.rounds)", state)
  }

  /// Goes to the first station: the reps that are missing are counted as done by the circuit, and by nothing else.
  private func skipRound(of circuit: Circuit, _ state: inout State) -> Effect<Action> {
    let repCount = state.circuitRepCount
    let done = repCount % circuit.reps
    guard done > 0, state.skips.append(state.lastInstant) else {
      state.ignore(.roundJustStarted)
      return .none
    }
    state.skippedRounds.append(SkippedRound(number: repCount / circuit.reps + 1, reps: done))
    state.ignoredPress = nil
    return .merge(beep(.start, state), store(state))
  }

  /// Takes the last skip back, as long as no rep was counted since.
  func undoSkip(_ state: inout State) -> Effect<Action> {
    let finished = updateElapsedTime(&state)
    guard state.isRunning, state.canUndoSkip else { return finished }
    let skipped = state.skippedRounds.removeLast()
    state.lastSkipInstant = nil
    advance(by: .zero - skipped.time, &state)
    guard state.challenge.circuit != nil else { return .none }
    state.skips.removeLast()
    return store(state)
  }

  private func advance(by time: Duration, _ state: inout State) {
    state.origin -= time
    state.elapsedTime += time
    state.ignoredPress = nil
  }
}

/// A round that was skipped.
struct SkippedRound: Equatable, Sendable {
  let number: Int
  /// The reps that were done of it, which count.
  let reps: Int
  /// The time that was skipped; none in a circuit.
  var time = Duration.zero
  /// Whether a rep was counted or removed since: there is no way back.
  var isFinal = false

  /// What it means for the score; short enough for a narrow terminal.
  var sentence: String {
    switch reps {
    case 0: "Round \(number) skipped without a rep"
    case 1: "Round \(number) skipped, its rep counts"
    default: "Round \(number) skipped, its \(reps) reps count"
    }
  }
}

extension WorkoutTimer.State {
  /// Whether there are rounds that can be skipped.
  var canSkip: Bool {
    canCount && self.set == nil && (challenge.intervals != nil || challenge.circuit != nil)
  }

  var canUndoSkip: Bool { canCount && skippedRounds.last?.isFinal == false }

  /// The time of skips that can still be taken back. It is not stored: a stored workout never gets shorter.
  var undoableSkipTime: Duration {
    guard skippedRounds.last?.isFinal == false else { return .zero }
    return skippedRounds.reduce(.zero) { $1.isFinal ? $0 : $0 + $1.time }
  }

  /// The reps by which a circuit knows its place: those that were done, and those that were skipped.
  var circuitRepCount: Int {
    challenge.circuit?.repsIncludingSkipped(in: log, skips: skips) ?? log.count
  }

  /// The time of the last look at the clock, or of a rep or a skip a little past it.
  var lastInstant: Duration {
    max(elapsedTime, log.last ?? .zero, skips.last ?? .zero)
  }

  /// The number of rounds skipped of an interval plan; those of a circuit are told by its rounds.
  var skippedIntervalCount: Int { challenge.intervals == nil ? 0 : skippedRounds.count }

  /// Makes what was skipped final.
  mutating func finalizeSkips() {
    guard skippedRounds.last?.isFinal == false else { return }
    for index in skippedRounds.indices { skippedRounds[index].isFinal = true }
  }
}
