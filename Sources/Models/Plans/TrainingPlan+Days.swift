extension TrainingPlan {
  /// Returns the day of each session and of the test after them, as of `today`.
  ///
  /// Finished sessions have the day on which they were done. The next one is due after its gap, or today if that day has
  /// passed or some of its sets are done. The others follow at their gaps.
  public func days(today: Int64) -> [Int64] {
    var days = completedDays
    let rule = PlanRule(test)
    var last = completedDays.last ?? test.day
    for number in days.count + 1...max(days.count, sessions.count) + 1 {
      last += rule.dayCount(before: number)
      if days.count == completedDays.count {
        last = progress?.day == today ? today : max(last, today)
      }
      days.append(last)
    }
    return days
  }

  /// Returns the day of the next session, or of the test after the last one.
  public func nextDay(today: Int64) -> Int64 { days(today: today)[completedDays.count] }
}

extension [TrainingPlan] {
  /// Returns the plan that is due first; of several, the one whose last session was earliest.
  public func next(today: Int64) -> TrainingPlan? {
    self.min { lhs, rhs in
      let (left, right) = (lhs.nextDay(today: today), rhs.nextDay(today: today))
      guard left == right else { return left < right }
      return (lhs.completedDays.last ?? lhs.test.day) < (rhs.completedDays.last ?? rhs.test.day)
    }
  }
}

extension Int64 {
  /// Returns a day, in days since 1970, relative to `today`: `today`, `tomorrow`, `in 3 days`.
  public func dueText(today: Int64) -> String {
    switch self - today {
    case ...0: "today"
    case 1: "tomorrow"
    case let days: "in \(days) days"
    }
  }

  /// A day, in days since 1970, without its year: `Wed 7 Jan`.
  public var dayText: String {
    let date = CivilDate(daysSince1970: self)
    return "\(date.weekdayName) \(date.day) \(date.monthName)"
  }
}
