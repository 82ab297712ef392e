import Models
import TerminalUI

/// A calendar of the training time: a column for each week, a row for each weekday, the months and a legend below.
///
/// The squares have four shades of a color. Without 256 colors, their heights differ instead.
struct TrainingCalendar: PrimitiveView {
  /// The days with workouts, earliest first.
  private let days: [TrainingSummary.Day]
  /// The first day of the last week.
  private let lastWeek: Int64
  private let today: Int64
  /// The days of the period whose weeks are underlined; `nil` for none.
  private var period: ClosedRange<Int64>?

  /// Creates a calendar that ends with the current week.
  init(_ summary: TrainingSummary) {
    (days, today) = (summary.days, summary.today)
    lastWeek = summary.weeks.last?.firstDay ?? today
  }

  /// Creates a calendar that ends with the last week of a period.
  init(_ summary: PeriodSummary) {
    (days, today, period) = (summary.allDays, summary.today, summary.period.days)
    lastWeek = summary.settings.weekStart.firstDay(ofWeekWith: summary.period.days.upperBound)
  }

  static let labelWidth = 4
  /// The height of seven weekdays, the months, the marks of a period and the legend.
  static let height = 10

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(proposal.width, Self.height), flexible: .horizontal)
  }

  func draw(in canvas: inout Canvas) {
    // In plain mode, a screen reader would read out every square. The totals have the same information.
    guard canvas.environment.canDrawGraphics else { return }
    let weeks = min(max(1, canvas.size.width - Self.labelWidth), TrainingSummary.weekCount)
    let first = lastWeek - Int64(weeks - 1) * 7
    for row in stride(from: 0, to: 7, by: 2) {
      let name = CivilDate(daysSince1970: first + Int64(row)).weekdayName
      canvas.write(name, at: Point(0, row), style: canvas.theme.dim)
    }
    let end = min(today, lastWeek + 6)
    guard first <= end else { return }
    for day in first...end { put(0, day - first, &canvas) }
    for day in days where (first...end).contains(day.number) {
      put(day.level, day.number - first, &canvas)
    }
    writeMonths(from: first, weeks, &canvas)
    writeLegend(&canvas)
  }

  private func put(_ level: Int, _ offset: Int64, _ canvas: inout Canvas) {
    put(level, at: Point(Self.labelWidth + Int(offset / 7), Int(offset % 7)), &canvas)
  }

  private func put(_ level: Int, at point: Point, _ canvas: inout Canvas) {
    if level > 0, let square = canvas.glyphs.square, canvas.theme.showsColors {
      var style = canvas.theme.text
      style.foreground = canvas.theme.shades[level - 1]
      canvas.put(square, at: point, style: style)
    } else {
      canvas.put(
        canvas.glyphs.shades[level], at: point,
        style: level == 0 ? canvas.theme.dim : canvas.theme.good)
    }
  }

  /// Draws the name of each month under its first week if the whole name fits, and underlines the weeks of the period.
  private func writeMonths(from first: Int64, _ weeks: Int, _ canvas: inout Canvas) {
    var last: Int?
    for column in 0..<weeks {
      let day = first + Int64(column) * 7
      let date = CivilDate(daysSince1970: day)
      defer { last = date.month }
      if let last, last != date.month, column + 3 <= weeks {
        canvas.write(
          date.monthName, at: Point(Self.labelWidth + column, 7), style: canvas.theme.dim)
      }
    }
    guard let period else { return }
    let columns =
      (max(0, (period.lowerBound - first) / 7))...(max(0, (period.upperBound - first) / 7))
    for column in columns where column < weeks {
      canvas.put(
        canvas.glyphs.up, at: Point(Self.labelWidth + Int(column), 8), style: canvas.theme.accent)
    }
  }

  /// Draws the meaning of the squares below the months, or below the marks of the period.
  private func writeLegend(_ canvas: inout Canvas) {
    let y = period == nil ? Self.height - 2 : Self.height - 1
    guard y < canvas.size.height else { return }
    var x = Self.labelWidth
    let texts = ["0", "<5", "<15", "<30", canvas.size.width < 46 ? "30+" : "30 minutes or more"]
    for (level, text) in texts.enumerated() {
      put(level, at: Point(x, y), &canvas)
      canvas.write(text, at: Point(x + 2, y), style: canvas.theme.dim)
      x += text.count + 3
    }
  }
}
