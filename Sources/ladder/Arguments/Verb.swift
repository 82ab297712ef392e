/// The words a command line may begin with.
enum Verb: String, CaseIterable {
  case history
  case leaderboard
  case challenges
  case events
  case demo

  /// What follows the word.
  var operands: String { self == .leaderboard ? "CHALLENGE" : "" }

  var summary: String {
    switch self {
    case .history: "your workouts, newest first"
    case .leaderboard: "who is best at a challenge"
    case .challenges: "what there is to do, with ids"
    case .events: "which features you used"
    case .demo: "watch Ladder play by itself"
    }
  }
}
