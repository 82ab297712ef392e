import Models
import ReducerRuntime
import TerminalUI

/// Totals and streaks in two lines, and where there is room the calendar, the weeks and the records.
struct StatisticsView: View {
  let store: StoreOf<Statistics>
  let catalogue: Catalogue
  let isLow: Bool

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
        if !isLow { pictures(summary) }
      } else {
        Text("Loading…").style(.dim)
      }
    }
  }

  /// As many weeks as leave room for the records beside them.
  private func pictures(_ summary: TrainingSummary) -> some View {
    VStack {
      Text("")
      HStack(spacing: 2) {
        VStack {
          Heatmap(summary: summary, weekStart: store.weekStart, weeks: Self.weeks)
          HStack {
            Text("time").style(.dim).frame(width: 4)
            Sparkline(
              summary.weeklyDurations(Self.weeks, weekStart: store.weekStart).map {
                $0 / .seconds(1)
              }
            )
          }
        }
        .frame(width: Self.weeks + 4, height: 8)
        VStack {
          Text(summary.records.isEmpty ? "" : "Latest records").style(.dim)
          ForEach(Array(summary.records.prefix(7))) { record in
            HStack(spacing: 1) {
              Text(result(of: record), alignment: .trailing).frame(width: 14)
              Text(catalogue[record.challenge]?.name ?? record.challenge.rawValue.visibleText)
              Spacer()
            }
          }
          Spacer()
        }
        .frame(height: 8)
      }
    }
    .frame(height: 9)
  }

  private static let weeks = 26

  private func totals(_ summary: TrainingSummary) -> String {
    let workouts = summary.workouts == 1 ? "1 workout" : "\(summary.workouts) workouts"
    let minutes = summary.duration.components.seconds / 60
    let time =
      minutes < 60 ? summary.duration.minutesText : "\(minutes / 60) h \(minutes % 60) min"
    return "\(workouts), \(summary.reps) reps, \(time)"
  }

  /// - Parameters:
  ///   - day: The unit behind a number of days; a whole word has its plural.
  ///   - week: The same of weeks.
  private func streaks(_ summary: TrainingSummary, day: String, week: String) -> String {
    func text(_ streak: Streak, _ unit: String) -> String {
      let plural = streak.current != 1 && unit.count > 1 ? "s" : ""
      return "\(streak.current)\(unit)\(plural) (best \(streak.longest))"
    }
    let weeks = summary.weekStreak(weekStart: store.weekStart)
    return "In a row: \(text(summary.dayStreak, day)), \(text(weeks, week))"
  }

  private func result(of record: TrainingSummary.Record) -> String {
    catalogue[record.challenge]?.scoring.text(record.score) ?? "\(record.score.reps) reps"
  }
}
