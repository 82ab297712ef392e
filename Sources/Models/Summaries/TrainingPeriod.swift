/// A week, a month or a year.
///
/// ```swift
/// let period = TrainingPeriod("2026-W48")!
/// period.title       // "week 48 of 2026"
/// period.previous    // 2026-W47
/// ```
public struct TrainingPeriod: Hashable, Sendable {
  public enum Unit: String, CaseIterable, Sendable { case week, month, year }

  public let unit: Unit
  /// The days, counted from 1970-01-01.
  public let days: ClosedRange<Int64>
  private let weekStart: Settings.WeekStart

  /// Creates the period that contains a day, counted from 1970-01-01.
  public init(_ unit: Unit, of day: Int64, weekStart: Settings.WeekStart = .monday) {
    (self.unit, self.weekStart) = (unit, weekStart)
    let date = CivilDate(daysSince1970: day)
    switch unit {
    case .week:
      let first = weekStart.firstDay(ofWeekWith: day)
      days = first...first + 6
    case .month: days = date.daysOfMonth
    case .year: days = date.daysOfYear
    }
  }

  /// Creates a period from its text: `2026`, `2026-03`, or `2026-W48` in the numbering of ISO 8601.
  ///
  /// - Parameter weekStart: The first day of a week, which has the number of its Thursday.
  /// - Returns: `nil` for any other text.
  public init?(_ text: some StringProtocol, weekStart: Settings.WeekStart = .monday) {
    let text = text.uppercased()
    if [4, 7].contains(text.utf8.count), let days = HistoryQuery.date(text[...]) {
      self.init(text.utf8.count == 4 ? .year : .month, of: days.lowerBound, weekStart: weekStart)
      return
    }
    let parts = text.split(separator: "-W", omittingEmptySubsequences: false)
    guard
      parts.count == 2, parts[1].utf8.count == 2, parts[1].isDigits, let number = Int64(parts[1]),
      let year = HistoryQuery.date(parts[0]), parts[0].utf8.count == 4
    else { return nil }
    // The first week is the one with 4 January. A year has a week 53 only if its Thursday is in the year.
    let first = Settings.WeekStart.monday.firstDay(ofWeekWith: year.lowerBound + 3)
    let thursday = first + (number - 1) * 7 + 3
    guard year.contains(thursday) else { return nil }
    self.init(.week, of: thursday, weekStart: weekStart)
  }

  var isYear: Bool { unit == .year }

  private var first: CivilDate { CivilDate(daysSince1970: days.lowerBound) }

  /// The year and number of a week in ISO 8601.
  private var week: (year: Int, number: Int64) {
    let thursday = days.first { CivilDate(daysSince1970: $0).weekday == 4 } ?? days.lowerBound
    let year = TrainingPeriod(.year, of: thursday)
    return (year.first.year, (thursday - year.days.lowerBound) / 7 + 1)
  }

  /// The name in headings: `2026`, `Mar 2026`, `week 48 of 2026`.
  public var title: String {
    switch unit {
    case .week: "week \(week.number) of \(week.year)"
    case .month: "\(first.monthName) \(first.year)"
    case .year: "\(first.year)"
    }
  }

  /// The text from which the period can be created: `2026`, `2026-03`, `2026-W48`.
  public var text: String {
    guard unit == .week else { return String(first.text.prefix(unit == .year ? 4 : 7)) }
    let year = CivilDate(year: week.year, month: 1, day: 1).text.prefix(4)
    return "\(year)-W\(Int(week.number).twoDigits)"
  }

  /// The previous period, or this one if it is the first of the calendar.
  public var previous: TrainingPeriod { neighbor(days.lowerBound - 1) }

  /// The next period, or this one if it is the last of the calendar.
  public var next: TrainingPeriod { neighbor(days.upperBound + 1) }

  private func neighbor(_ day: Int64) -> TrainingPeriod {
    (1...9999).contains(CivilDate(daysSince1970: day).year)
      ? TrainingPeriod(unit, of: day, weekStart: weekStart) : self
  }
}
