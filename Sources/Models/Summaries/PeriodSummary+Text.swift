extension PeriodSummary {
  /// The heading: `Training in Mar 2026`.
  public var title: String { "Training in \(period.title)" }

  /// The line below the heading: the periods to compare with, or a message if there are no workouts; it may be empty.
  public var remark: String {
    guard !days.isEmpty else { return "No workouts by \(person) in \(period.title)." }
    let until = period.days.contains(today) ? "Until \(dayText(today))" : ""
    guard let before = previousTotals else { return until }
    let count = comparedTotals.count
    let average = count > 1 ? " and the average of \(count) \(period.unit.rawValue)s" : ""
    let name = period.previous.title
    guard before.workouts > 0 || count > 1 else { return until }
    return until.isEmpty
      ? "Compared with \(name)\(average)"
      : "\(until), compared with the same days of \(name)\(average)"
  }

  /// A total with its meaning.
  public struct Figure: Hashable, Sendable {
    public let value: String
    public let name: String
    /// The change since the previous period: `+3`; `nil` without a period to compare with.
    public var change: String?
    /// The average of up to twelve previous periods, if there are at least two.
    public var average: String?

    /// The meaning with the change and the average: `workouts, +3, average 8.3`.
    public var label: String {
      [name, change, average.map { "average \($0)" }].compactMap(\.self).joined(separator: ", ")
    }
  }

  /// The totals and streaks; empty without workouts.
  public var figures: [Figure] {
    guard !days.isEmpty else { return [] }
    let unit = settings.unit ?? .kilograms
    let runs = days.map { (first: $0.number, last: $0.number) }
    let longest = Streak(of: runs, training: settings.trainingDays, today: today).longest
    let (isCurrent, all) = (period.days.contains(today), allTotals)
    let figures = [
      Self.figure("workouts", all) { Double($0.workouts) },
      Self.figure("days with workouts", all) { Double($0.days) },
      Self.figure(
        "training time", all, text: { Duration.seconds($0.rounded()).totalText },
        shown: { $0 < 60 ? $0.rounded() : ($0 / 60).rounded(.down) * 60 },
        { Double($0.duration.components.seconds) }),
      Self.figure("reps", all) { Double($0.reps) },
      Self.figure("volume of weights", all, text: { "\($0.tenthsText) \(unit.rawValue)" }) {
        Double($0.volume.thousandths(of: unit)) / 1000
      },
      Self.planFigure(all),
      Figure(
        value: "\(longest)", name: "longest streak in days" + (isCurrent ? ", now \(streak)" : "")),
    ]
    return figures.compactMap(\.self)
  }

  /// The sets of each muscle group that was trained in one of the periods; empty without workouts.
  public var groupFigures: [Figure] {
    guard !days.isEmpty else { return [] }
    let all = allTotals
    return MuscleGroup.allCases.compactMap { group in
      Self.figure("sets for \(group.rawValue)", all) { Double($0.sets[group] ?? 0) }
    }
  }

  /// The totals of the period and of those to compare with, latest first.
  private var allTotals: [Totals] { [totals] + comparedTotals }

  /// Returns a figure; `nil` if it is zero in all periods.
  ///
  /// - Parameter shown: Rounds a value to what its text shows, so that the change is the difference of the shown values.
  private static func figure(
    _ name: String, _ all: [Totals], text: (Double) -> String = \.tenthsText,
    shown: (Double) -> Double = { ($0 * 10).rounded() / 10 }, _ value: (Totals) -> Double
  ) -> Figure? {
    let (new, earlier) = (value(all[0]), all.dropFirst().map(value))
    guard new > 0 || earlier.contains(where: { $0 > 0 }) else { return nil }
    var figure = Figure(value: text(new), name: name)
    if let old = earlier.first, all[1].workouts > 0 || earlier.count > 1 {
      let change = shown(new) - shown(old)
      figure.change = (change < 0 ? "-" : "+") + text(abs(change))
    }
    if earlier.count > 1 { figure.average = text(earlier.reduce(0, +) / Double(earlier.count)) }
    return figure
  }

  /// The completed share of the sessions of plans; `nil` if none was scheduled or done.
  private static func planFigure(_ all: [Totals]) -> Figure? {
    func text(_ totals: ArraySlice<Totals>) -> String? {
      let done = totals.reduce(0) { $0 + $1.doneSessions }
      let scheduled = totals.reduce(0) { $0 + $1.scheduledSessions }
      return scheduled > 0 ? "\(Int((Double(done) / Double(scheduled) * 100).rounded())) %" : nil
    }
    let (totals, earlier) = (all[0], all.dropFirst())
    guard totals.scheduledSessions > 0 || totals.doneSessions > 0 else { return nil }
    let share = text(all.prefix(1)).map { ", \($0)" } ?? ""
    let before = text(earlier.prefix(1)).map { "\($0) before" }
    return Figure(
      value: "\(totals.doneSessions)",
      name: "of \(totals.scheduledSessions) planned sessions\(share)", change: before,
      average: earlier.count > 1 ? text(earlier) : nil)
  }
}

extension Double {
  /// The number with a decimal digit, or without one if it is zero: `82.5`, `80`.
  public var tenthsText: String {
    let tenths = Int(clamping: Int64((self * 10).rounded()))
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

// MARK: - JSON

extension PeriodSummary {
  /// The summary as JSON. `previous` and `average` have the same days of earlier periods, or are null.
  public var json: JSONText {
    let compared = comparedTotals
    return [
      "user": .string(person.text), "period": .string(period.text),
      "first_day": Self.json(period.days.lowerBound), "last_day": Self.json(period.days.upperBound),
      "totals": Self.json([totals]), "previous": compared.first.map { Self.json([$0]) } ?? .null,
      "average_of": .number(Int64(compared.count)),
      "average": compared.isEmpty ? .null : Self.json(compared),
      "records": .array(
        records.map {
          ["name": .string($0.name), "result": .string($0.text), "day": Self.json($0.day)]
        }),
    ]
  }

  private static func json(_ day: Int64) -> JSONText {
    .string(CivilDate(daysSince1970: day).text)
  }

  /// Returns the mean of some totals, which are whole numbers if there is only one.
  private static func json(_ all: [Totals]) -> JSONText {
    func mean(_ value: (Totals) -> Int64) -> JSONText {
      let sum = all.map(value).reduce(0, +)
      return all.count == 1 ? .number(sum) : .decimal(Double(sum) / Double(all.count))
    }
    let sets = MuscleGroup.allCases.map { group in
      (group.rawValue, mean { Int64($0.sets[group] ?? 0) })
    }
    return [
      "workouts": mean { Int64($0.workouts) }, "days": mean { Int64($0.days) },
      "duration_ms": mean { $0.duration.wholeMilliseconds }, "reps": mean { Int64($0.reps) },
      "volume_g": mean { Int64($0.volume.thousandths(of: .kilograms)) }, "sets": .object(sets),
      "scheduled_sessions": mean { Int64($0.scheduledSessions) },
      "done_sessions": mean { Int64($0.doneSessions) },
    ]
  }
}

// MARK: - Trends

extension PeriodSummary {
  /// The training time of a period's days with workouts.
  public struct Trend: Hashable, Sendable {
    /// The period: `Nov 2026`, `2026-W48`.
    public let title: String
    /// The minutes of its training days; `nil` without workouts.
    public let minutes: Quartiles?
  }

  /// The trends of the period and the twelve before it, latest first, without those before the first workout.
  public var trends: [Trend] {
    var next = period
    return (0...comparedTotals.count).map { _ in
      let period = next
      next = period.previous
      let minutes = allDays.filter { period.days.contains($0.number) }.map {
        Double($0.duration.components.seconds) / 60
      }
      return Trend(
        title: period.unit == .week ? period.text : period.title, minutes: Quartiles(of: minutes))
    }
  }
}

/// The median of some values, and the band between their quartiles.
public struct Quartiles: Hashable, Sendable {
  public let lower: Double
  public let median: Double
  public let upper: Double

  /// Creates the quartiles, interpolated linearly between the sorted values; `nil` without values.
  ///
  /// - Complexity: O(n log n).
  public init?(of values: some Sequence<Double>) {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    func quantile(_ share: Double) -> Double {
      let position = share * Double(sorted.count - 1)
      let index = Int(position)
      let next = sorted[min(index + 1, sorted.count - 1)]
      return sorted[index] + (next - sorted[index]) * (position - Double(index))
    }
    (lower, median, upper) = (quantile(0.25), quantile(0.5), quantile(0.75))
  }

  /// The median and the band: `62.5 (45 to 80)`.
  public var text: String {
    "\(median.tenthsText) (\(lower.tenthsText) to \(upper.tenthsText))"
  }
}
