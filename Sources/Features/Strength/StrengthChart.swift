import Models
import TerminalUI

/// The charts of an exercise.
enum StrengthChart {
  /// Returns a chart of the best result of each session: the estimated maximum, or where no set has one, the best load, or
  /// the most reps if all sets are with the body's weight.
  @MainActor
  static func best(_ history: StrengthHistory) -> FigureChart {
    let unit = history.unit
    let estimates = history.estimates
    guard estimates.isEmpty else {
      return chart(
        "Estimated maximum, \(unit.rawValue)",
        estimates.map { ($0.source.day, $0.mass.value(in: unit)) }, \.loadText)
    }
    let results = history.sessions.compactMap { session in
      let sets = session.sets.filter { !$0.isWarmUp }
      return sets.isEmpty ? nil : (day: session.day, sets: sets)
    }
    guard results.allSatisfy({ $0.sets.allSatisfy { $0.load == .bodyWeight } }) else {
      return chart(
        "Load, \(unit.rawValue) (0: body weight)",
        results.map { ($0.day, ($0.sets.map(\.load.rank).max() ?? .zero).value(in: unit)) },
        \.loadText)
    }
    return chart(
      "Most reps in a set",
      results.map { ($0.day, Double($0.sets.map(\.reps).max() ?? 0)) }, \.wholeNumber)
  }

  @MainActor
  private static func chart(
    _ title: String, _ results: [(day: Int64, value: Double)],
    _ text: @escaping @MainActor (Double) -> String
  ) -> FigureChart {
    FigureChart(
      title: title, values: results.map { Chart.Value(Double($0.day), $0.value) },
      days: results.map(\.day.dayAndMonth), text: text)
  }

  /// Returns a chart of the volume a week, or of the reps where no set has a volume.
  @MainActor
  static func weeks(_ records: StrengthRecords, _ unit: Weight.Unit) -> some View {
    let weeks = records.consecutiveWeeks
    let hasVolume = weeks.contains { $0.volume > .zero }
    let days = weeks.map(\.week.firstDay.dayAndMonth)
    return VStack {
      Text(hasVolume ? "Volume a week, \(unit.rawValue)" : "Reps a week").style(.dim)
      Chart(
        columns: weeks.map { hasVolume ? $0.volume.value(in: unit) : Double($0.reps) },
        value: \.wholeNumber, name: { days[$0] })
    }
  }
}

extension Double {
  /// The number with a decimal digit if it has one: `107.5`, `-20`.
  fileprivate var loadText: String {
    let tenths = Int((magnitude * 10).rounded())
    let fraction = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
    return "\(self < 0 && tenths > 0 ? "-" : "")\(tenths / 10)\(fraction)"
  }
}

extension Mass {
  /// Returns the mass as a number for a chart.
  fileprivate func value(in unit: Weight.Unit) -> Double {
    Double(thousandths(of: unit)) / 1000
  }
}

extension Int64 {
  fileprivate var dayAndMonth: String { CivilDate(daysSince1970: self).dayAndMonth }
}
