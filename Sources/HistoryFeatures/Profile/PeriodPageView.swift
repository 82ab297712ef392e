import Models
import ReducerRuntime
import SharedFeatures
import TerminalUI

/// A view of a period: totals, a calendar, trends and records; beside each other in a wide terminal.
struct PeriodPageView: RetainedView {
  let store: StoreOf<PeriodPage>

  var body: some View {
    VStack {
      PageTitle("Training in \(store.period.title)", note: dates)
      if let failure = store.failure {
        Paragraph(failure.sentence).style(.warning)
        Spacer()
      } else if let summary = store.summary {
        if !summary.remark.isEmpty { Paragraph(summary.remark).style(.dim) }
        SizeReader { size in content(summary, in: size) }
      } else {
        Text("Loading…").style(.dim)
        Spacer()
      }
    }
  }

  /// The first and the last day: `23 Nov to 29 Nov`.
  private var dates: String {
    let days = store.period.days
    let ends = [days.lowerBound, days.upperBound].map { CivilDate(daysSince1970: $0).dayAndMonth }
    return ends.joined(separator: " to ")
  }

  @ViewBuilder private func content(_ summary: PeriodSummary, in size: Size) -> some View {
    let calendar = TrainingCalendar(summary)
    if size.width >= 120 {
      let columns = size.width >= 180 ? 3 : 2
      let width = (size.width - 4 * (columns - 1)) / columns
      HStack(spacing: 4) {
        list(columns == 3 ? store.figureRows : store.figureRows + store.recordRows, in: width)
          .frame(width: width, height: size.height)
        VStack {
          calendar.frame(height: TrainingCalendar.height)
          Text("")
          PeriodRows(rows: store.trendRows, selection: nil, width: width)
        }
        .frame(width: width, height: size.height)
        if columns == 3 {
          PeriodRows(rows: store.recordRows, selection: nil, width: width)
            .frame(width: width, height: size.height)
        }
      }
    } else {
      VStack {
        if size.height >= TrainingCalendar.height + 5 {
          calendar.frame(height: TrainingCalendar.height)
          Text("")
        }
        list(store.rows, in: size.width)
      }
    }
  }

  private func list(_ rows: [PeriodRow], in width: Int) -> some View {
    PeriodRows(rows: rows, selection: store.selection, width: width)
  }
}

/// A scrolled list of rows.
private struct PeriodRows: View {
  let rows: [PeriodRow]
  let selection: Int?
  let width: Int

  var body: some View {
    List(rows, selection: rows.isEmpty ? nil : selection) { row in
      switch row {
      case .heading(let text): Text(text).style(.title)
      case .figure(let figure): line(of: figure)
      case .trend(let trend, let maximum): line(of: trend, maximum)
      case .record(let record, let day):
        HStack(spacing: 2) {
          Text("\(record.name)  \(record.text)")
          Spacer()
          Text(day).style(.dim)
        }
      }
    }
  }

  @ViewBuilder private func line(of figure: PeriodSummary.Figure) -> some View {
    if width >= 56 {
      HStack(spacing: 2) {
        Text(figure.value, alignment: .trailing).frame(width: 12).style(.accent)
        Text(figure.name)
        Spacer()
        Text(
          [figure.change, figure.average.map { "average \($0)" }].compactMap(\.self)
            .joined(separator: ", ")
        ).style(.dim)
      }
    } else {
      Text("\(figure.value) \(figure.label)")
    }
  }

  private func line(of trend: PeriodSummary.Trend, _ maximum: Double) -> some View {
    HStack(spacing: 1) {
      Text(trend.title).frame(width: 10)
      if let minutes = trend.minutes {
        if width >= 48 { QuartileBar(quartiles: minutes, maximum: maximum) } else { Spacer() }
        Text(minutes.text, alignment: .trailing).frame(width: 20)
      } else {
        Text("no workouts").style(.dim)
        Spacer()
      }
    }
  }
}

/// A bar from the lower to the upper quartile with a mark at the median.
private struct QuartileBar: PrimitiveView {
  let quartiles: Quartiles
  let maximum: Double

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(8, 1), flexible: .horizontal)
  }

  func draw(in canvas: inout Canvas) {
    guard canvas.environment.canDrawGraphics, maximum > 0, canvas.size.width > 0 else { return }
    func column(_ value: Double) -> Int {
      Int((value / maximum * Double(canvas.size.width - 1)).rounded())
    }
    for x in column(quartiles.lower)...column(quartiles.upper) {
      canvas.put(canvas.glyphs.box.horizontal, at: Point(x, 0), style: canvas.theme.good)
    }
    canvas.put(
      canvas.glyphs.block, at: Point(column(quartiles.median), 0), style: canvas.theme.good)
  }
}
