import CatalogueFeatures
import HistoryFeatures
import TerminalUI

extension AppTab {
  /// All keys of the app. The handler, the hint bar and the help use this one table.
  public static let keys: KeyMap<State, Action> =
    interruptKeys.map(Action.view)
    + quitAlertKeys.screen("quitting").section("Quitting").map(Action.view).on(.quitQuestion)
    + KeyMap(when: { $0.keyLayer == .offer }, offerKeys)
    + helpKeys.screen("help").section("Help").map(Action.view).on(.help)
    + contentKeys.on(.content)
    + (tabKeys.map(Action.view)
    + KeyMap(
      if: { !$0.isTyping }, hiddenRestKeys + globalKeys.map(Action.view),
      else: typingKeys.screen("a text").section("While typing").map(Action.view)))
    .when { !$0.isFullScreen && $0.keyLayer != .quitQuestion }

  /// The key that works on every screen and can't be remapped.
  private static let interruptKeys: KeyMap<State, Action.View> = [
    .init([.control("c")], "save and quit", .terminationRequested, name: "", hinted: false)
  ]

  /// The answers to the question before quitting, which covers all other screens.
  private static let quitAlertKeys: KeyMap<State, Action.View> = [
    .init(["s"], "save and quit", .quitConfirmed, name: "save-and-quit"),
    .init([.escape], "keep going", .quitCancelled),
  ]

  /// The keys of the settings, and of their error sheet, which covers other screens at the start.
  private static let settingsKeys: KeyMap<State, Action> =
    SettingsEditor.keys.pullback(state: \.settings, action: { ._internal(.settings($0)) })

  /// The keys of the settings or of the selected tab.
  fileprivate static let contentKeys: KeyMap<State, Action> =
    KeyMap(when: { $0.isShowingSettings || $0.settingsSheet != nil }, settingsKeys)
    + screenKeys.when { !$0.isShowingSettings && $0.settingsSheet == nil }

  /// The answers to the offer of an unfinished workout.
  private static let offerKeys: KeyMap<State, Action> =
    CrashResume.keys.pullback(state: \.crashResume, action: { ._internal(.crashResume($0)) })
    .screen("an offer").section("An unfinished workout")

  private static let helpKeys: KeyMap<State, Action.View> =
    [.init(["?", .escape, .enter], "close help", .helpButtonTapped)]
    + .listNavigation(Action.View.helpRowMoved)

  // The workouts have a condition instead of an optional state, so that a hidden workout receives released keys.
  private static let screenKeys: KeyMap<State, Action> =
    Workouts.keys.pullback(state: \.workouts, action: { ._internal(.workouts($0)) })
    .when { $0.selectedTab == .workouts }
    + KeyMap(when: { $0.selectedTab == .leaderboard }, leaderboardKeys)
    + KeyMap(when: { $0.selectedTab == .profile }, profileKeys)

  private static let leaderboardKeys: KeyMap<State, Action> = Leaderboard.keys.pullback(
    state: \.leaderboard, action: { ._internal(.leaderboard($0)) })

  private static let profileKeys: KeyMap<State, Action> = Profile.keys.pullback(
    state: \.profile, action: { ._internal(.profile($0)) })

  /// The keys of a rest that continues while another screen is shown.
  private static let hiddenRestKeys: KeyMap<State, Action> = Workouts.restKeys.pullback(
    state: { $0.hiddenRest == nil ? nil : $0.workouts }, action: { ._internal(.workouts($0)) })

  /// The keys that select a tab.
  ///
  /// While text is typed, the field's rows receive the digits, but a click still selects a tab.
  private static let tabKeys: KeyMap<State, Action.View> = [
    .init(["1"], "workouts", .selectedTabChanged(.workouts), hinted: false),
    .init(["2"], "leaderboard", .selectedTabChanged(.leaderboard), hinted: false),
    .init(["3"], "profile", .selectedTabChanged(.profile), hinted: false),
  ]

  private static let otherTabKeys: KeyMap<State, Action.View> = [
    .init([.tab], "next tab", .nextTabButtonTapped, hinted: false),
    .init([.backTab], "previous tab", .previousTabButtonTapped, hinted: false),
  ]

  private static let globalKeys =
    otherTabKeys + [
      // The hint is shown only in the profile, which has room for it and where people look for settings.
      .init(
        [","], "settings", .settingsButtonTapped,
        when: { $0.canShowSettings && $0.selectedTab == .profile }),
      .init([","], "settings", .settingsButtonTapped, hinted: false, when: \.canShowSettings),
      .init(["q"], "quit", .quitButtonTapped),
      .init(["?"], "help", .helpButtonTapped),
    ]

  /// Replacements for `,` and `?` while text is typed.
  private static let typingKeys =
    otherTabKeys.when(\.isSearching) + [
      .init([.function(2)], "settings", .settingsButtonTapped, when: \.canShowSettings),
      .init([.function(1)], "help", .helpButtonTapped),
    ]
}

extension AppTab {
  /// A layer of the screen. The topmost layer receives the keys. Tab keys work in all layers except the question.
  enum KeyLayer {
    case quitQuestion, help, offer, content
  }
}

extension AppTab.State {
  /// The layer that receives keys. The error sheet of the settings comes before the offer of a workout.
  var keyLayer: AppTab.KeyLayer {
    if isAskingToQuit { return .quitQuestion }
    if isShowingHelp { return .help }
    return settingsSheet == nil && offeredWorkout != nil ? .offer : .content
  }

  /// Whether typed characters are text and not commands, such as those that select tabs.
  package var isTyping: Bool { textUse != nil }

  /// Whether typed text filters a list. In a form, Tab moves between fields instead.
  fileprivate var isSearching: Bool { textUse == .search }

  /// The use of typed characters as text on this screen; `nil` if they are commands. The help covers a text field
  /// without closing it.
  private var textUse: KeyRow.TextUse? {
    AppTab.contentKeys.textUse(of: .character("?"), in: self)
  }
}

extension KeyMap where State == AppTab.State, Action == AppTab.Action {
  /// Returns the same keys, active only while a layer receives them.
  fileprivate func on(_ layer: AppTab.KeyLayer) -> KeyMap { when { $0.keyLayer == layer } }

  /// Returns the keys that work in `state` when the help is closed.
  func help(in state: State) -> [Hint] {
    var state = state
    state.overlay = nil
    return rows(in: state).map { Hint($0.keyNames, $0.label, name: $0.name) }
  }
}
