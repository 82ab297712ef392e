extension StrengthHistory {
  /// The highest estimated one-rep maximum of each session that has one, earliest first.
  ///
  /// - Complexity: O(n) in the sets.
  public var estimates: [StrengthRecords.Estimate] {
    sessions.compactMap { session in
      StrengthHistory(exercise: exercise, sessions: [session], unit: unit, rule: nil).bestEstimate
    }
  }
}

extension StrengthRecords {
  /// The best set with the most reps; `nil` without sets. It is the record where no maximum can be estimated.
  public var mostReps: DatedSet? { bests.last?.source }

  /// The maximum number of weeks in ``consecutiveWeeks``.
  public static let maxWeekCount = 104

  /// The weeks from the first to the last one with sets, also those between without any; only the last ``maxWeekCount``
  /// of more.
  ///
  /// - Complexity: O(n) in the weeks.
  public var consecutiveWeeks: [WeekVolume] {
    guard let first = weeks.first, let last = weeks.last else { return [] }
    let known = Dictionary(weeks.map { ($0.week, $0) }) { first, _ in first }
    let start = max(first.week.number, last.week.number - Int64(Self.maxWeekCount - 1) * 7)
    return stride(from: start, through: last.week.number, by: 7).map { number in
      let week = Week(number: number)
      return known[week] ?? WeekVolume(week: week)
    }
  }
}
