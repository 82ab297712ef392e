import Models
import ReducerRuntime
import TerminalUI

extension StrengthWorkout {
  /// The keys of a strength session.
  ///
  /// While nothing is typed, letters are commands, except the ones that a set can begin with.
  public static let keys =
    (ExercisePicker.keys.pullback(
      state: { $0.destination?.exercisePicker },
      action: { ._internal(.destination(.presented(.exercisePicker($0)))) })
    + (leaveQuestionKeys.screen("leaving a session")
    + unitKeys.screen("the unit of weights")
    + (entryKeys.screen("a typed set").when { !$0.entry.isEmpty }
    + ownKeys.when { $0.entry.isEmpty })
    .section("Sets with weights").when { !$0.isAskingToLeave && !$0.isAskingForUnit })
    .map(Action.view).when { $0.destination == nil })
    .explainingErrors(
      { $0.destination?.errorSheet },
      { ._internal(.destination(.presented(.errorSheet($0)))) })

  /// The answers to the question that Esc asks.
  private static let leaveQuestionKeys = KeyMap<State, Action.View>([
    .init(["s"], "save", .saveButtonTapped, name: "save-workout", when: \.isAskingToLeave),
    .init([.delete, .backspace], "discard", .discardButtonTapped, when: \.isAskingToLeave),
    .init([.escape], "keep going", .stayButtonTapped, when: \.isAskingToLeave),
  ]).section("Ending a workout")

  /// The answers to the question that the first weight without a unit asks.
  private static let unitKeys = KeyMap<State, Action.View>([
    .init(["k"], "kilograms", .unitChosen(.kilograms), when: \.isAskingForUnit),
    .init(["l"], "pounds", .unitChosen(.pounds), when: \.isAskingForUnit),
    .init([.escape], "back", .unitQuestionClosed, when: \.isAskingForUnit),
  ]).section("Sets with weights")

  private static let entryKeys: KeyMap<State, Action.View> =
    [
      .init([.enter], "save set", .saveSetButtonTapped),
      .init([.escape], "clear", .entryCleared),
    ] + .textEditing("type", Action.View.entryEdited) { $0.entry }

  private static let offerPair = KeyPair("other set")
  private static let variationPair = KeyPair("easier/harder")

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.enter], "save set", .saveSetButtonTapped, when: { $0.isActive && !$0.isPlanDone }),
    .init([.enter], "done", .finishButtonTapped, when: { $0.isActive && $0.isPlanDone }),
    .init([.enter], "try again", .finishButtonTapped, when: \.isNotSaved),
    .init(
      ["s"], "finish and save", .finishButtonTapped, short: "finish",
      when: \.isUnderWay),
    .init([.escape], "leave", .leaveButtonTapped, when: { !$0.isSaving }),
    .init([.up], "set above", .offerMoved(by: -1), pair: offerPair, when: \.hasOffers),
    .init([.down], "set below", .offerMoved(by: 1), pair: offerPair, when: \.hasOffers),
    .init(["n"], "next exercise", .nextButtonTapped, short: "next", when: \.canMoveOn),
    .init(["a"], "exercise", .exerciseButtonTapped, when: \.isActive),
    .init(
      [.left], "easier", .variationMoved(by: -1), pair: variationPair,
      when: { $0.isActive && $0.variation(by: -1) != nil }),
    .init(
      [.right], "harder", .variationMoved(by: 1), pair: variationPair,
      when: { $0.isActive && $0.variation(by: 1) != nil }),
    .init(["u"], "undo set", .undoButtonTapped, short: "undo", when: \.isUnderWay),
    .init(["R"], "end rest", .restButtonTapped, name: "rest", when: \.isResting),
    .init(["R"], "rest", .restButtonTapped, when: { $0.isUnderWay && !$0.isResting }),
    .text(
      "type a set", characters: "0-9 + - w x", where: SetEntry.canBegin(with:),
      { .entryEdited(.typed($0)) },
      when: \.isActive),
  ]
}

extension StrengthWorkout.State {
  var isActive: Bool { phase == .active }

  fileprivate var hasOffers: Bool { isActive && offers.count > 1 }

  fileprivate var canMoveOn: Bool { isActive && following != nil }

  fileprivate var isResting: Bool { rest?.isResting == true }
}
