import FoundationEssentials
import Models
import ReducerRuntime
import TerminalUI

/// A view of totals and streaks on two lines, and of the charts if they fit.
struct StatisticsView: View {
  let store: StoreOf<Profile>
  let catalogue: Catalogue
  /// The size of this view, together with the list below it unless it is a column.
  let size: Size
  /// Whether the list is beside this view.
  let isColumn: Bool

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
            size: Size(size.width, chartsHeight), isStacked: isColumn && size.height >= 26)
        }
      } else {
        Text("Loading…").style(.dim)
      }
    }
  }

  private var chartsHeight: Int {
    if isColumn { return size.height - (store.goalProgress == nil ? 3 : 4) }
    return size.height >= 45 ? 16 : size.height >= 26 ? 11 : 8
  }

  private func totals(_ summary: TrainingSummary) -> String {
    let workouts = summary.workoutCount == 1 ? "1 workout" : "\(summary.workoutCount) workouts"
    let reps = summary.reps.repsText
    return "\(workouts), \(reps), \(summary.duration.totalText)"
  }

  /// Returns the streaks in words.
  ///
  /// - Parameters:
  ///   - day: The unit after a number of days. A unit longer than one letter gets a plural "s".
  ///   - week: The unit after a number of weeks.
  private func streaks(_ summary: TrainingSummary, day: String, week: String) -> String {
    func text(_ streak: Streak, _ unit: String) -> String {
      let plural = streak.current != 1 && unit.count > 1 ? "s" : ""
      return "\(streak.current)\(unit)\(plural) (best \(streak.longest))"
    }
    return "Streak: \(text(summary.dayStreak, day)), \(text(summary.weekStreak, week))"
  }
}

/// The progress towards the weekly goal: a text with a bar, or only the text in a narrow terminal.
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

// MARK: - Charts

/// A view of the calendar and, beside or below it, charts of the weeks or of body weight and effort, and the latest
/// records.
struct StatisticsCharts: View {
  let summary: TrainingSummary
  let catalogue: Catalogue
  /// Whether the charts show body weight and effort instead of weeks.
  let showsFigures: Bool
  let size: Size
  /// Whether the charts are below the calendar.
  let isStacked: Bool

  var body: some View {
    if isStacked {
      VStack(spacing: 1) {
        TrainingCalendar(summary).frame(width: size.width, height: TrainingCalendar.height - 1)
        charts(in: Size(size.width, size.height - TrainingCalendar.height))
      }
    } else {
      HStack(spacing: 2) {
        TrainingCalendar(summary).frame(width: calendarWidth, height: size.height)
        if chartsWidth >= 44 {
          charts(in: Size(chartsWidth, size.height))
        } else if chartsWidth >= 20 {
          VStack {
            first.frame(width: chartsWidth, height: size.height / 2)
            second.frame(width: chartsWidth, height: size.height / 2)
          }
        }
      }
      .frame(height: size.height)
    }
  }

  /// Two charts and, with enough room, the latest records below them.
  private func charts(in size: Size) -> some View {
    let height = size.height >= 16 ? 10 : size.height / 2
    return VStack {
      HStack(spacing: 2) {
        first.frame(width: (size.width - 2) / 2)
        second.frame(width: (size.width - 2) / 2)
      }
      .frame(height: height)
      RecordList(records: summary.records, catalogue: catalogue)
        .frame(width: size.width, height: size.height - height)
    }
  }

  /// The width of half a year.
  private var calendarWidth: Int {
    TrainingCalendar.labelWidth + min(26, size.width - TrainingCalendar.labelWidth)
  }

  /// The width of the room beside the calendar.
  private var chartsWidth: Int { size.width - calendarWidth - 2 }

  @ViewBuilder private var first: some View {
    if showsFigures { FigureChart.bodyWeight(summary.figures) } else { volume }
  }

  @ViewBuilder private var second: some View {
    if showsFigures { FigureChart.effort(summary.figures) } else { time }
  }

  private var volume: some View { chart("Reps a week", reps) }

  private var time: some View { chart("Minutes a week", minutes) }

  private var reps: [Double] { summary.weeks.map { Double($0.reps) } }

  private var minutes: [Double] {
    summary.weeks.map { Double($0.duration.wholeMinutes) }
  }

  /// The width of the labels, which is the same in both charts so that they show the same weeks.
  private var minLabelWidth: Int {
    max(reps.max() ?? 0, minutes.max() ?? 0).wholeNumber.count
  }

  private func chart(_ title: String, _ columns: [Double]) -> some View {
    let dates = summary.weeks.map { CivilDate(daysSince1970: $0.firstDay).dayAndMonth }
    // The first week is the first one with training, and the current week isn't over.
    let typical = Quartiles(of: columns.dropLast().drop { $0 == 0 })
    return VStack {
      ViewThatFits {
        if let typical { Text("\(title), median \(typical.text)").style(.dim) }
        Text(title).style(.dim)
      }
      Chart(
        columns: columns, value: \.wholeNumber, name: { dates[$0] }, minLabelWidth: minLabelWidth)
    }
  }
}

private struct RecordList: View {
  let records: [TrainingSummary.Record]
  let catalogue: Catalogue

  var body: some View {
    SizeReader { size in
      VStack {
        Text(records.isEmpty ? "" : "Latest records").style(.dim)
        ForEach(Array(records.prefix(size.height - 1))) { record in
          HStack(spacing: 1) {
            Text(result(of: record), alignment: .trailing).frame(width: 14)
            Text(catalogue.name(of: record.challenge))
            Spacer()
          }
        }
      }
    }
  }

  private func result(of record: TrainingSummary.Record) -> String {
    catalogue[record.challenge]?.text(record.score) ?? record.score.reps.repsText
  }
}

// MARK: - Figures

/// A chart of a figure that the person has added to workouts.
struct FigureChart: View {
  let title: String
  let values: [Chart.Value]
  /// The days of the values.
  let days: [String]
  /// Returns a short text for a value.
  var text: @MainActor (Double) -> String = { $0.tenthsText }

  /// The minimum range of a chart, so that small differences look small.
  private static let minSpan = 2.0

  var body: some View {
    VStack {
      Text(title).style(.dim)
      if values.count > 1 {
        Chart(values, minSpan: Self.minSpan, value: text, name: { days[$0] })
      } else {
        Paragraph(values.first.map { "\(text($0.y)) on \(days[0])" } ?? "none yet").style(.dim)
      }
    }
  }

  /// Returns a chart of body weight over time, in the unit of the last weight.
  static func bodyWeight(_ figures: [TrainingSummary.DatedFigures]) -> FigureChart {
    let weights = figures.compactMap { dated in
      dated.figures.bodyWeight.map { (date: dated.startedAt, day: dated.day, weight: $0) }
    }
    let unit = weights.last?.weight.unit ?? .kilograms
    return FigureChart(
      title: "Body weight, \(unit.rawValue)",
      values: weights.map {
        Chart.Value($0.date.timeIntervalSince1970, $0.weight.value(in: unit))
      }, days: weights.map { $0.day.dayAndMonth })
  }

  /// Returns a chart of the effort in the last sessions, evenly spaced.
  static func effort(_ figures: [TrainingSummary.DatedFigures]) -> FigureChart {
    let efforts = figures.compactMap { dated in
      dated.figures.effort.map { (day: dated.day, effort: $0) }
    }
    return FigureChart(
      title: "RPE", values: efforts.enumerated().map { Chart.Value(Double($0), $1.effort.value) },
      days: efforts.map { $0.day.dayAndMonth })
  }
}
