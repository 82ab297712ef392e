import TerminalUI

extension Workouts {
  /// The keys of the catalogue, and of the open challenge, history, form or list of exercises.
  public static let keys =
    (ChallengeDetail.keys.pullback(
      state: \.detail, action: { ._internal(.destination(.presented(.detail($0)))) })
    + History.keys.pullback(
      state: { $0.destination?.history },
      action: { ._internal(.destination(.presented(.history($0)))) })
    + Exercises.keys.pullback(
      state: { $0.destination?.strength },
      action: { ._internal(.destination(.presented(.strength($0)))) })
    + ChallengeEditor.keys.section("Custom challenge").pullback(
      state: { $0.destination?.challengeEditor },
      action: { ._internal(.destination(.presented(.challengeEditor($0)))) })
    + StrengthWorkout.keys.pullback(
      state: \.session,
      action: { ._internal(.destination(.presented(.strengthWorkout($0)))) })
    + WorkoutDetail.keys.pullback(
      state: { $0.destination?.workout },
      action: { ._internal(.destination(.presented(.workout($0)))) })
    + ((searchKeys + arrowKeys).section("Search").screen("search").when(\.isSearching)
    + (ownKeys.section("Workouts") + .listNavigation(Action.View.selectionMoved).when(\.canMove))
    .when { !$0.isSearching })
    .map(Action.view).when { $0.destination == nil })
    .explainingErrors(
      { $0.destination?.errorSheet },
      { ._internal(.destination(.presented(.errorSheet($0)))) })

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.enter], "open", .openButtonTapped, when: { $0.selectedChallenge != nil }),
    .init([.escape], "show all", .searchCancelled, when: { !$0.input.isEmpty }),
    .init(
      ["n"], "next session", .nextSessionButtonTapped, short: "next",
      when: { $0.nextPlan != nil }),
    .init(["/"], "search", .searchButtonTapped),
    .init(["h"], "history", .historyButtonTapped),
    .init(["W"], "weights", .strengthButtonTapped),
    .init(["a"], "add your own", .addButtonTapped, short: "add"),
    .init(
      ["c"], "copy rounds to your own", .copyButtonTapped, hinted: false,
      when: { $0.selectedChallenge?.hasRounds == true }),
    .init(["e"], "edit your own", .editButtonTapped, when: { $0.selectedCustomChallenge != nil }),
    .init(
      [.delete, "d"], "delete your own", .deleteButtonTapped,
      when: { $0.selectedCustomChallenge != nil }),
    .init(["u"], "undo", .undoButtonTapped, hinted: false),
  ]

  /// The keys while a search is typed. The arrows and Enter still work.
  private static let searchKeys: KeyMap<State, Action.View> =
    [
      .init([.enter], "open", .openButtonTapped, when: { $0.selectedChallenge != nil }),
      .init([.escape], "show all", .searchCancelled),
    ] + .textEditing("search", Action.View.searchEdited) { $0.input }

  private static let arrowKeys: KeyMap<State, Action.View> = [
    .init([.up], "up", .selectionMoved(by: -1), pair: .move, when: \.canMove),
    .init([.down], "down", .selectionMoved(by: 1), pair: .move, when: \.canMove),
  ]
}
