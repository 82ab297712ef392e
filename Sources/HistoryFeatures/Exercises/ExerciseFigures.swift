import Models
import TerminalUI

/// The records by reps, the last sessions, and charts of an exercise, as much as fits.
struct ExerciseFigures: PrimitiveView {
  let history: StrengthHistory
  let records: StrengthRecords

  func layout(in proposal: Size, _ environment: Environment) -> Layout {
    Layout(Size(proposal.width, 0), flexible: .both)
  }

  func draw(in canvas: inout Canvas) {
    let size = canvas.size
    if !canvas.environment.canDrawGraphics {
      canvas.draw(column, in: canvas.bounds)
    } else if size.width >= 50 {
      canvas.draw(columns(in: size), in: canvas.bounds)
    } else {
      canvas.draw(lists(in: size), in: canvas.bounds)
    }
  }

  /// All parts in one column, because a screen reader reads whole lines.
  private var column: some View {
    VStack {
      BestList(records: records, maxCount: Self.maxPlainCount)
      SessionList(history: history, maxCount: Self.maxPlainCount)
      StrengthChart.best(history)
      if let relative = StrengthChart.relative(history) { relative }
      StrengthChart.weeks(records, history.unit)
    }
  }

  /// The maximum number of rows of a list for a screen reader.
  private static let maxPlainCount = 12

  private func columns(in size: Size) -> some View {
    // In a wide terminal the dates include the year.
    let listWidth = size.width >= 70 ? 36 : 28
    return HStack(spacing: Self.gap) {
      lists(in: Size(listWidth, size.height)).frame(width: listWidth, height: size.height)
      charts(in: size).frame(width: size.width - listWidth - Self.gap, height: size.height)
    }
  }

  private static let gap = 3

  @ViewBuilder private func lists(in size: Size) -> some View {
    if size.height >= 8 {
      let rows = min(records.bests.count + 2, size.height - 4)
      VStack {
        BestList(records: records, maxCount: rows - 2)
        Text("")
        SessionList(history: history, maxCount: size.height - rows - 1)
      }
    } else {
      BestList(records: records, maxCount: size.height - 1)
    }
  }

  @ViewBuilder private func charts(in size: Size) -> some View {
    let relative = StrengthChart.relative(history)
    if size.height >= 12, let relative {
      let height = size.height / 3
      VStack {
        StrengthChart.best(history).frame(height: height)
        relative.frame(height: height)
        StrengthChart.weeks(records, history.unit).frame(height: size.height - 2 * height)
      }
    } else if size.height >= 8 {
      VStack {
        StrengthChart.best(history).frame(height: size.height / 2)
        StrengthChart.weeks(records, history.unit).frame(height: size.height - size.height / 2)
      }
    } else if size.height >= 4 {
      StrengthChart.best(history)
    } else {
      SessionList(history: history, maxCount: size.height - 1)
    }
  }
}

private struct BestList: View {
  let records: StrengthRecords
  let maxCount: Int

  var body: some View {
    SizeReader { size in
      VStack {
        Text("Best by reps").style(.dim)
        ForEach(records.bests.prefix(max(0, maxCount))) { best in
          HStack(spacing: 1) {
            Text(best.reps.repsText).frame(width: 8)
            Text(best.source.set.load.words).frame(width: 11)
            Text(best.source.day.dayText(in: size.width - 21)).style(.dim)
          }
        }
      }
    }
  }
}

/// A list of the last sessions, newest first.
private struct SessionList: View {
  let history: StrengthHistory
  let maxCount: Int

  var body: some View {
    SizeReader { size in
      VStack {
        Text("Last sessions").style(.dim)
        ForEach(history.sessions.suffix(max(0, maxCount)).reversed()) { session in
          HStack(spacing: 1) {
            Text(session.day.dayText(in: size.width - 24)).style(.dim)
              .frame(width: size.width >= 34 ? 10 : 6)
            Text(session.sets.summary(in: history.unit))
          }
        }
      }
    }
  }
}

extension Int64 {
  /// Returns the date of a day, given in days since 1970, with the year if it fits.
  fileprivate func dayText(in width: Int) -> String {
    width >= 10 ? dateText : CivilDate(daysSince1970: self).dayAndMonth
  }
}

// MARK: - Charts

enum StrengthChart {
  /// Returns a chart of the best result of each session: the estimated maximum; if no set has one, the best load, or
  /// the most reps if all sets are with body weight.
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

  /// Returns a chart of the relative strength of each session on whose day the body weight is known; `nil` for fewer
  /// than two.
  @MainActor
  static func relative(_ history: StrengthHistory) -> FigureChart? {
    let results = history.estimates.compactMap { estimate in
      estimate.relative.map { (estimate.source.day, $0) }
    }
    guard results.count > 1 else { return nil }
    return chart("Strength for your size", results, \.twoDigits)
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

  /// Returns a chart of the volume per week, or of the reps if no set has a volume.
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
  /// The number with two decimal digits.
  var twoDigits: String {
    let hundredths = Int((self * 100).rounded())
    return "\(hundredths / 100)." + String(100 + hundredths % 100).dropFirst()
  }

  /// The number with one decimal digit, unless the digit is zero: `107.5`, `-20`.
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
