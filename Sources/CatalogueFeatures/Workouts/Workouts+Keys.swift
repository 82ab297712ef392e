import HistoryFeatures
import ReducerRuntime
import TerminalUI
import TimerFeatures

extension Workouts {
  /// The keys of the catalogue, and of the open challenge, history, form or list of exercises.
  public static let keys =
    (KeyMap(when: { $0.session != nil }, countingKeys)
    + KeyMap(when: { $0.destination != nil }, screenKeys).when { !$0.hasActiveWorkout }
    + KeyMap(when: { $0.session != nil }, liftingKeys)
    + (KeyMap(when: { $0.destination != nil }, workoutKeys)
    + catalogueKeys.map(Action.view).when { $0.destination == nil })
    .when { !$0.hasActiveWorkout })
    .explainingErrors(\.destination?.errorSheet, action: \.destination.presented.errorSheet)

  private static let countingKeys: KeyMap<State, Action> = WorkoutTimer.keys.presented(
    \.countingWorkout, action: \.session.presented)
  private static let liftingKeys: KeyMap<State, Action> = WorkoutTimer.liftingKeys.presented(
    \.strengthSession, action: \.session.presented)
  private static let workoutKeys: KeyMap<State, Action> = WorkoutDetail.keys.presented(
    \.destination?.workout, action: \.destination.presented.workout)

  /// The keys of the screens that can be open in place of the catalogue.
  private static let screenKeys: KeyMap<State, Action> =
    ChallengeDetail.keys.presented(\.detail, action: \.destination.presented.detail)
    + History.keys.presented(\.destination?.history, action: \.destination.presented.history)
    + Exercises.keys.presented(\.destination?.strength, action: \.destination.presented.strength)
    + Programs.keys.presented(\.destination?.programs, action: \.destination.presented.programs)
    + RaceRoom.keys.presented(\.destination?.race, action: \.destination.presented.race)
    + ChallengeEditor.keys.section("Custom challenge").presented(
      \.destination?.challengeEditor, action: \.destination.presented.challengeEditor)

  private static let catalogueKeys: KeyMap<State, Action.View> =
    (searchKeys + arrowKeys).section("Search").screen("search").when(\.isSearching)
    + (ownKeys.section("Workouts") + .listNavigation(Action.View.selectionMoved).when(\.canMove))
    .when { !$0.isSearching }

  /// The key that ends a rest while another screen is shown.
  public static let restKeys: KeyMap<State, Action> = WorkoutTimer.restKeys.presented(
    \.session, action: \.session.presented)

  private static let ownKeys: KeyMap<State, Action.View> = [
    .init([.enter], "open", .openButtonTapped, when: { $0.selectedChallenge != nil }),
    .init([.escape], "show all", .searchCancelled, when: { !$0.input.isEmpty }),
    .init(
      ["n"], "next session", .nextSessionButtonTapped, short: "next",
      when: { $0.next != nil }),
    .init(["G"], "join race", .joinRaceButtonTapped, when: { $0.races.waiting != nil }),
    .init(["/"], "search", .searchButtonTapped),
    .init(["h"], "history", .historyButtonTapped),
    .init(["W"], "weights", .strengthButtonTapped),
    .init(["P"], "programs", .programsButtonTapped),
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
    ] + .textEditing("search", for: .search, Action.View.searchEdited) { $0.input }

  private static let arrowKeys: KeyMap<State, Action.View> = [
    .init([.up], "up", .selectionMoved(by: -1), pair: .move, when: \.canMove),
    .init([.down], "down", .selectionMoved(by: 1), pair: .move, when: \.canMove),
  ]
}
