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
    Sparkline(progress.attempts.suffix(24).map(progress.height), words: progress.words)
  }
}

/// Results that can be drawn on one axis.
struct Progress {
  let attempts: [ChallengeDetail.Attempt]
  private let scoring: Challenge.Scoring

  /// - Returns: `nil` while there are no two results to compare. A time that was not reached is none.
  init?(_ attempts: [ChallengeDetail.Attempt], scoring: Challenge.Scoring) {
    self.attempts = attempts.filter { scoring.isReached(by: $0.score) }
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

  func height(of attempt: ChallengeDetail.Attempt) -> Double { scoring.height(of: attempt.score) }

  @MainActor
  func text(_ height: Double) -> String { scoring.text(ofHeight: height) }

  @MainActor
  var words: String { scoring.words(for: attempts.map(height)) }
}

extension PersonalResults {
  /// The latest results in a row of small bars; `nil` while there are no two to compare.
  @MainActor
  func sparkline(by scoring: Challenge.Scoring) -> Sparkline<[Double]>? {
    let heights = recent.filter(scoring.isReached).map(scoring.height)
    guard heights.count > 1 else { return nil }
    return Sparkline(heights, words: scoring.words(for: heights), isScaledFromMinimum: true)
  }
}

extension Challenge.Scoring {
  /// Whether what was to be done is done: a time that was not reached cannot be compared with one.
  fileprivate func isReached(by score: Score) -> Bool { repGoal.map { score.reps >= $0 } ?? true }

  /// A score on the axis of a chart: reps, or seconds.
  fileprivate func height(of score: Score) -> Double {
    if case .reps = self { return Double(score.reps) }
    return score.duration / .seconds(1)
  }

  @MainActor
  fileprivate func text(ofHeight height: Double) -> String {
    if case .reps = self { return "\(Int(height))" }
    return Duration.seconds(height).minutesText
  }

  /// The least and the greatest of some results: `34 to 48`.
  @MainActor
  fileprivate func words(for heights: [Double]) -> String {
    guard let least = heights.min(), let greatest = heights.max() else { return "" }
    return "\(text(ofHeight: least)) to \(text(ofHeight: greatest))"
  }
}
