import Models
import Scripting

/// The words a command line may begin with.
enum Verb: String, CaseIterable {
  case history
  case leaderboard
  case challenges
  case events
  case log
  case plan
  case status
  case replay
  case backup
  case restore
  case doctor
  case demo
  case play
  case man
  case completions

  /// What follows the word.
  var operands: String {
    switch self {
    case .leaderboard, .log: "CHALLENGE"
    case .completions: "SHELL"
    case .demo: "[NAME]"
    case .play, .backup, .restore: "FILE"
    case .replay: "ID"
    case .history, .challenges, .events, .plan, .status, .doctor, .man: ""
    }
  }

  /// What may stand there.
  var operandWords: [String] {
    switch self {
    case .leaderboard, .log: Catalogue.standard.challenges.map(\.id.rawValue)
    case .completions: Shell.allCases.map(\.rawValue)
    case .demo: Demo.all.map(\.name)
    case .play, .replay, .history, .challenges, .events, .plan, .status, .backup, .restore,
      .doctor, .man:
      []
    }
  }

  /// Whether a file may stand there.
  var takesFile: Bool { [.demo, .play, .backup, .restore].contains(self) }

  /// A command line that works, for whoever left the operand out.
  var example: String {
    switch self {
    case .log: "ladder log pushups-2min --reps 30"
    case .completions: "ladder completions bash"
    case .play: "ladder play workout.ladder"
    case .replay: "ladder replay 3f2a91c0"
    case .backup, .restore: "ladder \(rawValue) workouts.db"
    default: "ladder \(rawValue) pushups-2min"
    }
  }

  var summary: String {
    switch self {
    case .history: "your workouts, newest first"
    case .leaderboard: "who is best at a challenge"
    case .challenges: "what there is to do, with ids"
    case .events: "which features you used"
    case .log: "save what was done elsewhere"
    case .plan: "your ladders and what is due"
    case .status: "the workout that runs"
    case .replay: "watch a workout again"
    case .backup: "copy the database to a file"
    case .restore: "put such a copy in its place"
    case .doctor: "find what is wrong with it"
    case .demo: "watch Ladder play by itself"
    case .play: "the same with your own script"
    case .man: "the man page, for man -l -"
    case .completions: "for bash, zsh or fish"
    }
  }
}
