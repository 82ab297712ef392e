import Models

extension AppTab.Action {
  /// The feature that a person comes to by this action; `nil` for all that happens inside one.
  var usedFeature: UsedFeature? {
    switch self {
    case .workouts(.onAppear): .workouts
    case .workouts(.openButtonTapped): .challengeDetail
    case .workouts(.detail(.presented(.startTestButtonTapped))): .workoutTimer
    case .workouts(.detail(.presented(.plan(.showButtonTapped)))),
      .workouts(.detail(.presented(.plan(.startButtonTapped)))),
      .workouts(.detail(.presented(.plan(.testButtonTapped)))):
      .plan
    case .leaderboard(.onAppear): .leaderboard
    case .profile(.onAppear): .profile
    case .settingsButtonTapped: .settings
    case .settings(.infoButtonTapped): .appInfo
    case .workouts(.errorSheet(.presented(.copyButtonTapped))),
      .workouts(.detail(.presented(.errorSheet(.presented(.copyButtonTapped))))),
      .workouts(.detail(.presented(.plan(.errorSheet(.presented(.copyButtonTapped)))))),
      .leaderboard(.errorSheet(.presented(.copyButtonTapped))),
      .profile(.errorSheet(.presented(.copyButtonTapped))),
      .settings(.errorSheet(.presented(.copyButtonTapped))):
      .errorHandling
    default: nil
    }
  }
}
