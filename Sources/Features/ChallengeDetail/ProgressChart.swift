import Models
import TerminalUI

/// The results of a challenge in the course of time, the best one marked.
struct ProgressChart: View {
  let progress: Progress

  init(_ progress: Progress) { self.progress = progress }

  var body: some View {
    VStack {
      Text(progress.title).style(.dim)
      Chart(
        progress.attempts.map { attempt in
          Chart.Value(
            attempt.startedAt.timeIntervalSince1970, progress.height(of: attempt),
            isMarked: attempt.isBest)
        },
        value: progress.text,
        name: { LocalTime(progress.attempts[$0].startedAt).date.text })
    }
  }
}

/// The same as a line among others, where there is no room for a picture.
struct ProgressLine: View {
  let progress: Progress

  init(_ progress: Progress) { self.progress = progress }

  var body: some View {
    Sparkline(progress.attempts.suffix(24).map(progress.height))
  }
}

/// Results that can be drawn on one axis.
struct Progress {
  let attempts: [ChallengeDetail.Attempt]
  private let scoring: Challenge.Scoring

  /// - Returns: `nil` while there are no two results to compare. A time that was not reached is none.
  init?(_ attempts: [ChallengeDetail.Attempt], scoring: Challenge.Scoring) {
    self.attempts = attempts.filter { attempt in
      scoring.repGoal.map { attempt.score.reps >= $0 } ?? true
    }
    self.scoring = scoring
    guard self.attempts.count > 1 else { return nil }
  }

  var title: String {
    switch scoring {
    case .reps: "Your reps"
    case .time: "Your times, lower is better"
    case .hold: "Your times"
    }
  }

  func height(of attempt: ChallengeDetail.Attempt) -> Double {
    if case .reps = scoring { return Double(attempt.score.reps) }
    return attempt.score.duration / .seconds(1)
  }

  @MainActor
  func text(_ height: Double) -> String {
    if case .reps = scoring { return "\(Int(height))" }
    return Duration.seconds(height).minutesText
  }
}
