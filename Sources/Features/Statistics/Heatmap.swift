import Models
import TerminalUI

/// A calendar of how much was done: a column a week, a row a weekday, this week at the right end, the months below.
struct Heatmap: PrimitiveView {
  let summary: TrainingSummary
  /// How many weeks there is room for.
  let weeks: Int

  /// Columns for the names of weekdays.
  static let labelWidth = 4
  /// Seven weekdays, and the months.
  static let height = 8

  private var visibleWeeks: ArraySlice<TrainingSummary.CalendarWeek> { summary.weeks.suffix(weeks) }

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(Self.labelWidth + weeks, Self.height))
  }

  func draw(in canvas: inout Canvas) {
    // Told line by line it would be dots; the totals say what it says.
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

  /// Each month's name under the first week that begins in it, where the whole name has room.
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
