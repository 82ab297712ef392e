import Clients
import Models
import ReducerRuntime

/// The whole app: three tabs, the settings, help, and the way out.
@Reducer
public struct AppTab {
  @ObservableState
  public struct State: Equatable, Sendable {
    public internal(set) var selectedTab = Tab.workouts
    public internal(set) var isShowingHelp = false
    /// Whether the settings are in the tab's place.
    public internal(set) var isShowingSettings = false
    /// Whether the person wanted to quit while a workout ran.
    public internal(set) var wantsToQuit = false
    /// Whether the program is to end; it does once what ran is saved.
    public internal(set) var isQuitting = false
    public internal(set) var workouts: Workouts.State
    public internal(set) var leaderboard: Leaderboard.State
    public internal(set) var profile: Profile.State
    public internal(set) var settings: SettingsEditor.State

    /// - Parameters:
    ///   - name: Who trains.
    ///   - settings: What was found at the start; what could not be read of it is told on a sheet.
    public init(
      name: String, catalogue: Catalogue = .standard, settings loaded: LoadedSettings = .init()
    ) {
      workouts = Workouts.State(catalogue: catalogue)
      leaderboard = Leaderboard.State(catalogue: catalogue)
      profile = Profile.State(name: name, catalogue: catalogue)
      settings = SettingsEditor.State(name: name, loaded: loaded)
    }

    /// Whether the person is asked about quitting: as long as there is a workout it would end.
    public var isAskingToQuit: Bool { wantsToQuit && workouts.isWorkoutUnderWay }

    /// Whether the program may end now.
    public var mayLeave: Bool { isQuitting && !workouts.isSaving && !settings.isSaving }

    /// Whether the settings may take the tab's place: a workout keeps its keys.
    var canShowSettings: Bool {
      !isShowingSettings && workouts.detail?.activeWorkout == nil && settings.errorSheet == nil
    }

    /// Whether characters are text now, and no keys.
    var isTakingText: Bool { isShowingSettings && settings.isTakingText }
  }

  public enum Tab: Int, CaseIterable, Sendable {
    case workouts, leaderboard, profile

    public var title: String {
      switch self {
      case .workouts: "Workouts"
      case .leaderboard: "Leaderboard"
      case .profile: "Profile"
      }
    }
  }

  public enum Action: Sendable {
    case onAppear
    case selectedTabChanged(Tab)
    case nextTabButtonTapped
    case previousTabButtonTapped
    case helpButtonTapped
    case settingsButtonTapped
    case quitButtonTapped
    case quitConfirmed
    case quitCancelled
    /// The program must end now: Ctrl-C, a signal, or a terminal that went away.
    case terminationRequested
    case scenePhaseChanged(ScenePhase)
    case workouts(Workouts.Action)
    case leaderboard(Leaderboard.Action)
    case profile(Profile.Action)
    case settings(SettingsEditor.Action)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    UsageRecorder(when: \.settings.values.recordsEvents, feature: \.usedFeature)
    Scope(state: \.workouts, action: \.workouts) { Workouts() }
    Scope(state: \.leaderboard, action: \.leaderboard) { Leaderboard() }
    Scope(state: \.profile, action: \.profile) { Profile() }
    Scope(state: \.settings, action: \.settings) { SettingsEditor() }
    Reduce { state, action in
      switch action {
      case .onAppear:
        return appear(state.selectedTab)

      case .selectedTabChanged(let tab):
        return select(tab, &state)

      case .nextTabButtonTapped:
        return select(state.selectedTab.next(by: 1), &state)

      case .previousTabButtonTapped:
        return select(state.selectedTab.next(by: -1), &state)

      case .helpButtonTapped:
        state.isShowingHelp.toggle()
        return .none

      case .settingsButtonTapped:
        guard state.canShowSettings else { return .none }
        state.isShowingSettings = true
        return .none

      case .settings(.delegate(.closed)):
        state.isShowingSettings = false
        return .none

      case .quitButtonTapped:
        if state.workouts.isWorkoutUnderWay {
          state.wantsToQuit = true
        } else {
          state.isQuitting = true
        }
        return .none

      case .quitConfirmed, .terminationRequested:
        state.wantsToQuit = false
        state.isQuitting = true
        return .send(.workouts(.stopRequested))

      case .quitCancelled:
        state.wantsToQuit = false
        return .none

      case .scenePhaseChanged(let phase):
        return .send(.workouts(.scenePhaseChanged(phase)))

      case .workouts(.delegate(.workoutSaved(let saved))):
        state.wantsToQuit = false
        return .merge(
          .send(.leaderboard(.challengeSelected(saved.workout.challenge))),
          .send(.profile(.refreshButtonTapped)))

      case .workouts, .leaderboard, .profile, .settings:
        return .none
      }
    }
  }

  private func select(_ tab: Tab, _ state: inout State) -> Effect<Action> {
    state.selectedTab = tab
    state.isShowingHelp = false
    let appearing = appear(tab)
    guard state.isShowingSettings else { return appearing }
    return .merge(.send(.settings(.closeButtonTapped)), appearing)
  }

  private func appear(_ tab: Tab) -> Effect<Action> {
    switch tab {
    case .workouts: .send(.workouts(.onAppear))
    case .leaderboard: .send(.leaderboard(.onAppear))
    case .profile: .send(.profile(.onAppear))
    }
  }
}

extension AppTab.Tab {
  /// The tab so many places on, round and round.
  func next(by offset: Int) -> Self {
    let count = Self.allCases.count
    return Self.allCases[(rawValue + offset + count) % count]
  }
}
