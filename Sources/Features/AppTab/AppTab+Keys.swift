import TerminalUI

extension AppTab {
  /// Every key of the app: the one table behind the handler, the hint bar and the help.
  public static let keys: KeyMap<State, Action> =
    interruptKeys.map(Action.view)
    + quitAlertKeys.screen("quitting").section("Leaving").map(Action.view)
    + (offerKeys.screen("an offer").section("An unfinished workout").when {
      $0.isShowingOffer && !$0.isShowingHelp
    }
    + helpKeys.screen("help").section("Help").map(Action.view)
    + (settingsKeys.when { !$0.isShowingOffer }
    + screenKeys.when {
      !$0.isShowingSettings && $0.settingsSheet == nil && $0.offeredWorkout == nil
    }).when { !$0.isShowingHelp }
    + (tabKeys.map(Action.view) + hiddenRestKeys.when { !$0.isTyping }
    + (typingKeys.screen("a text").section("While text is typed").when(\.isTyping)
    + globalKeys.when { !$0.isTyping }).map(Action.view)).when { !$0.isFullScreen })
    .when { !$0.isAskingToQuit }

  /// Works whatever is on top, and whatever the settings say.
  private static let interruptKeys: KeyMap<State, Action.View> = [
    .init([.control("c")], "save and quit", .terminationRequested, name: "", hinted: false)
  ]

  /// A question is on top of everything.
  private static let quitAlertKeys: KeyMap<State, Action.View> = [
    .init(
      ["s"], "save and quit", .quitConfirmed, name: "save-and-quit", when: \.isAskingToQuit),
    .init([.escape], "keep going", .quitCancelled, when: \.isAskingToQuit),
  ]

  /// The sheet about the settings file comes before whatever is on the screen at the start.
  private static let settingsKeys: KeyMap<State, Action> =
    SettingsEditor.keys.pullback(
      state: { $0.isShowingSettings || $0.settingsSheet != nil ? $0.settings : nil },
      action: { ._internal(.settings($0)) })

  /// An unfinished workout is offered.
  private static let offerKeys: KeyMap<State, Action> = CrashResume.keys.pullback(
    state: { $0.offeredWorkout == nil ? nil : $0.crashResume },
    action: { ._internal(.crashResume($0)) })

  private static let helpKeys: KeyMap<State, Action.View> =
    ([.init(["?", .escape, .enter], "close help", .helpButtonTapped)]
    + .listNavigation(Action.View.helpRowMoved)).when(\.isShowingHelp)

  // Conditions instead of absent states, so that a workout behind another tab hears of keys that go up.
  private static let screenKeys: KeyMap<State, Action> =
    Workouts.keys.pullback(state: \.workouts, action: { ._internal(.workouts($0)) })
    .when { $0.selectedTab == .workouts }
    + Leaderboard.keys.pullback(
      state: { $0.selectedTab == .leaderboard ? $0.leaderboard : nil },
      action: { ._internal(.leaderboard($0)) })
    + Profile.keys.pullback(
      state: { $0.selectedTab == .profile ? $0.profile : nil },
      action: { ._internal(.profile($0)) })

  /// A rest goes on while something else is shown.
  private static let hiddenRestKeys: KeyMap<State, Action> = RestTimer.keys.pullback(
    state: { $0.hiddenRest == nil ? nil : $0.rest }, action: { ._internal(.rest($0)) })

  /// Also while text is typed: the rows of a field take the digits, and a tap on a tab still means the tab.
  private static let tabKeys: KeyMap<State, Action.View> = [
    .init(["1"], "workouts", .selectedTabChanged(.workouts), hinted: false),
    .init(["2"], "leaderboard", .selectedTabChanged(.leaderboard), hinted: false),
    .init(["3"], "profile", .selectedTabChanged(.profile), hinted: false),
  ]

  private static let globalKeys: KeyMap<State, Action.View> = [
    .init([.tab], "next tab", .nextTabButtonTapped, hinted: false),
    .init([.backTab], "previous tab", .previousTabButtonTapped, hinted: false),
    .init([","], "settings", .settingsButtonTapped, hinted: false, when: \.canShowSettings),
    .init(["q"], "quit", .quitButtonTapped),
    .init(["?"], "help", .helpButtonTapped),
  ]

  /// Works while text is typed, where `,` and `?` are a part of it.
  private static let typingKeys: KeyMap<State, Action.View> = [
    .init([.tab], "next tab", .nextTabButtonTapped, hinted: false, when: \.isSearching),
    .init(
      [.backTab], "previous tab", .previousTabButtonTapped, hinted: false, when: \.isSearching),
    .init([.function(2)], "settings", .settingsButtonTapped, when: \.canShowSettings),
    .init([.function(1)], "help", .helpButtonTapped),
  ]
}

extension AppTab.State {
  /// Whether what is typed narrows a list. In a form Tab belongs to the fields.
  fileprivate var isSearching: Bool {
    guard !isShowingSettings else { return false }
    return switch selectedTab {
    case .workouts: workouts.destination == nil && workouts.isSearching
    case .leaderboard: leaderboard.destination?.picker != nil
    case .profile: false
    }
  }
}

extension KeyMap where State == AppTab.State, Action == AppTab.Action {
  /// The keys that would work in `state` without the help on top of it.
  func help(in state: State) -> [Hint] {
    var state = state
    state.overlay = nil
    return rows(in: state).map { Hint($0.keyNames, $0.label, name: $0.name) }
  }
}
