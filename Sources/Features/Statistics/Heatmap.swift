import Models
import TerminalUI

/// A calendar of the training time: a column for each week, a row for each weekday, and the months below.
struct Heatmap: PrimitiveView {
  let summary: TrainingSummary
  /// The number of weeks to show, up to this week.
  let weeks: Int

  /// The width of the weekday names.
  static let labelWidth = 4
  /// The height of seven weekdays and the months.
  static let height = 8

  private var visibleWeeks: ArraySlice<TrainingSummary.CalendarWeek> { summary.weeks.suffix(weeks) }

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(Self.labelWidth + weeks, Self.height))
  }

  func draw(in canvas: inout Canvas) {
    // In plain mode, a screen reader would read out every shade. The totals have the same information.
    guard
      canvas.environment.canDrawGraphics, let firstDay = visibleWeeks.first?.firstDay,
      firstDay <= summary.today
    else { return }
    for row in stride(from: 0, to: 7, by: 2) {
      let name = CivilDate(daysSince1970: firstDay + Int64(row)).weekdayName
      canvas.write(name, at: Point(0, row), style: canvas.theme.dim)
    }
    for day in firstDay...summary.today {
      put(0, day - firstDay, &canvas)
    }
    for day in summary.days.reversed() {
      guard day.number >= firstDay else { break }
      if day.number <= summary.today { put(level(of: day), day.number - firstDay, &canvas) }
    }
    writeMonths(&canvas)
  }

  private func put(_ level: Int, _ offset: Int64, _ canvas: inout Canvas) {
    canvas.put(
      canvas.glyphs.shades[level], at: Point(Self.labelWidth + Int(offset / 7), Int(offset % 7)),
      style: level == 0 ? canvas.theme.dim : canvas.theme.good)
  }

  /// Draws the name of each month under its first week, if the whole name fits.
  private func writeMonths(_ canvas: inout Canvas) {
    var last: Int?
    for (column, week) in visibleWeeks.enumerated() {
      let date = CivilDate(daysSince1970: week.firstDay)
      defer { last = date.month }
      guard let last, last != date.month, column + 3 <= visibleWeeks.count else { continue }
      canvas.write(
        date.monthName, at: Point(Self.labelWidth + column, Self.height - 1),
        style: canvas.theme.dim)
    }
  }

  /// Returns the shade of a day: 1 under five minutes, then one more from five, fifteen and thirty minutes.
  private func level(of day: TrainingSummary.Day) -> Int {
    switch day.duration {
    case ..<Duration.seconds(300): 1
    case ..<Duration.seconds(900): 2
    case ..<Duration.seconds(1800): 3
    default: 4
    }
  }
}
