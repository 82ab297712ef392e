import Clients
import Models
import ReducerRuntime

// Skipping rounds. The reps of a skipped round count, and skipping gains no time.
extension WorkoutTimer {
  /// The minimum time between two presses that both skip a round.
  static let minSkipInterval = Duration.seconds(1)

  /// Skips to the start of the next round.
  func skipRound(_ state: inout State) -> Effect<Action> {
    let finished = updateElapsedTime(&state)
    guard state.isRunning else { return finished }
    // A held key skips only one round.
    let isRepeated = state.lastSkipInstant.map { uptime - $0 < Self.minSkipInterval } ?? false
    state.lastSkipInstant = uptime
    guard !isRepeated else { return .none }
    if let plan = state.challenge.intervals { return skipRound(of: plan, &state) }
    if let circuit = state.challenge.circuit { return skipRound(of: circuit, &state) }
    return .none
  }

  /// Moves the clock to the start of the next round.
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

  /// Skips to the first station. Only the position in the circuit counts the missing reps as completed.
  private func skipRound(of circuit: Circuit, _ state: inout State) -> Effect<Action> {
    let repCount = state.circuitRepCount
    let done = repCount % circuit.reps
    guard done > 0, state.skips.append(state.lastInstant) else {
      state.ignore(.roundJustStarted)
      return .none
    }
    state.skippedRounds.append(SkippedRound(number: repCount / circuit.reps + 1, reps: done))
    state.ignoredPress = nil
    return .merge(beep(.start, state), checkpoint(state))
  }

  /// Undoes the last skip if no rep was counted since.
  func undoSkip(_ state: inout State) -> Effect<Action> {
    let finished = updateElapsedTime(&state)
    guard state.isRunning, state.canUndoSkip else { return finished }
    let skipped = state.skippedRounds.removeLast()
    state.lastSkipInstant = nil
    advance(by: .zero - skipped.time, &state)
    guard state.challenge.circuit != nil else { return .none }
    state.skips.removeLast()
    return checkpoint(state)
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
  /// The reps that were completed in the round. They count.
  let reps: Int
  /// The skipped time; zero in a circuit.
  var time = Duration.zero
  /// Whether a rep was counted or removed since, so that the skip can't be undone.
  var isFinal = false

  /// The effect on the score, short enough for a narrow terminal.
  var sentence: String {
    switch reps {
    case 0: "Round \(number) skipped without a rep"
    case 1: "Round \(number) skipped, its rep counts"
    default: "Round \(number) skipped, its \(reps) reps count"
    }
  }
}

extension WorkoutTimer.State {
  /// Whether the workout has rounds that can be skipped.
  var canSkip: Bool {
    canCount && self.set == nil && (challenge.intervals != nil || challenge.circuit != nil)
  }

  var canUndoSkip: Bool { canCount && skippedRounds.last?.isFinal == false }

  /// The time of skips that can still be undone. It isn't stored, because a stored workout never gets shorter.
  var undoableSkipTime: Duration {
    guard skippedRounds.last?.isFinal == false else { return .zero }
    return skippedRounds.reduce(.zero) { $1.isFinal ? $0 : $0 + $1.time }
  }

  /// The completed and the skipped reps, which determine the position in a circuit.
  var circuitRepCount: Int {
    challenge.circuit?.repsIncludingSkipped(in: log, skips: skips) ?? log.count
  }

  /// The time of the last tick, or of a rep or skip a few milliseconds later.
  var lastInstant: Duration {
    max(elapsedTime, log.last ?? .zero, skips.last ?? .zero)
  }

  /// The number of skipped rounds of an interval plan; 0 in a circuit, whose list of rounds includes them.
  var skippedIntervalCount: Int { challenge.intervals == nil ? 0 : skippedRounds.count }

  /// Makes all skips final, so that they can't be undone.
  mutating func finalizeSkips() {
    guard skippedRounds.last?.isFinal == false else { return }
    for index in skippedRounds.indices { skippedRounds[index].isFinal = true }
  }
}
