import ReducerRuntime
import TerminalUI

/// The whole screen: tabs, the chosen one, and what keys do there.
struct AppTabView: View {
  let store: StoreOf<AppTab>
  let glyphs: GlyphSet

  var body: some View {
    SizeReader { size in
      // In a low terminal the line between goes first, and the hints never.
      let gap = size.height > 12 ? 1 : 0
      VStack {
        TabBar(
          AppTab.Tab.allCases.map(\.title),
          selection: store.isShowingSettings ? nil : store.selectedTab.rawValue)
        PageView(store: store).padding(Insets(top: gap, left: 1, bottom: 0, right: 1))
          .frame(width: size.width, height: max(0, size.height - 2))
        HintBar(AppTab.keys.hints(in: store.state, glyphs)).padding(1, 0)
      }
    }
    .overlay {
      if let sheet = store.scope(
        state: \.settings.errorSheet, action: \.settings.errorSheet.presented)
      {
        ErrorHandlingView(store: sheet)
      }
      if store.isShowingHelp {
        HelpView("Keys", AppTab.keys.help(in: store.state))
      }
      if store.isAskingToQuit {
        Alert(
          "Quit?", message: "A workout is running. It is saved as it stands.",
          choices: AppTab.keys.hints(in: store.state, glyphs))
      }
    }
  }
}

/// The chosen tab, or the settings in its place.
private struct PageView: View {
  let store: StoreOf<AppTab>

  var body: some View {
    if store.isShowingSettings {
      SettingsView(store: store.scope(state: \.settings, action: \.settings))
    } else {
      SelectedTabView(store: store)
    }
  }
}

private struct SelectedTabView: View {
  let store: StoreOf<AppTab>

  var body: some View {
    switch store.selectedTab {
    case .workouts:
      WorkoutsView(store: store.scope(state: \.workouts, action: \.workouts))
    case .leaderboard:
      LeaderboardView(store: store.scope(state: \.leaderboard, action: \.leaderboard))
    case .profile:
      ProfileView(store: store.scope(state: \.profile, action: \.profile))
    }
  }
}

extension KeyMap where State == AppTab.State, Action == AppTab.Action {
  /// The keys that would work in `state` without the help on top of it.
  fileprivate func help(in state: State) -> [Hint] {
    var state = state
    state.isShowingHelp = false
    return bindings(in: state).map { Hint($0.keyNames, $0.label) }
  }
}
