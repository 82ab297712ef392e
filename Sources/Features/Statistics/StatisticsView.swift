import Models
import ReducerRuntime
import TerminalUI

/// A view of totals and streaks on two lines, and of the charts if they fit.
struct StatisticsView: View {
  let store: StoreOf<Statistics>
  let catalogue: Catalogue
  /// The size of this view and the list below together.
  let size: Size

  var body: some View {
    VStack {
      if let failure = store.failure {
        Paragraph(failure.sentence).style(.warning)
      } else if let summary = store.summary {
        Text(totals(summary))
        ViewThatFits {
          Text(streaks(summary, day: " day", week: " week")).style(.dim)
          Text(streaks(summary, day: "d", week: "w")).style(.dim)
        }
        if let progress = store.goalProgress { GoalLine(progress: progress) }
        if size.height >= 17, summary.workoutCount > 0 {
          Text("")
          StatisticsCharts(
            summary: summary, catalogue: catalogue, showsFigures: store.showsFigures,
            size: Size(size.width, size.height >= 45 ? 16 : size.height >= 26 ? 11 : 8))
        }
      } else {
        Text("Loading…").style(.dim)
      }
    }
  }

  private func totals(_ summary: TrainingSummary) -> String {
    let workouts = summary.workoutCount == 1 ? "1 workout" : "\(summary.workoutCount) workouts"
    let reps = summary.reps.repsText
    return "\(workouts), \(reps), \(time(summary.duration))"
  }

  /// Returns a duration in seconds, or in minutes from one minute on.
  private func time(_ duration: Duration) -> String {
    let minutes = duration.wholeMinutes
    return switch minutes {
    case ..<1: "\(duration.components.seconds) s"
    case ..<60: "\(minutes) min"
    default: "\(minutes / 60) h \(minutes % 60) min"
    }
  }

  /// Returns the streaks in words.
  ///
  /// - Parameters:
  ///   - day: The unit after a number of days. A whole word gets a plural.
  ///   - week: The unit after a number of weeks.
  private func streaks(_ summary: TrainingSummary, day: String, week: String) -> String {
    func text(_ streak: Streak, _ unit: String) -> String {
      let plural = streak.current != 1 && unit.count > 1 ? "s" : ""
      return "\(streak.current)\(unit)\(plural) (best \(streak.longest))"
    }
    return "Streak: \(text(summary.dayStreak, day)), \(text(summary.weekStreak, week))"
  }
}

/// The progress of the goal for the week: a bar with its text, or the text alone where there is little room.
private struct GoalLine: View {
  let progress: GoalProgress

  var body: some View {
    let text = Text("This week: \(progress.text)").style(progress.isReached ? .good : .accent)
    SizeReader { size in
      if size.width >= 60 {
        HStack(spacing: 2) {
          text
          ProgressBar(progress.fraction, label: "")
        }
      } else {
        text
      }
    }
    .frame(height: 1)
  }
}
