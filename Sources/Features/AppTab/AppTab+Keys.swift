import TerminalUI

extension AppTab {
  /// Every key of the app: the one table behind the handler, the hint bar and the help.
  public static let keys: KeyMap<State, Action> =
    interrupt + answers.screen("quitting").section("Leaving")
    + (offer.screen("an offer").section("An unfinished workout").when {
      $0.isOffering && !$0.isShowingHelp
    }
    + help.screen("help").section("Help")
    + (ofSettings.when { !$0.isOffering }
    + ofTab.when {
      !$0.isShowingSettings && $0.settingsSheet == nil && $0.offeredWorkout == nil
    }).when { !$0.isShowingHelp }
    + everywhere.when { !$0.isOnFloor && !$0.isTyping }).when { !$0.isAskingToQuit }

  /// Works whatever is on top, and whatever the settings say.
  static let interrupt: KeyMap<State, Action> = [
    .init([.control("c")], "save and quit", .terminationRequested, name: "", hinted: false)
  ]

  /// A question is on top of everything.
  private static let answers: KeyMap<State, Action> = [
    .init([.enter], "save and quit", .quitConfirmed, when: \.isAskingToQuit),
    .init([.escape], "go on", .quitCancelled, when: \.isAskingToQuit),
  ]

  /// The sheet about the settings file comes before whatever is on the screen at the start.
  private static let ofSettings: KeyMap<State, Action> =
    SettingsEditor.keys.pullback(
      state: { $0.isShowingSettings || $0.settingsSheet != nil ? $0.settings : nil },
      action: Action.settings)
  /// An unfinished workout is offered.
  private static let offer: KeyMap<State, Action> = CrashResume.keys.pullback(
    state: { $0.offeredWorkout == nil ? nil : $0.crashResume }, action: Action.crashResume)

  private static let help: KeyMap<State, Action> =
    ([.init(["?", .escape, .enter], "close help", .helpButtonTapped)]
    + .moving(Action.helpRowMoved)).when(\.isShowingHelp)

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
    .init([","], "settings", .settingsButtonTapped, hinted: false, when: \.canShowSettings),
    .init(["?"], "help", .helpButtonTapped, hinted: false),
    .init(["q"], "quit", .quitButtonTapped),
  ]
}
