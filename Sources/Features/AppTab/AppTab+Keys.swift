import TerminalUI

extension AppTab {
  /// Every key of the app: the one table behind the handler, the hint bar and the help.
  public static let keys: KeyMap<State, Action> =
    interrupt + answers
    + (ofTab.when { !$0.isShowingHelp } + everywhere.when { !$0.isTyping })
    .when { !$0.isAskingToQuit }

  /// Works whatever is on top.
  static let interrupt: KeyMap<State, Action> = [
    .init([.control("c")], "save and quit", .terminationRequested, hinted: false)
  ]

  /// A question or the help is on top of everything.
  private static let answers: KeyMap<State, Action> = [
    .init([.enter], "save and quit", .quitConfirmed, when: \.isAskingToQuit),
    .init([.escape], "go on", .quitCancelled, when: \.isAskingToQuit),
    .init(["?", .escape, .enter], "close help", .helpButtonTapped, when: \.isShowingHelp),
  ]

  private static let ofTab: KeyMap<State, Action> =
    Workouts.keys.pullback(
      state: { $0.selectedTab == .workouts ? $0.workouts : nil }, action: Action.workouts)
    + Leaderboard.keys.pullback(
      state: { $0.selectedTab == .leaderboard ? $0.leaderboard : nil }, action: Action.leaderboard)
    + Profile.keys.pullback(
      state: { $0.selectedTab == .profile ? $0.profile : nil }, action: Action.profile)

  static let everywhere: KeyMap<State, Action> = [
    .init(["1"], "workouts", .selectedTabChanged(.workouts), hinted: false),
    .init(["2"], "leaderboard", .selectedTabChanged(.leaderboard), hinted: false),
    .init(["3"], "profile", .selectedTabChanged(.profile), hinted: false),
    .init([.tab], "next tab", .nextTabButtonTapped, hinted: false),
    .init([.backTab], "previous tab", .previousTabButtonTapped, hinted: false),
    .init(["?"], "help", .helpButtonTapped, hinted: false),
    .init(["q"], "quit", .quitButtonTapped),
  ]
}
