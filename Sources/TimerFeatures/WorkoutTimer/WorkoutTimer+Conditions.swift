import Models

extension WorkoutTimer.State {
  /// Whether the clock is running, or a session accepts sets.
  public var isRunning: Bool {
    switch phase {
    case .running: true
    case .asking(let question): question.pause == nil
    case .ready, .countingDown, .paused, .saving, .discarding, .saved, .notSaved, .resting: false
    }
  }

  public var isPaused: Bool { pause != nil }

  /// The current pause, if the workout is paused.
  var pause: WorkoutTimer.Pause? {
    switch phase {
    case .paused(let pause): pause
    case .asking(let question): question.pause
    case .ready, .countingDown, .running, .saving, .discarding, .saved, .notSaved, .resting: nil
    }
  }

  /// The open question before the workout is left, if any.
  var leaveQuestion: WorkoutTimer.LeaveQuestion? {
    if case .asking(let question) = phase { question } else { nil }
  }

  public var isAskingToLeave: Bool { leaveQuestion != nil }

  /// The running countdown before the workout starts or resumes, if any.
  public internal(set) var countdown: WorkoutTimer.Countdown? {
    get {
      switch phase {
      case .countingDown(let countdown): countdown
      case .paused(let pause): pause.countdown
      case .ready, .running, .asking, .saving, .discarding, .saved, .notSaved, .resting: nil
      }
    }
    set {
      if case .paused(var pause) = phase {
        pause.countdown = newValue
        phase = .paused(pause)
      } else {
        phase = newValue.map { .countingDown($0) } ?? .ready
      }
    }
  }

  /// Whether the countdown before the start is running.
  public var isPreparing: Bool { if case .countingDown = phase { true } else { false } }

  /// Whether the workout is running, paused or counting down.
  var isInProgress: Bool { isRunning || isPaused || isPreparing }

  /// Whether the workout is paused and a countdown to its resumption is running.
  var isResuming: Bool { isPaused && countdown != nil }

  /// Whether the workout is running or paused, so that leaving would end it. A session without a set doesn't count.
  public var isUnderWay: Bool { (isRunning || isPaused) && lifting?.sets.isEmpty != true }

  /// Whether the end of the workout, a note or a deletion is being written.
  public var isSaving: Bool {
    switch phase {
    case .saving, .discarding: true
    case .saved(let finished): finished.change == .note || finished.change == .deletion
    case .ready, .countingDown, .running, .paused, .asking, .notSaved, .resting: false
    }
  }

  /// The saved workout, while it is on the screen.
  var finished: WorkoutTimer.Finished? {
    if case .saved(let finished) = phase { finished } else { nil }
  }

  public var isSaved: Bool { finished != nil }

  /// Whether the workout was done for a training plan and is saved.
  public var isSavedForPlan: Bool { isSaved && purpose != nil }

  /// Whether the workout is saved and there was nothing to score.
  var isUnscored: Bool {
    guard let saved = finished?.saved else { return false }
    return saved.score == nil && saved.impossibilityReason == nil
  }

  /// The workout that could not be saved, and its file.
  public var unsaved: UnsavedWorkout? {
    if case .notSaved(let unsaved) = phase { unsaved } else { nil }
  }

  public var isNotSaved: Bool { unsaved != nil }

  /// Whether the workout has ended, saved or not.
  var isOver: Bool { isSaved || isNotSaved }

  /// Whether the workout must be saved before the program ends.
  public var isUnsaved: Bool { isUnderWay || isNotSaved }

  /// Whether another workout can replace it without losing data.
  public var canBeReplaced: Bool {
    switch phase {
    case .ready, .saved, .resting: true
    case .running: !isUnderWay
    case .countingDown, .paused, .asking, .saving, .discarding, .notSaved: false
    }
  }

  /// Whether a press counts a rep. It doesn't in a rest, or in a timed or open set of a workout for time.
  var countsRepsNow: Bool {
    guard let cursor else { return true }
    return switch cursor.step?.target {
    case .reps, .distance: true
    case .time, .max: challenge.scoring.repGoal == nil
    case nil: false
    }
  }

  /// Whether the score is the time of a hold, without reps.
  var isHold: Bool { !challenge.scoring.countsReps }

  var canCount: Bool { phase == .running }

  var canResume: Bool { isPaused && !isAskingToLeave && !isResuming }

  var canStop: Bool { isUnderWay && !isAskingToLeave }

  var canRemoveRep: Bool { canStop && !isHold && !log.reps.isEmpty }

  /// Whether the workout has parts that can be skipped.
  var canSkip: Bool { canCount && cursor != nil }

  var canUndoSkip: Bool { canCount && skippedParts.last?.isFinal == false }

  /// The time worked, excluding skips that can still be undone, because a stored workout never gets shorter.
  var storedTime: Duration { elapsedTime - undoableSkipTime }

  /// The workout in the form that is stored; `nil` before the start, and for a session without sets.
  var draft: WorkoutDraft? {
    guard let start else { return nil }
    if let lifting {
      guard !lifting.sets.isEmpty else { return nil }
      return WorkoutDraft(
        id: start.id, challenge: .strength, startedAt: start.time, utcOffset: start.utcOffset,
        duration: elapsedTime, log: lifting.log,
        purpose: lifting.plan.map { .plan($0) })
    }
    return WorkoutDraft(
      id: start.id, challenge: challenge.id, startedAt: start.time, utcOffset: start.utcOffset,
      duration: storedTime, log: log, purpose: purpose?.draftPurpose, ghost: ghost)
  }
}
