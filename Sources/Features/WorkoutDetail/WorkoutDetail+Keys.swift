import TerminalUI

extension WorkoutDetail {
  /// The keys of a workout's page, of its replay and of the form that corrects it.
  public static let keys =
    (Replay.keys.section("A replay").pullback(
      state: { $0.destination?.replay },
      action: { ._internal(.destination(.presented(.replay($0)))) })
    + WorkoutEditor.keys.pullback(
      state: { $0.destination?.editor },
      action: { ._internal(.destination(.presented(.editor($0)))) })
    + ownKeys.section("A workout's page").map(Action.view).when { $0.destination == nil })
    .explainingErrors(
      { $0.destination?.errorSheet },
      { ._internal(.destination(.presented(.errorSheet($0)))) })

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.enter], "replay", .replayButtonTapped, when: \.canReplay),
    .init([.escape], "back", .closeButtonTapped),
    .init(["g"], "race", .raceButtonTapped, when: \.canRace),
    .init(["s"], "repeat", .repeatButtonTapped, when: { $0.repetition != nil }),
    .init(["e"], "edit", .editButtonTapped, when: \.canEdit),
    .init(["u"], "undo", .undoButtonTapped, when: \.canUndo),
  ]
}
