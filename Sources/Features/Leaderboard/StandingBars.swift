import Models
import TerminalUI

extension Leaderboard.State {
  var bars: StandingBars {
    StandingBars(
      scoring: challenge.scoring, topScore: window.topScore, nextScore: window.nextAbove?.score)
  }

  var yourPlace: YourPlace? {
    window.yourStanding.map {
      YourPlace(standing: $0, next: window.nextAbove, challenge: challenge)
    }
  }
}

/// A sentence with your place and the difference to the next better one.
struct YourPlace: Equatable {
  let standing: Standing
  let next: Standing?
  let challenge: Challenge

  /// `You're 14th with 48 reps, 1 rep behind 13th`.
  var text: String { "\(shortestText) with \(challenge.text(standing.score))\(differenceText)" }

  /// `You're 14th, 1 rep behind 13th`.
  var shortText: String { shortestText + differenceText }

  var shortestText: String { "You're \(standing.rank.ordinalText)" }

  private var differenceText: String {
    guard let next,
      let difference = challenge.scoring.difference(between: standing.score, and: next.score)
    else {
      return ""
    }
    return ", \(difference) behind \(next.rank.ordinalText)"
  }
}

/// A bar chart of scores, relative to the score of the first place.
///
/// Your bar is highlighted and marks the score of the next better place.
struct StandingBars: Equatable {
  let scoring: Challenge.Scoring
  let topScore: Score?
  /// The score of the place above yours.
  let nextScore: Score?

  /// Returns the bar of a standing; `nil` if its score can't be compared with the first place's.
  @MainActor
  func bar(of standing: Standing) -> ShareBar? {
    guard let topScore, let share = scoring.share(of: standing.score, in: topScore) else {
      return nil
    }
    let target = standing.isYou ? nextScore.flatMap { scoring.share(of: $0, in: topScore) } : nil
    return ShareBar(
      share, target: target, role: standing.isYou ? .accent : .dim,
      words: "\(Int((share * 100).rounded()))% of the best")
  }
}
