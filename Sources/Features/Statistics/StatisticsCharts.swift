import Models
import TerminalUI

/// A view of the calendar, with charts of the weeks, or of body weight and effort, and the latest records beside it.
struct StatisticsCharts: View {
  let summary: TrainingSummary
  let catalogue: Catalogue
  /// Whether the charts show body weight and effort instead of weeks.
  let showsFigures: Bool
  let size: Size

  var body: some View {
    HStack(spacing: 2) {
      Heatmap(summary: summary, weeks: weeks).frame(width: calendarWidth, height: size.height)
      if chartsWidth >= 44 {
        VStack {
          HStack(spacing: 2) {
            first.frame(width: (chartsWidth - 2) / 2)
            second.frame(width: (chartsWidth - 2) / 2)
          }
          .frame(height: chartHeight)
          RecordList(records: summary.records, catalogue: catalogue)
            .frame(width: chartsWidth, height: size.height - chartHeight)
        }
      } else if chartsWidth >= 20 {
        VStack {
          first.frame(width: chartsWidth, height: size.height / 2)
          second.frame(width: chartsWidth, height: size.height / 2)
        }
      }
    }
    .frame(height: size.height)
  }

  /// The number of weeks in the calendar: a year in a wide terminal, otherwise half a year.
  private var weeks: Int {
    min(size.width >= 150 ? TrainingSummary.weekCount : 26, size.width - Heatmap.labelWidth)
  }

  private var calendarWidth: Int { Heatmap.labelWidth + weeks }

  /// The width beside the calendar.
  private var chartsWidth: Int { size.width - calendarWidth - 2 }

  /// The height of the charts. The records have the rest.
  private var chartHeight: Int { size.height >= 16 ? 10 : size.height / 2 }

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
    return VStack {
      Text(title).style(.dim)
      Chart(
        columns: columns, value: \.wholeNumber, name: { dates[$0] }, minLabelWidth: minLabelWidth)
    }
  }
}

/// A list of the latest records.
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
