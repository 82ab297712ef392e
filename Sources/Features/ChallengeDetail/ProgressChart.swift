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
            attempt.startedAt.timeIntervalSince1970, progress.axisValue(of: attempt),
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
    Sparkline(progress.attempts.suffix(24).map(progress.axisValue), words: progress.words)
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

  func axisValue(of attempt: ChallengeDetail.Attempt) -> Double {
    scoring.axisValue(of: attempt.score)
  }

  @MainActor
  func text(_ axisValue: Double) -> String { scoring.text(ofAxisValue: axisValue) }

  @MainActor
  var words: String { scoring.words(for: attempts.map(axisValue)) }
}

extension PersonalResults {
  /// The latest results in a row of small bars; `nil` while there are no two to compare.
  @MainActor
  func sparkline(by scoring: Challenge.Scoring) -> Sparkline<[Double]>? {
    let values = recent.filter(scoring.isReached).map(scoring.axisValue)
    guard values.count > 1 else { return nil }
    return Sparkline(values, words: scoring.words(for: values), isScaledFromMinimum: true)
  }
}

extension Challenge.Scoring {
  /// Whether what was to be done is done: a time that was not reached cannot be compared with one.
  fileprivate func isReached(by score: Score) -> Bool { repGoal.map { score.reps >= $0 } ?? true }

  /// A score on the axis of a chart: reps, or seconds.
  fileprivate func axisValue(of score: Score) -> Double {
    if case .reps = self { return Double(score.reps) }
    return score.duration / .seconds(1)
  }

  @MainActor
  fileprivate func text(ofAxisValue axisValue: Double) -> String {
    if case .reps = self { return "\(Int(axisValue))" }
    return Duration.seconds(axisValue).minutesText
  }

  /// The least and the greatest of some results: `34 to 48`.
  @MainActor
  fileprivate func words(for values: [Double]) -> String {
    guard let lowest = values.min(), let highest = values.max() else { return "" }
    return "\(text(ofAxisValue: lowest)) to \(text(ofAxisValue: highest))"
  }
}
