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
    /// The row of the help that is in sight, where not all of it is.
    public internal(set) var helpRow = 0
    /// Whether the person wanted to quit while a workout ran.
    public internal(set) var wantsToQuit = false
    /// Whether the program is to end; it does once what ran is saved.
    public internal(set) var isQuitting = false
    /// The workouts that could not be saved and were left, each in a file.
    public internal(set) var leftUnsaved: [UnsavedWorkout] = []
    public internal(set) var crashResume = CrashResume.State()
    public internal(set) var workouts: Workouts.State
    public internal(set) var leaderboard: Leaderboard.State
    public internal(set) var profile: Profile.State
    public internal(set) var settings: SettingsEditor.State

    /// - Parameters:
    ///   - name: Who trains.
    ///   - usualName: Who trains when neither the start nor the settings name anybody; the same when not told.
    ///   - settings: What was found at the start; what could not be read of it is told on a sheet.
    ///   - replay: A workout to be played at once.
    ///   - showsFilms: Whether films of the exercises can be seen.
    public init(
      name: String, usualName: String? = nil, catalogue: Catalogue = .standard,
      settings loaded: LoadedSettings = .init(), replay: Replay.State? = nil,
      showsFilms: Bool = true
    ) {
      workouts = Workouts.State(catalogue: catalogue, showsFilms: showsFilms)
      leaderboard = Leaderboard.State(catalogue: catalogue)
      profile = Profile.State(name: name, catalogue: catalogue)
      settings = SettingsEditor.State(name: name, usualName: usualName, loaded: loaded)
      workouts.use(loaded.settings)
      profile.statistics.weekStart = loaded.settings.weekStart
      if let replay {
        selectedTab = .leaderboard
        leaderboard.show(replay)
      }
    }

    /// Whether the person is asked about quitting: as long as there is a workout it would end.
    public var isAskingToQuit: Bool { wantsToQuit && workouts.isWorkoutUnderWay }

    /// A workout that goes on, or is paused, behind another tab.
    var workoutOutOfSight: WorkoutTimer.State? {
      selectedTab != .workouts && workouts.isWorkoutUnderWay
        ? workouts.detail?.activeWorkout : nil
    }

    /// Whether a workout has the whole screen.
    public var isOnFloor: Bool { selectedTab == .workouts && workouts.isOnFloor }

    /// The unfinished workout the person is asked about, and its challenge: never in the middle of another.
    public var offeredWorkout: (draft: WorkoutDraft, challenge: Challenge)? {
      guard
        workouts.detail?.activeWorkout == nil, let draft = crashResume.offered,
        let challenge = workouts.catalogue[draft.challenge]
      else { return nil }
      return (draft, challenge)
    }

    /// The sheet that the settings have opened; one that comes in the middle of a workout waits for its end.
    var settingsSheet: ErrorHandling.State? {
      let isPreparing = workouts.detail?.activeWorkout?.isPreparing == true
      return isPreparing || workouts.isWorkoutUnderWay ? nil : settings.errorSheet
    }

    /// Whether the offer is what keys answer: a sheet about the settings file comes before it.
    var isOffering: Bool { offeredWorkout != nil && settingsSheet == nil }

    /// Whether what is typed goes into a text, and means no tab, help or quitting.
    public var isTyping: Bool {
      if isShowingSettings { return settings.isTakingText }
      return selectedTab == .workouts && workouts.isTyping && settingsSheet == nil
    }

    /// Whether the program may end now.
    public var mayLeave: Bool { isQuitting && !workouts.isSaving && !settings.isSaving }

    /// Whether the settings may take the tab's place: a workout keeps its keys.
    var canShowSettings: Bool {
      !isShowingSettings && workouts.detail?.activeWorkout == nil && settingsSheet == nil
        && offeredWorkout == nil
    }
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

  // Indirect, as `WorkoutTimer.Action` says.
  public indirect enum Action: Sendable {
    case onAppear
    case selectedTabChanged(Tab)
    case nextTabButtonTapped
    case previousTabButtonTapped
    case helpButtonTapped
    case settingsButtonTapped
    case helpRowMoved(by: Int)
    case quitButtonTapped
    case quitConfirmed
    case quitCancelled
    /// The program must end now: Ctrl-C, a signal, or a terminal that went away.
    case terminationRequested
    case scenePhaseChanged(ScenePhase)
    case usageNotRecorded(Failure)
    case crashResume(CrashResume.Action)
    case workouts(Workouts.Action)
    case leaderboard(Leaderboard.Action)
    case profile(Profile.Action)
    case settings(SettingsEditor.Action)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    UsageRecorder(
      feature: { $0.usedFeature },
      when: { $0.settings.values.recordsEvents && $0.leads(to: $1) },
      failed: { .usageNotRecorded($0) })
    Scope(state: \.crashResume, action: \.crashResume) { CrashResume() }
    Scope(state: \.workouts, action: \.workouts) { Workouts() }
    Scope(state: \.leaderboard, action: \.leaderboard) { Leaderboard() }
    Scope(state: \.profile, action: \.profile) { Profile() }
    Scope(state: \.settings, action: \.settings) { SettingsEditor() }
    Reduce { state, action in
      switch action {
      case .onAppear:
        let replay: Effect<Action> =
          state.leaderboard.replay == nil
          ? .none : .send(.leaderboard(.replay(.presented(.onAppear))))
        return .merge(
          appear(state.selectedTab), .send(.crashResume(.onAppear)), replay)

      case .crashResume(.delegate(.chosen(let draft, let resumption))):
        state.selectedTab = .workouts
        return .merge(
          closeSettings(state), hideReplay(state),
          .send(.workouts(.workoutRestored(draft, resumption))))

      case .selectedTabChanged(let tab):
        return select(tab, &state)

      case .nextTabButtonTapped:
        return select(state.selectedTab.next(by: 1), &state)

      case .previousTabButtonTapped:
        return select(state.selectedTab.next(by: -1), &state)

      case .helpButtonTapped:
        state.isShowingHelp.toggle()
        state.helpRow = 0
        return .none

      case .helpRowMoved(let offset):
        state.helpRow = state.helpRow.moved(by: offset, in: AppTab.keys.help(in: state).count)
        return .none

      case .settingsButtonTapped:
        guard state.canShowSettings else { return .none }
        state.isShowingSettings = true
        return .merge(hideWorkouts(state), hideReplay(state))

      case .settings(.delegate(.renamed(let name))):
        state.profile.name = name
        return .send(.leaderboard(.pullToRefresh))

      case .settings(.delegate(.closed)):
        state.isShowingSettings = false
        return .none

      case .quitButtonTapped:
        if state.workouts.isWorkoutUnderWay {
          state.wantsToQuit = true
          return .none
        }
        state.isQuitting = true
        return state.workouts.isWorkoutUnsaved ? .send(.workouts(.stopRequested)) : .none

      case .quitConfirmed, .terminationRequested:
        state.wantsToQuit = false
        state.isQuitting = true
        return .send(.workouts(.stopRequested))

      case .quitCancelled:
        state.wantsToQuit = false
        return .none

      case .scenePhaseChanged(let phase):
        return .send(.workouts(.scenePhaseChanged(phase)))

      case .usageNotRecorded(let failure):
        // No reason to disturb who trains: it is told where the log is turned on and off. The workouts, which are in the
        // same file, tell it by a sheet.
        state.settings.usageFailure = failure
        return .none

      case .workouts(.delegate(.workoutSaved(let saved))):
        state.wantsToQuit = false
        return .merge(
          .send(.leaderboard(.challengeSelected(saved.workout.challenge))),
          .send(.profile(.refreshButtonTapped)))

      case .workouts(.delegate(.workoutLeftUnsaved(let unsaved))):
        state.leftUnsaved.append(unsaved)
        return .none

      case .leaderboard(.replay(.presented(.workoutResponse))):
        // It may have come late, to somebody who has gone elsewhere.
        let isInSight = state.selectedTab == .leaderboard && !state.isShowingSettings
        return isInSight ? .none : hideReplay(state)

      case .leaderboard(.delegate(.raceRequested(let challenge, let ghost))):
        return race(challenge, against: ghost, &state)

      case .workouts(.delegate(.catalogueChanged(let catalogue))):
        state.leaderboard.use(catalogue)
        state.profile.catalogue = catalogue
        return .none

      case .settings(.binding):
        state.workouts.use(state.settings.values)
        let weekStart = state.settings.values.weekStart
        guard weekStart != state.profile.statistics.weekStart else { return .none }
        return .send(.profile(.weekStartChanged(weekStart)))

      case .crashResume, .workouts, .leaderboard, .profile, .settings:
        return .none
      }
    }
  }

  private func select(_ tab: Tab, _ state: inout State) -> Effect<Action> {
    state.selectedTab = tab
    state.isShowingHelp = false
    return .merge(
      closeSettings(state), appear(tab), tab == .workouts ? .none : hideWorkouts(state),
      tab == .leaderboard ? .none : hideReplay(state))
  }

  /// Lets what moves on the workouts' tab stand still.
  private func hideWorkouts(_ state: State) -> Effect<Action> {
    state.workouts.isAnimated ? .send(.workouts(.onDisappear)) : .none
  }

  /// Lets a replay stand still where something else is in its place: its clock wakes the program twenty times a second.
  func hideReplay(_ state: State) -> Effect<Action> {
    state.leaderboard.replay?.isPlaying == true
      ? .send(.leaderboard(.replay(.presented(.pauseButtonTapped)))) : .none
  }

  private func closeSettings(_ state: State) -> Effect<Action> {
    state.isShowingSettings ? .send(.settings(.closeButtonTapped)) : .none
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
