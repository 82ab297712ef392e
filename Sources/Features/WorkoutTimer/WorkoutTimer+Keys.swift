import TerminalUI

extension WorkoutTimer {
  /// The keys while a workout is on the screen.
  public static let keys =
    (WorkoutEditor.keys.pullback(
      state: \.noteEditor, action: { ._internal(.noteEditor(.presented($0))) })
    + ownKeys.map(Action.view).when { $0.noteEditor == nil })
    // In floor mode any key counts a rep, so the error sheet waits until the person leaves it.
    .explainingErrors({ $0.isOnFloor ? nil : $0.errorSheet }) {
      ._internal(.errorSheet(.presented($0)))
    }

  private static let ownKeys: KeyMap<State, Action.View> =
    leaveQuestionKeys.screen("leaving a workout")
    + (floorKeys.screen("floor mode")
    + (idleKeys.screen("around a workout") + workoutKeys.screen("a workout")).when { !$0.isOnFloor })
    .section("A workout")
    .observing(repeats: Action.View.keyRepeated, releases: Action.View.keyReleased)

  /// The answers to the question that Esc asks.
  private static let leaveQuestionKeys = KeyMap<State, Action.View>([
    .init(["s"], "save", .saveButtonTapped, name: "save-workout", when: \.isAskingToLeave),
    .init([.delete, .backspace], "discard", .discardButtonTapped, when: \.isAskingToLeave),
    .init([.escape], "keep going", .stayButtonTapped, when: \.isAskingToLeave),
  ]).section("Ending a workout")

  /// The keys in floor mode, where a person hits the keyboard with a hand or a nose: any key counts a rep.
  ///
  /// After the end of the workout, keys other than Esc do nothing.
  private static let floorKeys: KeyMap<State, Action.View> = [
    .init(
      [.escape], "leave floor mode", .floorButtonTapped, short: "leave floor", when: \.isOnFloor),
    .anyKey(
      "end set", short: "end", when: { $0.isOnFloor && $0.isInProgress && $0.isSetEndedByPress }
    ) {
      .repKeyPressed($0)
    },
    .anyKey("rep", when: { $0.isOnFloor && $0.isInProgress && !$0.isHold && $0.countsRepsNow }) {
      .repKeyPressed($0)
    },
    .anyKey("end hold", short: "end", when: { $0.isOnFloor && $0.isInProgress && $0.isHold }) {
      .repKeyPressed($0)
    },
    .anyKey("nothing, in a rest or after the end", hinted: false, when: \.isOnFloor) {
      .repKeyPressed($0)
    },
  ]

  /// The keys of a running or paused workout: resuming first in a pause, stopping and leaving first while it runs.
  private static let workoutKeys: KeyMap<State, Action.View> = [
    .init(["p"], "resume", .pauseButtonTapped, name: "pause", when: \.canResume),
    .init(
      ["p"], "resume now", .pauseButtonTapped, short: "resume", name: "pause", when: \.isResuming),
    .init(["s"], "stop and save", .stopButtonTapped, short: "stop", when: \.canStop),
    .init([.escape], "leave", .leaveButtonTapped, when: \.canStop),
    .init(
      ["u"], "undo skip", .undoSkipButtonTapped,
      when: { $0.canUndoSkip && !$0.hasEndedOpenSet }),
    .init(
      ["u"], "undo end of set", .undoSkipButtonTapped, short: "undo", name: "undo-skip",
      when: { $0.canUndoSkip && $0.hasEndedOpenSet }),
    .init(
      [.space, .enter, "+"], "end set", short: "end", name: "rep",
      when: { $0.canCount && $0.isSetEndedByPress }
    ) {
      .repKeyPressed($0)
    },
    .init(
      [.space, .enter, "+"], "rep",
      when: { ($0.canCount && $0.countsRepsNow || $0.isResuming) && !$0.isHold }
    ) {
      .repKeyPressed($0)
    },
    .init(
      [.space, .enter, "+"], "nothing in a rest or a pause", name: "rep", hinted: false,
      when: { $0.canResume || $0.canCount && !$0.isHold }
    ) {
      .repKeyPressed($0)
    },
    .init(
      [.space, .enter, "+"], "end hold", short: "end", name: "rep",
      when: { $0.canCount && $0.isHold }
    ) {
      .repKeyPressed($0)
    },
    // Not hinted, because the question is answered by other keys in the first two seconds of a hold.
    .init(
      [.space, .enter, "+"], "end hold", name: "rep", hinted: false,
      when: { $0.isRunning && $0.isHold && $0.isAskingToLeave }
    ) {
      .repKeyPressed($0)
    },
    .init(["p"], "pause", .pauseButtonTapped, when: \.canCount),
    .init(
      ["n"], "end set", .skipButtonTapped, short: "end set", name: "next-round",
      when: { $0.canSkip && $0.isInOpenSet && !$0.isInOpenHold }),
    .init(["n"], "next round", .skipButtonTapped, short: "next", when: \.canSkip),
    .init(
      ["-"], "undo rep", .decrementRepTapped, when: \.canRemoveRep),
    .init(
      ["f"], "floor mode", .floorButtonTapped, short: "floor",
      when: { ($0.isRunning || $0.isPreparing) && !$0.isAskingToLeave }),
  ]

  /// The keys before the start and after the end.
  private static let idleKeys: KeyMap<State, Action.View> = [
    .init(["s", .enter], "start", .startButtonTapped, when: { $0.phase == .idle }),
    .init(["s", .enter], "start now", .startButtonTapped, name: "start", when: \.isPreparing),
    .init([.escape], "back", .leaveButtonTapped, when: { $0.phase == .idle || $0.isPreparing }),
    .init([.enter], "try again", .saveButtonTapped, when: \.isNotSaved),
    .init(["s"], "next set", .nextSetButtonTapped, when: { $0.isSaved && $0.purpose == nil }),
    .init([.delete, .backspace], "discard", .deleteButtonTapped, when: \.isUnscored),
    .init([.escape, .enter], "back", when: \.isOver) { .backKeyPressed($0) },
    .init(["R"], "rest", .restButtonTapped, when: { $0.canRest && !$0.isResting }),
    .init(["R"], "end rest", .restButtonTapped, name: "rest", when: \.isResting),
    .init(["e"], "note", .noteButtonTapped, when: \.isSaved),
  ]
}

extension WorkoutTimer.State {
  var isPreparing: Bool { if case .preparing = phase { true } else { false } }

  var isNotSaved: Bool { if case .notSaved = phase { true } else { false } }

  /// Whether the workout has ended, saved or not.
  var isOver: Bool {
    switch phase {
    case .saved, .notSaved: true
    case .idle, .preparing, .running, .paused, .saving, .discarding: false
    }
  }

  var canCount: Bool { isRunning && !isAskingToLeave }

  var canResume: Bool { isPaused && !isAskingToLeave && !isResuming }

  var canStop: Bool { isUnderWay && !isAskingToLeave }

  var canRemoveRep: Bool { canStop && !isHold && !log.isEmpty }
}
