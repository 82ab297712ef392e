import HistoryFeatures
import Models
import SharedFeatures
import TerminalUI

extension WorkoutTimer {
  /// The keys that apply while a workout with counted reps is on the screen.
  public static let keys =
    (plannedSetKeys.section("A training plan").screen("between sets").map(Action.view)
    .when { $0.destination == nil }
    + WorkoutEditor.keys.presented(
      \.destination?.noteEditor, action: \.destination.presented.noteEditor)
    + countingKeys.map(Action.view).when { $0.destination == nil })
    // In floor mode any key counts a rep, so the error sheet waits until floor mode ends.
    .explainingErrors(\.errorSheetOutsideFloorMode, action: \.errorSheet.presented)

  private static let countingKeys: KeyMap<State, Action.View> =
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

  // MARK: - Counting

  /// The keys that start the next set of a training plan.
  ///
  /// Keys that count reps start the set only after the rest, so that an extra press at the end of a set starts nothing.
  private static let plannedSetKeys: KeyMap<State, Action.View> = [
    .init(
      ["s", "n"], "next set", .nextSetButtonTapped,
      when: { $0.nextPlannedSet != nil && !$0.isOnFloor }),
    .init(
      [.space, .enter], "next set", .nextSetButtonTapped,
      when: { $0.nextPlannedSet != nil && $0.rest?.isResting == false && !$0.isOnFloor }),
  ]

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

  /// The keys of a running or paused workout. The first keys resume, stop or leave it.
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
    // This key isn't hinted: an early press in a hold opens a question, and the hints are its answers.
    .init(
      [.space, .enter, "+"], "end hold", name: "rep", hinted: false,
      when: { $0.isRunning && $0.isHold && $0.isAskingToLeave }
    ) {
      .repKeyPressed($0)
    },
    .init(["p"], "pause", .pauseButtonTapped, when: { $0.canCount && $0.rivals == nil }),
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
    .init(["s", .enter], "start", .startButtonTapped, when: { $0.phase == .ready }),
    .init(
      ["s", .enter], "start now", .startButtonTapped, name: "start",
      when: { $0.isPreparing && $0.rivals == nil }),
    .init([.escape], "back", .leaveButtonTapped, when: { $0.phase == .ready || $0.isPreparing }),
    .init([.enter], "try again", .saveButtonTapped, when: \.isNotSaved),
    .init(["s"], "next set", .nextSetButtonTapped, when: { $0.hasNextSet && $0.purpose == nil }),
    .init([.delete, .backspace], "discard", .deleteButtonTapped, when: \.isUnscored),
    .init([.escape, .enter], "back", when: \.isOver) { .backKeyPressed($0) },
    .init(["R"], "rest", .restButtonTapped, when: { $0.canRest && !$0.isResting }),
    .init(["R"], "end rest", .restButtonTapped, name: "rest", when: \.isResting),
    .init(["e"], "note", .noteButtonTapped, when: \.isSaved),
  ]

  // MARK: - Lifting

  /// The keys of a strength session.
  ///
  /// While nothing is typed, letters are commands, except the ones that a set can begin with.
  public static let liftingKeys =
    (Picker.keys("Choosing an exercise").presented(
      \.destination?.exercisePicker, action: \.destination.presented.exercisePicker)
    + (leaveQuestionKeys.screen("leaving a session")
    + unitKeys.screen("the unit of weights").map(Action.View.lifting)
    + (entryKeys.screen("a typed set").when(\.hasEntry)
    + sessionKeys.screen("a session").when { !$0.hasEntry })
    .section("Sets with weights").when { !$0.isAskingToLeave && !$0.isAskingForUnit })
    .map(Action.view).when { $0.destination == nil })
    .explainingErrors(\.errorSheet, action: \.errorSheet.presented)

  /// The answers to the question about the unit, which is asked after the first weight without a unit.
  private static let unitKeys = KeyMap<State, Action.Lift>([
    .init(["k"], "kilograms", .unitChosen(.kilograms), when: \.isAskingForUnit),
    .init(["l"], "pounds", .unitChosen(.pounds), when: \.isAskingForUnit),
    .init([.escape], "back", .unitQuestionClosed, when: \.isAskingForUnit),
  ]).section("Sets with weights")

  private static let entryKeys: KeyMap<State, Action.View> =
    [
      .init([.enter], "save weight", .lifting(.saveSetButtonTapped), when: \.isTypingBody),
      .init([.enter], "save set", .lifting(.saveSetButtonTapped)),
      .init(
        [.escape], "keep set", .lifting(.entryCleared), name: "clear", when: \.isEditingSet),
      .init([.escape], "clear", .lifting(.entryCleared)),
      .init(
        ["u"], "undo", .lifting(.undoButtonTapped), when: { $0.canUndoSet && $0.hasUndoneText }),
    ]
    + .textEditing("type", for: .numbers, { .lifting(.entryEdited($0)) }) {
      $0.lifting?.entry ?? ""
    }

  private static let setPair = KeyPair("sets")
  private static let variationPair = KeyPair("easier/harder")

  private static let sessionKeys: KeyMap<State, Action.View> = [
    .init(
      [.enter], "edit set", .lifting(.editSetButtonTapped), short: "edit", when: \.hasSelectedSet),
    .init(
      ["d", .delete], "delete set", .lifting(.deleteSetButtonTapped), short: "delete",
      when: \.hasSelectedSet),
    .init([.escape], "deselect", .lifting(.entryCleared), when: \.hasSelectedSet),
    .init(
      [.enter], "save set", .lifting(.saveSetButtonTapped),
      when: { $0.phase == .running && !$0.isPlanDone }),
    .init([.enter], "done", .saveButtonTapped, when: { $0.phase == .running && $0.isPlanDone }),
    .init([.enter], "try again", .saveButtonTapped, when: \.isNotSaved),
    .init(
      ["s"], "finish and save", .saveButtonTapped, short: "finish",
      when: \.isUnderWay),
    .init([.escape], "leave", .leaveButtonTapped, when: { !$0.isSaving }),
    .init(
      [.up], "set above", .lifting(.selectionMoved(by: -1)), pair: setPair, when: \.canSelectSet),
    .init(
      [.down], "set below", .lifting(.selectionMoved(by: 1)), pair: setPair, when: \.canSelectSet),
    .init(
      ["n"], "next exercise", .lifting(.nextButtonTapped), short: "next", when: \.hasNextExercise),
    .init(["a"], "exercise", .lifting(.exerciseButtonTapped), when: { $0.phase == .running }),
    .init(
      [.left], "easier", .lifting(.variationMoved(by: -1)), pair: variationPair,
      when: { $0.hasVariation(by: -1) }),
    .init(
      [.right], "harder", .lifting(.variationMoved(by: 1)), pair: variationPair,
      when: { $0.hasVariation(by: 1) }),
    .init(["W"], "warm-up", .lifting(.warmUpButtonTapped), when: \.hasWarmUp),
    .init(["u"], "undo", .lifting(.undoButtonTapped), when: \.canUndoSet),
    .init(["R"], "end rest", .restButtonTapped, name: "rest", when: \.isResting),
    .init(["R"], "rest", .restButtonTapped, when: { $0.canRest && !$0.isResting }),
    .init(
      ["b"], "body weight", .lifting(.bodyButtonTapped), hinted: false,
      when: { $0.phase == .running }),
    .text(
      "type a set", for: .numbers, characters: "0-9 + - w x", where: SetEntry.canBegin(with:),
      { .lifting(.entryEdited(.typed($0))) },
      when: { $0.phase == .running }),
  ]
}

extension WorkoutTimer.State {
  fileprivate var errorSheetOutsideFloorMode: ErrorHandling.State? { isOnFloor ? nil : errorSheet }

  fileprivate var hasEntry: Bool { lifting?.entry.isEmpty == false || isEditingSet || isTypingBody }

  /// Whether the entry has the text of the set that was undone, which typing replaces.
  fileprivate var hasUndoneText: Bool {
    lifting.map { $0.focus == .nextSet && $0.entry.isDefault } ?? false
  }

  fileprivate var isTypingBody: Bool { lifting?.focus == .body }

  fileprivate var isEditingSet: Bool {
    if case .editor = lifting?.focus { true } else { false }
  }

  fileprivate var hasSelectedSet: Bool {
    if case .set = lifting?.focus { phase == .running } else { false }
  }

  fileprivate var isAskingForUnit: Bool { lifting?.isAskingForUnit == true }

  fileprivate var isPlanDone: Bool { lifting?.isPlanDone == true }

  fileprivate var canSelectSet: Bool {
    phase == .running && lifting.map { $0.offers.count > 1 || !$0.sets.isEmpty } == true
  }

  fileprivate var canUndoSet: Bool { phase == .running && lifting?.log.lastSetChange != nil }

  fileprivate var hasWarmUp: Bool { phase == .running && lifting?.warmUpSet != nil }

  fileprivate var hasNextExercise: Bool { phase == .running && lifting?.nextExercise != nil }

  fileprivate func hasVariation(by offset: Int) -> Bool {
    phase == .running && lifting?.variation(by: offset) != nil
  }
}
