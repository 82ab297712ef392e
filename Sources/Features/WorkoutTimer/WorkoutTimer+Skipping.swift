import Clients
import Models
import ReducerRuntime

// Skipping sets, rests and rounds, and ending sets that only a key ends. The reps of a skipped part count, and skipping
// gains no time in a timed workout.
extension WorkoutTimer {
  /// The minimum time between two presses that both skip.
  static let minSkipInterval = Duration.seconds(1)

  /// Skips to the next exercise, or to the next round in as many rounds as possible.
  func skip(_ state: inout State) -> Effect<Action> {
    let finished = updateElapsedTime(&state)
    guard state.isRunning else { return finished }
    // A held key skips only once.
    let isRepeated = state.lastSkipInstant.map { uptime - $0 < Self.minSkipInterval } ?? false
    state.lastSkipInstant = uptime
    guard !isRepeated, let cursor = state.cursor else { return .none }
    return state.challenge.routine.isTimed
      ? skipTime(from: cursor, &state) : skipPart(from: cursor, &state)
  }

  /// Moves the clock to the start of the next exercise.
  private func skipTime(from cursor: RoutineCursor, _ state: inout State) -> Effect<Action> {
    var next = cursor
    repeat {
      guard let change = next.nextChange, !next.isFinished else {
        state.ignore(.lastRound)
        return .none
      }
      next.advance(to: change, log: state.log, skips: state.skips)
    } while next.step == nil
    guard !next.isFinished else {
      state.ignore(.lastRound)
      return .none
    }
    let time = next.stepStart - state.elapsedTime
    state.skippedParts.append(SkippedPart(cursor, time: time))
    advance(by: time, &state)
    return announcePart(state)
  }

  /// Ends the current set, rest or round at this instant, which is stored.
  private func skipPart(from cursor: RoutineCursor, _ state: inout State) -> Effect<Action> {
    guard state.skips.append(state.lastInstant) else {
      state.ignore(.roundJustStarted)
      return .none
    }
    let end = state.followRoutine()
    guard end != nil || state.cursor?.stepStart != cursor.stepStart else {
      state.skips.removeLast()
      state.followRoutine()
      state.ignore(.roundJustStarted)
      return .none
    }
    if let end {
      state.elapsedTime = end
      return self.end(&state)
    }
    state.skippedParts.append(SkippedPart(cursor, time: nil))
    state.ignoredPress = nil
    return .merge(cuePart(state), checkpoint(state))
  }

  /// Undoes the last skip if no rep was counted since.
  func undoSkip(_ state: inout State) -> Effect<Action> {
    let finished = updateElapsedTime(&state)
    guard state.isRunning, state.canUndoSkip else { return finished }
    let skipped = state.skippedParts.removeLast()
    state.lastSkipInstant = nil
    if let time = skipped.time {
      advance(by: .zero - time, &state)
      return .none
    }
    state.skips.removeLast()
    state.ignoredPress = nil
    state.followRoutine()
    return checkpoint(state)
  }

  private func advance(by time: Duration, _ state: inout State) {
    state.origin -= time
    state.elapsedTime += time
    state.ignoredPress = nil
    state.followRoutine()
  }
}

/// A set, a rest or a round that was skipped.
struct SkippedPart: Equatable, Sendable {
  /// `Round 2`, or the name of the exercise.
  let name: String
  /// The reps that were completed in it. They count.
  let reps: Int
  /// The time by which the clock was moved; `nil` if the skip is stored instead.
  let time: Duration?
  /// Whether it is a set that only a key ends, so that it was done and not skipped.
  let isOpenSet: Bool
  /// Whether a rep was counted or removed since, so that the skip can't be undone.
  var isFinal = false

  init(_ cursor: RoutineCursor, time: Duration?) {
    self.time = time
    isOpenSet = cursor.isInOpenSet
    if isOpenSet {
      (name, reps) = (RoutinePart(cursor).setName, cursor.stepReps)
    } else if let round = cursor.round,
      time == nil ? round.count == nil : !cursor.hasSeveralExercises
    {
      name = "Round \(round.number)"
      reps = round.reps
    } else {
      name = RoutinePart(cursor).name
      reps = cursor.stepReps
    }
  }

  /// The effect on the score, short enough for a narrow terminal.
  var sentence: String {
    if isOpenSet { return "\(name) ended" + (reps > 0 ? ", \(reps.repsText)" : "") }
    return switch reps {
    case 0: "\(name) skipped without a rep"
    case 1: "\(name) skipped, its rep counts"
    default: "\(name) skipped, its \(reps) reps count"
    }
  }
}

extension WorkoutTimer.State {
  /// Whether the workout has parts that can be skipped.
  var canSkip: Bool { canCount && cursor != nil }

  /// Whether the last skip ended a set that only a key ends.
  var hasEndedOpenSet: Bool { skippedParts.last?.isOpenSet == true }

  var canUndoSkip: Bool { canCount && skippedParts.last?.isFinal == false }

  /// The time of skips that can still be undone. It isn't stored, because a stored workout never gets shorter.
  var undoableSkipTime: Duration {
    guard skippedParts.last?.isFinal == false else { return .zero }
    return skippedParts.reduce(.zero) { $1.isFinal ? $0 : $0 + ($1.time ?? .zero) }
  }

  /// The time of the last tick, or of a rep or skip a few milliseconds later.
  var lastInstant: Duration {
    // Not of three arguments, whose array would be allocated on every tick.
    max(elapsedTime, max(log.last ?? .zero, skips.last ?? .zero))
  }

  /// The number of parts of a timed workout that were skipped; 0 in others, whose list of rounds includes them.
  var skippedIntervalCount: Int { challenge.routine.isTimed ? skippedParts.count : 0 }

  /// Makes all skips final, so that they can't be undone.
  mutating func finalizeSkips() {
    guard skippedParts.last?.isFinal == false else { return }
    for index in skippedParts.indices { skippedParts[index].isFinal = true }
  }
}
