import Models

extension AppTab {
  /// The feature that a person comes to by this action; `nil` for all that happens inside one.
  static func usedFeature(_ state: State, _ action: Action) -> UsedFeature? {
    switch action.usedFeature {
    // The same keys leave them.
    case .help where state.isShowingHelp: nil
    case .floorMode where state.isOnFloor: nil
    case .restTimer where state.workouts.detail?.activeWorkout?.isResting == true: nil
    case let feature: feature
    }
  }
}

extension AppTab.Action {
  fileprivate var usedFeature: UsedFeature? {
    switch self {
    case .workouts(let action): action.usedFeature
    case .leaderboard(.onAppear): .leaderboard
    case .leaderboard(.replayButtonTapped): .replay
    case .profile(.onAppear): .profile
    case .settingsButtonTapped: .settings
    case .settings(.infoButtonTapped): .appInfo
    case .helpButtonTapped: .help
    case .crashResume(.resumeButtonTapped), .crashResume(.keepButtonTapped),
      .crashResume(.discardButtonTapped):
      .crashResume
    case .leaderboard(.errorSheet(.presented(.copyButtonTapped))),
      .leaderboard(.replay(.presented(.errorSheet(.presented(.copyButtonTapped))))),
      .profile(.errorSheet(.presented(.copyButtonTapped))),
      .settings(.errorSheet(.presented(.copyButtonTapped))):
      .errorHandling
    default: nil
    }
  }
}

extension Workouts.Action {
  fileprivate var usedFeature: UsedFeature? {
    switch self {
    case .onAppear: .workouts
    case .openButtonTapped: .challengeDetail
    case .searchButtonTapped: .search
    case .historyButtonTapped: .history
    case .history(.presented(.editButtonTapped)): .workoutEditor
    case .addButtonTapped, .editButtonTapped: .challengeEditor
    case .detail(.presented(let action)): action.usedFeature
    case .errorSheet(.presented(.copyButtonTapped)),
      .history(.presented(.errorSheet(.presented(.copyButtonTapped)))):
      .errorHandling
    default: nil
    }
  }
}

extension ChallengeDetail.Action {
  fileprivate var usedFeature: UsedFeature? {
    switch self {
    case .startTestButtonTapped: .workoutTimer
    case .plan(.showButtonTapped), .plan(.startButtonTapped), .plan(.testButtonTapped): .plan
    case .raceButtonTapped, .raceRequested: .ghostRace
    case .activeWorkout(.presented(.nextSetButtonTapped)): .workoutTimer
    case .activeWorkout(.presented(.floorButtonTapped)): .floorMode
    case .activeWorkout(.presented(.restButtonTapped)): .restTimer
    case .errorSheet(.presented(.copyButtonTapped)),
      .plan(.errorSheet(.presented(.copyButtonTapped))),
      .activeWorkout(.presented(.errorSheet(.presented(.copyButtonTapped)))):
      .errorHandling
    default: nil
    }
  }
}
