import Models
import TerminalUI

/// The charts of an exercise.
enum StrengthChart {
  /// Returns a chart of the estimated maximum of each session, or of the most reps where there is no estimate.
  @MainActor
  static func best(_ history: StrengthHistory) -> FigureChart {
    let estimates = history.estimates
    guard estimates.isEmpty else {
      return FigureChart(
        title: "Estimated maximum, \(history.unit.rawValue)",
        values: estimates.map {
          Chart.Value(Double($0.source.day), $0.mass.value(in: history.unit))
        }, days: estimates.map { $0.source.day.dayAndMonth })
    }
    let results = history.sessions.compactMap { session in
      session.sets.filter { !$0.isWarmUp }.map(\.reps).max().map { (day: session.day, reps: $0) }
    }
    return FigureChart(
      title: "Most reps in a set",
      values: results.map { Chart.Value(Double($0.day), Double($0.reps)) },
      days: results.map(\.day.dayAndMonth), text: \.wholeNumber)
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

extension Mass {
  /// Returns the mass as a number for a chart.
  fileprivate func value(in unit: Weight.Unit) -> Double {
    Double(thousandths(of: unit)) / 1000
  }
}

extension Int64 {
  fileprivate var dayAndMonth: String { CivilDate(daysSince1970: self).dayAndMonth }
}
