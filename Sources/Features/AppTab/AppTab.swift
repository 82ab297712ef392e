import Models
import ReducerRuntime

/// The whole app: three tabs, help, and the way out.
@Reducer
public struct AppTab {
  @ObservableState
  public struct State: Equatable, Sendable {
    public internal(set) var selectedTab = Tab.workouts
    public internal(set) var isShowingHelp = false
    /// The row of the help that is in sight, where not all of it is.
    public internal(set) var helpRow = 0
    /// Whether the person wanted to quit while a workout ran.
    public internal(set) var wantsToQuit = false
    /// Whether the program is to end; it does once what ran is saved.
    public internal(set) var isQuitting = false
    public internal(set) var crashResume = CrashResume.State()
    public internal(set) var workouts: Workouts.State
    public internal(set) var leaderboard: Leaderboard.State
    public internal(set) var profile: Profile.State

    /// - Parameter name: Who trains.
    public init(name: String, catalogue: Catalogue = .standard) {
      workouts = Workouts.State(catalogue: catalogue)
      leaderboard = Leaderboard.State(catalogue: catalogue)
      profile = Profile.State(name: name, catalogue: catalogue)
    }

    /// Whether the person is asked about quitting: as long as there is a workout it would end.
    public var isAskingToQuit: Bool { wantsToQuit && workouts.isWorkoutUnderWay }

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

    /// Whether the program may end now.
    public var mayLeave: Bool { isQuitting && !workouts.isSaving }
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
    case helpRowMoved(by: Int)
    case quitButtonTapped
    case quitConfirmed
    case quitCancelled
    /// The program must end now: Ctrl-C, a signal, or a terminal that went away.
    case terminationRequested
    case scenePhaseChanged(ScenePhase)
    case crashResume(CrashResume.Action)
    case workouts(Workouts.Action)
    case leaderboard(Leaderboard.Action)
    case profile(Profile.Action)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.crashResume, action: \.crashResume) { CrashResume() }
    Scope(state: \.workouts, action: \.workouts) { Workouts() }
    Scope(state: \.leaderboard, action: \.leaderboard) { Leaderboard() }
    Scope(state: \.profile, action: \.profile) { Profile() }
    Reduce { state, action in
      switch action {
      case .onAppear:
        return .merge(appear(state.selectedTab), .send(.crashResume(.onAppear)))

      case .crashResume(.delegate(.chosen(let draft, let resumption))):
        state.selectedTab = .workouts
        return .send(.workouts(.workoutRestored(draft, resumption)))

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

      case .crashResume, .workouts, .leaderboard, .profile:
        return .none
      }
    }
  }

  private func select(_ tab: Tab, _ state: inout State) -> Effect<Action> {
    state.selectedTab = tab
    state.isShowingHelp = false
    return appear(tab)
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
