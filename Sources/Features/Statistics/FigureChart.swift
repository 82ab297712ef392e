import FoundationEssentials
import Models
import TerminalUI

/// A chart of a figure that the person has added to workouts.
struct FigureChart: View {
  let title: String
  let values: [Chart.Value]
  /// The days of the values.
  let days: [String]
  /// Returns a short text for a value.
  var text: @MainActor (Double) -> String = \.tenthsText

  /// The minimum range of a chart. Smaller differences count as none.
  private static let minSpan = 2.0

  var body: some View {
    VStack {
      Text(title).style(.dim)
      if values.count > 1 {
        Chart(values, minSpan: Self.minSpan, value: text, name: { days[$0] })
      } else {
        Paragraph(values.first.map { "\(text($0.y)) on \(days[0])" } ?? "none yet").style(.dim)
      }
    }
  }

  /// Returns a chart of body weight over time, in the unit of the last one.
  static func bodyWeight(_ figures: [TrainingSummary.DatedFigures]) -> FigureChart {
    let weights = figures.compactMap { dated in
      dated.figures.bodyWeight.map { (date: dated.startedAt, day: dated.day, weight: $0) }
    }
    let unit = weights.last?.weight.unit ?? .kilograms
    return FigureChart(
      title: "Body weight, \(unit.rawValue)",
      values: weights.map {
        Chart.Value($0.date.timeIntervalSince1970, $0.weight.value(in: unit))
      }, days: weights.map { $0.day.dayAndMonth })
  }

  /// Returns a chart of the effort of the last sessions, at equal distances.
  static func effort(_ figures: [TrainingSummary.DatedFigures]) -> FigureChart {
    let efforts = figures.compactMap { dated in
      dated.figures.effort.map { (day: dated.day, effort: $0) }
    }
    return FigureChart(
      title: "RPE", values: efforts.enumerated().map { Chart.Value(Double($0), $1.effort.value) },
      days: efforts.map { $0.day.dayAndMonth })
  }
}

extension Double {
  /// The number with one decimal digit: `82.5`.
  fileprivate var tenthsText: String {
    let tenths = Int((self * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
