/// The words a command line may begin with.
enum Verb: String, CaseIterable {
  case history
  case leaderboard
  case challenges
  case log
  case status
  case demo

  /// What follows the word.
  var operands: String { takesChallenge ? "CHALLENGE" : "" }

  var takesChallenge: Bool { self == .leaderboard || self == .log }

  /// A command line that works, for whoever left the challenge out.
  var example: String {
    self == .log ? "ladder log pushups-2min --reps 30" : "ladder \(rawValue) pushups-2min"
  }

  var summary: String {
    switch self {
    case .history: "your workouts, newest first"
    case .leaderboard: "who is best at a challenge"
    case .challenges: "what there is to do, with ids"
    case .log: "save what was done elsewhere"
    case .status: "the workout that runs"
    case .demo: "watch Ladder play by itself"
    }
  }
}
