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
        TabBar(AppTab.Tab.allCases.map(\.title), selection: store.selectedTab.rawValue)
        SelectedTabView(store: store).padding(Insets(top: gap, left: 1, bottom: 0, right: 1))
          .frame(width: size.width, height: max(0, size.height - 2))
        HintBar(
          AppTab.keys.hints(in: store.state, glyphs),
          last: store.isTyping ? nil : Hint("?", "help")
        ).padding(1, 0)
      }
    }
    .overlay {
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
