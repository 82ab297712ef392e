import CatalogueFeatures
import Clients
import HistoryFeatures
import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI
import TimerFeatures

/// A reducer for the whole app: three tabs, the settings, the help, and quitting.
@Reducer
public struct AppTab {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The selected tab, which the settings may cover.
    public internal(set) var selectedTab = Tab.workouts
    /// Whether the settings cover the selected tab.
    public internal(set) var isShowingSettings = false
    /// The overlay that the person has opened, if any.
    public internal(set) var overlay: Overlay?
    /// Whether the program should exit as soon as everything is saved.
    public internal(set) var isQuitting = false
    /// The workouts whose screens were closed before they could be saved.
    public internal(set) var unsavedWorkouts: [UnsavedWorkout] = []
    public internal(set) var crashResume = CrashResume.State()
    public internal(set) var workouts: Workouts.State
    public internal(set) var leaderboard: Leaderboard.State
    public internal(set) var profile: Profile.State
    public internal(set) var settings: SettingsEditor.State
    /// The workout to start when the program starts, if any.
    let workoutToStart: WorkoutRequest?
    @Shared(.showsPages) var showsPages
    @Shared(.showsSparklines) var showsSparklines

    /// Creates the state at the start.
    ///
    /// - Parameters:
    ///   - name: The name of the current person.
    ///   - defaultName: The name to use if neither the command line nor the settings have one; by default `name`.
    ///   - catalogue: The built-in challenges.
    ///   - settings: The loaded settings. A sheet lists the problems of their file.
    ///   - challengeToStart: A challenge to start immediately, which can be a custom one.
    ///   - workoutToStart: Another workout to start immediately.
    ///   - replay: The page of a workout to replay immediately.
    ///   - showsVideos: Whether animations of the exercises are available.
    public init(
      name: String, defaultName: String? = nil, catalogue: Catalogue = .standard,
      settings loaded: LoadedSettings = .init(), challengeToStart: Challenge? = nil,
      workoutToStart: WorkoutRequest? = nil,
      replay: WorkoutDetail.State? = nil, showsVideos: Bool = true
    ) {
      Shared(.catalogue).set(catalogue)
      Shared(.showsPages).set(false)
      Shared(.showsSparklines).set(false)
      workouts = Workouts.State(showsVideos: showsVideos)
      leaderboard = Leaderboard.State()
      profile = Profile.State(name: name)
      settings = SettingsEditor.State(name: name, defaultName: defaultName, loaded: loaded)
      self.workoutToStart = workoutToStart ?? challengeToStart.map { .challenge($0.id, nil) }
      if let challengeToStart, catalogue[challengeToStart.id] == nil {
        // The catalogue contains the challenge until all custom ones are loaded.
        Shared(.catalogue).set(catalogue.adding(CustomChallenges(current: [challengeToStart])))
      }
      if let replay {
        selectedTab = .leaderboard
        leaderboard.open(replay)
      }
    }

    public var isShowingHelp: Bool { if case .help = overlay { true } else { false } }

    /// Whether the question about quitting is shown. It needs a workout in progress.
    public var isAskingToQuit: Bool { overlay == .quitQuestion && workouts.isWorkoutUnderWay }

    /// Whether another tab or the settings cover a running or paused workout.
    var isWorkoutHidden: Bool {
      (selectedTab != .workouts || isShowingSettings) && workouts.isWorkoutUnderWay
    }

    /// The rest, or the notice that it is over, while the screen of its workout is not shown.
    var hiddenRest: Rest? {
      // The rest is read last: a view of the workout itself does not change with each second of it.
      let isOnScreen =
        selectedTab == .workouts && !isShowingSettings && workouts.activeWorkout != nil
      guard !isOnScreen, let rest = workouts.session?.rest, rest.isShownElsewhere else {
        return nil
      }
      return rest
    }

    /// Whether a workout covers the tabs.
    public var isFullScreen: Bool { selectedTab == .workouts && workouts.isOnFloor }

    /// The unfinished workout that is offered, with its challenge unless it is a strength session; `nil` during another
    /// workout.
    public var offeredWorkout: (draft: WorkoutDraft, challenge: Challenge?)? {
      guard let draft = crashResume.offered, workouts.activeWorkout == nil else { return nil }
      let challenge = workouts.catalogue[draft.challenge]
      return challenge == nil && draft.challenge != .strength ? nil : (draft, challenge)
    }

    /// The error sheet of the settings. During a workout it stays hidden until the end, unless the settings are shown.
    var settingsSheet: ErrorHandling.State? {
      guard let sheet = settings.errorSheet, !isShowingSettings else { return settings.errorSheet }
      let isPreparing = workouts.activeWorkout?.isPreparing == true
      return isPreparing || workouts.isWorkoutUnderWay ? nil : sheet
    }

    public var canExit: Bool { isQuitting && !workouts.isSaving && !settings.isSaving }

    /// Whether the settings can be opened. A question on the screen has to be answered first.
    var canShowSettings: Bool {
      !isShowingSettings && settingsSheet == nil && offeredWorkout == nil
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

  /// An overlay of the whole screen.
  public enum Overlay: Equatable, Sendable {
    /// The help. If it does not fit, it is scrolled to `row`.
    case help(row: Int)
    case quitQuestion
  }

  public enum Action: BoundedAction, Sendable {
    @CasePathable
    public indirect enum View: Sendable {
      /// The program has started.
      case appeared
      case selectedTabChanged(Tab)
      case nextTabButtonTapped
      case previousTabButtonTapped
      case helpButtonTapped
      case helpRowMoved(by: Int)
      case settingsButtonTapped
      case quitButtonTapped
      case quitConfirmed
      case quitCancelled
      /// The person has pressed a key, and its action was sent.
      case keyPressed
      /// The program must exit now: Ctrl-C, a signal, or a closed terminal.
      case terminationRequested
      case scenePhaseChanged(ScenePhase)
      case windowResized
      /// The size of the terminal at the start, or after a change.
      case sizeChanged(Size)
    }

    @CasePathable
    public indirect enum Internal: Sendable {
      case crashResume(CrashResume.Action)
      case workouts(Workouts.Action)
      case leaderboard(Leaderboard.Action)
      case profile(Profile.Action)
      case settings(SettingsEditor.Action)
      /// Another machine or another program has changed something.
      case changedElsewhere
    }

    case view(View)
    case delegate(Never)
    case _internal(Internal)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.crashResume, action: \.crashResume) { CrashResume() }
    Scope(state: \.workouts, action: \.workouts) { Workouts() }
    Scope(state: \.leaderboard, action: \.leaderboard) { Leaderboard() }
    Scope(state: \.profile, action: \.profile) { Profile() }
    Scope(state: \.settings, action: \.settings) { SettingsEditor() }
    Reduce { state, action in
      switch action {
      case .view(let action): reduce(&state, view: action)
      case ._internal(let action): reduce(&state, internal: action)
      }
    }
  }

  private func reduce(_ state: inout State, view action: Action.View) -> Effect<Action> {
    switch action {
    case .appeared:
      return .merge(
        appear(state.selectedTab), .send(._internal(.crashResume(.command(.load)))),
        sendToLeaderboard(.startReplay), keepSyncing(), lookForChangesElsewhere(state),
        state.workoutToStart.map { sendToWorkouts(.start($0)) } ?? .none)

    case .selectedTabChanged(let tab):
      return select(tab, &state)

    case .nextTabButtonTapped:
      return select(Tab.allCases.choice(1, after: state.selectedTab), &state)

    case .previousTabButtonTapped:
      return select(Tab.allCases.choice(-1, after: state.selectedTab), &state)

    case .helpButtonTapped:
      state.overlay = state.isShowingHelp ? nil : .help(row: 0)
      return state.isShowingHelp ? .recordUse(of: .help) : .none

    case .helpRowMoved(let offset):
      guard case .help(let row) = state.overlay else { return .none }
      state.overlay = .help(
        row: row.moved(by: offset, in: AppTab.keys.help(in: state).count))
      return .none

    case .settingsButtonTapped:
      guard state.canShowSettings else { return .none }
      state.isShowingSettings = true
      return .merge(
        .recordUse(of: .settings), sendToWorkouts(.disappear), sendToLeaderboard(.disappear),
        sendToProfile(.disappear))

    case .quitButtonTapped:
      if state.workouts.isWorkoutUnderWay {
        state.overlay = .quitQuestion
        return .none
      }
      state.isQuitting = true
      return sendToWorkouts(.stop)

    case .quitConfirmed, .terminationRequested:
      state.overlay = nil
      state.isQuitting = true
      return sendToWorkouts(.stop)

    case .quitCancelled:
      state.overlay = nil
      return .none

    case .keyPressed:
      return lookForChangesElsewhere(state)

    case .scenePhaseChanged(let phase):
      return .merge(
        sendToWorkouts(.changeScenePhase(phase)), followLeaderboard(phase, state))

    case .windowResized:
      return .send(._internal(.settings(.command(.reloadInformation))))

    case .sizeChanged(let size):
      let width = AppTabView.pageWidth(in: size)
      let (showsPages, showsSparklines) = (state.showsPages, state.showsSparklines)
      state.$showsPages.set(SplitColumns(of: width) != nil)
      state.$showsSparklines.set(width >= Workouts.minWidthForSparklines)
      return .merge(
        showsSparklines == state.showsSparklines ? .none : sendToWorkouts(.updateSparklines),
        showsPages == state.showsPages
          ? .none : .merge(sendToWorkouts(.updatePage), sendToLeaderboard(.updatePage)))
    }
  }

  private func reduce(_ state: inout State, internal action: Action.Internal) -> Effect<Action> {
    switch action {
    case .crashResume(.delegate(.chosen(let draft, let resumption))):
      state.selectedTab = .workouts
      return .merge(
        closeSettings(&state), sendToLeaderboard(.disappear), sendToProfile(.disappear),
        sendToWorkouts(.restore(draft, resumption)))

    case .workouts(.delegate(.workoutSaved(let saved))):
      if state.overlay == .quitQuestion { state.overlay = nil }
      return .merge(
        saved.workout.challenge == .strength
          ? .none : sendToLeaderboard(.show(saved.workout.challenge)),
        sendToProfile(.load), requestSync())

    case .workouts(.delegate(.workoutLeftUnsaved(let unsaved))):
      state.unsavedWorkouts.append(unsaved)
      return .none

    case .leaderboard(.delegate(.startRequested(let request))):
      return start(request, from: .leaderboard, &state)

    case .profile(.delegate(.startRequested(let request))):
      return start(request, from: .profile, &state)

    case .settings(.delegate(.renamed(let name))):
      state.profile.name = name
      return sendToLeaderboard(.load)

    case .settings(.delegate(.weekChanged)):
      // The workouts show when the next session of a plan is due.
      return .merge(
        sendToProfile(.reloadStatistics), sendToLeaderboard(.load), sendToWorkouts(.appear))

    case .settings(.delegate(.closed)):
      state.isShowingSettings = false
      return followLeaderboard(.active, state)

    case .changedElsewhere:
      return showChangesElsewhere(state)

    case .crashResume, .workouts, .leaderboard, .profile, .settings:
      return .none
    }
  }

  /// Starts a workout that was requested on another tab.
  private func start(
    _ request: WorkoutRequest, from tab: Tab, _ state: inout State
  ) -> Effect<Action> {
    // If the person has opened another screen in the meantime, that screen stays.
    guard state.selectedTab == tab, !state.isShowingSettings else { return .none }
    guard state.workouts.canStart else {
      return tab == .leaderboard ? sendToLeaderboard(.rejectStart) : sendToProfile(.rejectStart)
    }
    state.selectedTab = .workouts
    if state.isShowingHelp { state.overlay = nil }
    return .merge(
      sendToLeaderboard(.disappear), sendToProfile(.disappear),
      sendToWorkouts(.start(request)))
  }

  private func select(_ tab: Tab, _ state: inout State) -> Effect<Action> {
    state.selectedTab = tab
    if state.isShowingHelp { state.overlay = nil }
    return .merge(
      closeSettings(&state), appear(tab), tab == .workouts ? .none : sendToWorkouts(.disappear),
      tab == .leaderboard ? .none : sendToLeaderboard(.disappear),
      tab == .profile ? .none : sendToProfile(.disappear))
  }

  /// Closes the settings and discards an unconfirmed name.
  private func closeSettings(_ state: inout State) -> Effect<Action> {
    guard state.isShowingSettings else { return .none }
    state.isShowingSettings = false
    return .send(._internal(.settings(.command(.close))))
  }

  private func appear(_ tab: Tab) -> Effect<Action> {
    switch tab {
    case .workouts: .merge(.recordUse(of: .workouts), sendToWorkouts(.appear))
    case .leaderboard:
      .merge(
        .recordUse(of: .leaderboard), sendToLeaderboard(.load), sendToLeaderboard(.follow))
    case .profile: .merge(.recordUse(of: .profile), sendToProfile(.load))
    }
  }

  /// Follows the changes of a leaderboard while it is on screen.
  private func followLeaderboard(_ phase: ScenePhase, _ state: State) -> Effect<Action> {
    guard
      state.leaderboard.source.has(.changes), state.selectedTab == .leaderboard,
      !state.isShowingSettings
    else { return .none }
    return sendToLeaderboard(phase == .background ? .unfollow : .follow)
  }

  private func sendToWorkouts(_ command: Workouts.Action.Command) -> Effect<Action> {
    .send(._internal(.workouts(.command(command))))
  }

  private func sendToLeaderboard(_ command: Leaderboard.Action.Command) -> Effect<Action> {
    .send(._internal(.leaderboard(.command(command))))
  }

  private func sendToProfile(_ command: Profile.Action.Command) -> Effect<Action> {
    .send(._internal(.profile(.command(command))))
  }
}

// MARK: - Changes elsewhere

extension AppTab {
  /// Keeps the person's machines and groups up to date while the program runs.
  func keepSyncing() -> Effect<Action> {
    @Dependency(\.sync) var sync
    return .run { [sync] send in
      await sync.keepSyncing { await send(._internal(.changedElsewhere)) }
    }
  }

  /// Asks for a synchronization, because something was saved.
  func requestSync() -> Effect<Action> {
    @Dependency(\.sync) var sync
    return .run { [sync] _ in sync.request() }
  }

  /// Shows changes by other programs. It is called for each key, because nothing wakes an idle screen.
  func lookForChangesElsewhere(_ state: State) -> Effect<Action> {
    guard !state.workouts.isWorkoutUnderWay else { return .none }
    @Dependency(\.workouts) var workouts
    return .run { [workouts] send in
      guard try await workouts.haveOthersWritten() else { return }
      await send(._internal(.changedElsewhere))
    } catch: { _, _ in
      // The key's own action reports the failure when it reads or writes.
    }
  }

  /// Reloads the selected tab, because something was changed elsewhere. The other tabs reload when they appear.
  ///
  /// A workout in progress is not interrupted: the next screen loads its data anyway.
  func showChangesElsewhere(_ state: State) -> Effect<Action> {
    guard !state.workouts.isWorkoutUnderWay else { return .none }
    return switch state.selectedTab {
    case .workouts: .send(._internal(.workouts(.command(.appear))))
    case .leaderboard: .send(._internal(.leaderboard(.command(.load))))
    case .profile: .send(._internal(.profile(.command(.load))))
    }
  }
}
