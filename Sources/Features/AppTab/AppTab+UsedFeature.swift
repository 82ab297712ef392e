import Models

extension AppTab.State {
  /// Whether a key that leads to a feature leads there now: the same key leaves it.
  func leads(to feature: UsedFeature) -> Bool {
    switch feature {
    case .help: !isShowingHelp
    case .floorMode: !isOnFloor
    case .restTimer: workouts.detail?.activeWorkout?.isResting != true
    default: true
    }
  }
}

extension AppTab.Action {
  /// The feature that a person comes to by this action; `nil` for all that happens inside one.
  var usedFeature: UsedFeature? {
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
