import Models
import TerminalUI

/// A calendar of how much was done: a column a week, a row a weekday, this week at the right end.
struct Heatmap: PrimitiveView {
  let summary: TrainingSummary
  let weekStart: Int
  let weeks: Int

  /// Columns for the names of weekdays.
  private static let margin = 4

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(Self.margin + weeks, 7))
  }

  func draw(in canvas: inout Canvas) {
    let thisWeek = TrainingSummary.week(of: summary.today, weekStart: weekStart)
    let firstDay = TrainingSummary.firstDay(
      ofWeek: thisWeek - Int64(weeks) + 1, weekStart: weekStart)
    for row in stride(from: 0, to: 7, by: 2) {
      let name = CivilDate(daysSince1970: firstDay + Int64(row)).weekdayName
      canvas.write(name, at: Point(0, row), style: canvas.theme.dim)
    }
    for day in firstDay...max(firstDay, summary.today) {
      put(0, day - firstDay, &canvas)
    }
    for day in summary.days.reversed() {
      guard day.number >= firstDay else { break }
      if day.number <= summary.today { put(level(of: day), day.number - firstDay, &canvas) }
    }
  }

  private func put(_ level: Int, _ offset: Int64, _ canvas: inout Canvas) {
    canvas.put(
      canvas.glyphs.shades[level], at: Point(Self.margin + Int(offset / 7), Int(offset % 7)),
      style: level == 0 ? canvas.theme.dim : canvas.theme.good)
  }

  /// 1 for under five minutes, then a step each at five, fifteen and thirty.
  private func level(of day: TrainingSummary.Day) -> Int {
    switch day.duration {
    case ..<Duration.seconds(300): 1
    case ..<Duration.seconds(900): 2
    case ..<Duration.seconds(1800): 3
    default: 4
    }
  }
}
