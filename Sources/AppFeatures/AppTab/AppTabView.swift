import CatalogueFeatures
import HistoryFeatures
import ReducerRuntime
import SharedFeatures
import TerminalUI
import TimerFeatures

/// A view of the whole screen: the tab bar, the selected tab, and the key hints.
struct AppTabView: RetainedView {
  let store: StoreOf<AppTab>
  let glyphs: GlyphSet

  /// The number of empty columns on the left and the right of a page.
  nonisolated private static let margin = 1

  /// Returns the width of a page in a terminal of this size.
  nonisolated static func pageWidth(in size: Size) -> Int { size.width - 2 * margin }

  var body: some View {
    SizeReader { size in
      if SmallScreen.minSize.fits(in: size) {
        screen(in: size)
      } else {
        SmallScreen(store: store, size: size)
      }
    }
    .overlay {
      if store.settingsSheet != nil,
        let sheet = store.scope(state: \.settings, action: \.settings)
          .scope(state: \.errorSheet, action: \.errorSheet.presented)
      {
        ErrorHandlingView(store: sheet)
      } else if let offered = store.offeredWorkout {
        CrashResumeView(
          draft: offered.draft, challenge: offered.challenge,
          choices: CrashResume.keys.hints(in: store.crashResume, glyphs))
      }
      if case .help(let row) = store.overlay {
        HelpView("Keys", AppTab.keys.help(in: store.state), selection: row)
      }
      if store.isAskingToQuit {
        Alert(
          "Quit?",
          message: "A workout is \(store.workouts.isWorkoutPaused ? "paused" : "running"). "
            + "Quitting ends and saves it.",
          choices: AppTab.keys.hints(in: store.state, glyphs))
      }
    }
  }

  /// The minimum width for the tab bar and the rest on one line.
  private static let minWidthForRest = 64

  private func screen(in size: Size) -> some View {
    // In a short terminal, the empty line is dropped first. The hints always stay.
    let gap = size.height > 12 ? 1 : 0
    // A full-screen workout is read from a distance, at which tabs are unreadable.
    let tabBarHeight = store.isFullScreen ? 0 : 1
    let rest = store.hiddenRest
    // The rest is beside the tabs, or on its own line if the tabs need the whole width.
    let hasRoomBesideTabs = size.width >= Self.minWidthForRest
    return VStack {
      if tabBarHeight > 0 {
        HStack {
          TabBar(
            AppTab.Tab.allCases.map(\.title),
            selection: store.isShowingSettings ? nil : store.selectedTab.rawValue)
          if let rest, hasRoomBesideTabs { RestLine(rest: rest).padding(1, 0) }
        }
      }
      FootedPage(
        page: PageView(store: store).padding(
          Insets(
            top: store.isFullScreen ? 0 : gap, left: Self.margin, bottom: 0, right: Self.margin)),
        footer: VStack {
          if store.isWorkoutHidden {
            KeyNameReader { key in
              Text(
                "Workout \(store.workouts.isWorkoutPaused ? "paused" : "running"); press \(key("1", "workouts")) to return."
              )
              .style(.warning)
            }
            .padding(1, 0)
          } else if let rest, !hasRoomBesideTabs {
            RestLine(rest: rest).padding(1, 0)
          }
          AppHints(store: store, glyphs: glyphs).padding(1, 0)
        }
      )
      .frame(width: size.width, height: size.height - tabBarHeight)
    }
  }
}

/// A page with a footer that is as wide as the page, so that hints end where the content ends.
private struct FootedPage<Page: View, Footer: View>: PrimitiveView {
  let page: Page
  let footer: Footer

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(proposal, flexible: .both)
  }

  func draw(in canvas: inout Canvas) {
    let footerHeight = footer.layout(in: canvas.size, canvas.environment).size.height
    let room = Size(canvas.size.width, max(0, canvas.size.height - footerHeight))
    canvas.draw(page, in: Rect(room))
    var width = room.width
    if width > ReadableWidth.columns {
      let layout = page.layout(in: room, canvas.environment)
      if !layout.flexible.contains(.horizontal) { width = min(width, layout.size.width) }
    }
    canvas.draw(footer, in: Rect(Point(0, room.height), Size(width, footerHeight)))
  }
}

/// A view of the hint bar.
///
/// Its hints depend on all rows of the key table and on much of the state, so a separate view limits how often they are
/// computed.
private struct AppHints: RetainedView {
  let store: StoreOf<AppTab>
  let glyphs: GlyphSet

  var body: some View {
    let hints = AppTab.keys.hints(in: store.state, glyphs)
    // Without a hint for Esc, "quit" is always shown as the way out. The help has its own line about closing.
    HintBar(
      hints.filter { $0.name != "help" },
      always: hints.contains { $0.keys.hasPrefix("Esc") } ? [] : ["quit"],
      last: store.isShowingHelp ? nil : hints.first { $0.name == "help" })
  }
}

/// A view of the settings or the selected tab.
private struct PageView: RetainedView {
  let store: StoreOf<AppTab>

  var body: some View {
    if store.isShowingSettings {
      SettingsView(store: store.scope(state: \.settings, action: \.settings))
    } else {
      SelectedTabView(store: store)
    }
  }
}

struct SelectedTabView: RetainedView {
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

/// A view for a terminal that is too small: the figures of a workout in progress, and the needed size.
struct SmallScreen: RetainedView {
  /// The smallest terminal in which every screen is usable.
  static let minSize = Size(40, 12)

  let store: StoreOf<AppTab>
  let size: Size

  var body: some View {
    if store.isShowingWorkout {
      VStack {
        SelectedTabView(store: store)
          .frame(width: size.width, height: max(0, size.height - 1))
        sizeRequirement
      }
    } else {
      VStack(alignment: .center) {
        sizeRequirement
        Text("has \(size.width)x\(size.height)")
        if store.workouts.isWorkoutUnderWay {
          Text(store.workouts.isWorkoutPaused ? "The workout is paused" : "The workout is running")
        }
      }
      .centered()
    }
  }

  private var sizeRequirement: some View {
    Text("Needs \(Self.minSize.width)x\(Self.minSize.height)").style(.warning)
  }
}

extension AppTab.State {
  var isShowingWorkout: Bool {
    selectedTab == .workouts && workouts.countingWorkout != nil
  }
}
