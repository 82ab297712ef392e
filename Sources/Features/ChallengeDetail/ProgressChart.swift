import Models
import TerminalUI

/// A chart of the results of a challenge over time, with the best one marked.
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
        name: { progress.attempts[$0].day })
    }
  }
}

/// A sparkline of the results of a challenge over time, for when there is no room for a chart.
struct ProgressLine: View {
  let progress: Progress

  init(_ progress: Progress) { self.progress = progress }

  var body: some View {
    Sparkline(progress.attempts.suffix(24).map(progress.axisValue), words: progress.words)
  }
}

/// The results of a challenge that can be drawn on one axis.
struct Progress {
  let attempts: [ChallengeDetail.Attempt]
  private let scoring: Challenge.Scoring

  /// Creates the progress from the attempts that have a result on the axis.
  ///
  /// - Returns: `nil` if fewer than two do. An incomplete attempt has no result.
  init?(_ attempts: [ChallengeDetail.Attempt], scoring: Challenge.Scoring) {
    self.attempts = attempts.filter(\.score.isComplete)
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
  /// Returns the latest results as a sparkline; `nil` for fewer than two results.
  @MainActor
  func sparkline(by scoring: Challenge.Scoring) -> Sparkline<[Double]>? {
    let values = recent.filter(\.isComplete).map(scoring.axisValue)
    guard values.count > 1 else { return nil }
    return Sparkline(values, words: scoring.words(for: values), isScaledFromMinimum: true)
  }
}

extension Challenge.Scoring {
  /// Returns a score's position on the axis of a chart, in reps or seconds.
  fileprivate func axisValue(of score: Score) -> Double {
    if case .reps = self { return Double(score.reps) }
    return score.duration / .seconds(1)
  }

  @MainActor
  fileprivate func text(ofAxisValue axisValue: Double) -> String {
    if case .reps = self { return "\(Int(axisValue))" }
    return Duration.seconds(axisValue).minutesText
  }

  /// Returns the range of some results: `34 to 48`.
  @MainActor
  fileprivate func words(for values: [Double]) -> String {
    guard let lowest = values.min(), let highest = values.max() else { return "" }
    return "\(text(ofAxisValue: lowest)) to \(text(ofAxisValue: highest))"
  }
}
