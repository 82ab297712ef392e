/// A day of the Gregorian calendar, without a time zone.
public struct CivilDate: Hashable, Sendable, Comparable {
  public var year: Int
  public var month: Int
  public var day: Int

  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates a date from days since 1970-01-01.
  public init(daysSince1970 days: Int64) {
    // Counted in years that begin on 1 March, so that a leap day is a year's last, and in eras of
    // 400 years, which all have the same number of days.
    let shifted = days + 719_468
    let era = shifted.flooredDivision(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1970-01-01.
  public var daysSince1970: Int64 {
    let year = Int64(month <= 2 ? self.year - 1 : self.year)
    let era = year.flooredDivision(by: 400)
    let yearOfEra = year - era * 400
    let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Whether the date exists.
  public var isValid: Bool {
    (1...12).contains(month) && CivilDate(daysSince1970: daysSince1970) == self
  }

  /// 1 for Monday to 7 for Sunday.
  public var weekday: Int {
    Int((daysSince1970 + 3) - (daysSince1970 + 3).flooredDivision(by: 7) * 7) + 1
  }

  public static func < (lhs: CivilDate, rhs: CivilDate) -> Bool {
    (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
  }
}
