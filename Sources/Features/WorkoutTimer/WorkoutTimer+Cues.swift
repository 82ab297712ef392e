import Models
import ReducerRuntime

// The cues of a running workout, by the clock and by reps.
extension WorkoutTimer {
  /// Gives a cue. A command that fails is reported after the workout.
  func cue(_ cue: Cue, _ text: String, _ state: State) -> Effect<Action> {
    .cue(cue, text, state.options) { ._internal(.cueFailed($0)) }
  }

  /// Gives the cue that has become due since the last tick, if any.
  func giveDueCue(_ state: inout State) -> Effect<Action> {
    guard let due = state.dueCue else { return .none }
    state.dueCue = nil
    return switch due {
    case .part: announcePart(state)
    case .time(let due): cue(due.cue, due.spokenText, state)
    }
  }

  /// Announces the current set or rest.
  func announcePart(_ state: State) -> Effect<Action> {
    guard let cursor = state.cursor else { return .none }
    let round = cursor.round.map { ", round \($0.number)" + ($0.count.map { " of \($0)" } ?? "") }
    return .merge(
      cuePart(state), .notify(RoutinePart(cursor).name + (round ?? ""), state.options))
  }

  /// Gives the cues of the current set or rest. The person is at the keyboard, so there is no notification.
  func cuePart(_ state: State) -> Effect<Action> {
    guard let cursor = state.cursor else { return .none }
    let text = cursor.spokenText
    return .merge(cue(cursor.step == nil ? .rest : .work, text, state), cue(.say, text, state))
  }

  /// Gives the cue for the last rep, if it has one.
  func cueRep(_ state: State) -> Effect<Action> {
    guard let due = state.cueForLastRep else { return .none }
    let text = due == .half ? "half" : "\(state.cursor?.stepReps ?? state.repCount)"
    return cue(due, text, state)
  }
}

/// A cue that is due, in a form that needs no text until it is given.
enum DueCue: Equatable, Sendable {
  /// The clock has begun a set or a rest.
  case part
  case time(CueSpan.Due)
}

extension WorkoutTimer.State {
  /// The part of the workout that the clock ends next, if it ends one.
  private var cueSpan: CueSpan? {
    if let cursor { return cursor.cueSpan }
    return timeLimit.map { CueSpan(start: .zero, end: $0) }
  }

  /// The cue for the last rep, if it has one.
  fileprivate var cueForLastRep: Cue? {
    guard let cursor else {
      return Cue.forRep(repCount, of: repGoal, every: options.countInterval)
    }
    var goal: Int?
    if case .reps(let reps) = cursor.step?.target { goal = reps }
    return Cue.forRep(cursor.stepReps, of: goal, every: options.countInterval)
  }

  /// Advances the position to the elapsed time, and records the cue that is due.
  ///
  /// - Returns: The instant at which the last set ended, if it did.
  /// - Complexity: As ``followRoutine()``.
  mutating func passEvent() -> Duration? {
    let event = nextEvent
    let part = cursor?.stepStart
    let end = followRoutine()
    if cursor?.stepStart != part {
      if ignoredPress == .notCounted { ignoredPress = nil }
      dueCue = .part
    } else if let due = cueSpan?.cue(after: event - .milliseconds(1), through: elapsedTime) {
      dueCue = .time(due)
    }
    return end
  }

  /// Finds the time of the next cue and of the next change of the position.
  mutating func scheduleEvent() {
    let never = Duration.seconds(Int64.max)
    let change = cursor.map { $0.isFinished ? .zero : $0.nextChange ?? never } ?? never
    nextEvent = min(change, cueSpan?.nextInstant(after: elapsedTime) ?? never)
  }
}

extension CueSpan.Due {
  /// The text for a command that speaks.
  var spokenText: String {
    switch cue {
    case .half: "half way"
    case .ten: "ten seconds"
    default: "\(secondsLeft)"
    }
  }
}
