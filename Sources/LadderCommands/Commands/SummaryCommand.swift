import ClientsLive
import CommandLineInterface
import Files
import Glibc
import Models
import TerminalHost
import TerminalUI

extension Command {
  /// Summarizes a week, a month or a year, as text, JSON or a file: `ladder summary --month 2026-03 -o march.html`.
  static let summary = Command(
    "summary", summary: "sum up a week, month or year",
    options: [.json, .summaryWeek, .month, .year, .summaryFile],
    parse: { invocation in
      let settings = invocation.loadSettings().settings
      let today = settings.dayStart.day(at: invocation.tool.now())
      let period = try invocation.period(today: today, weekStart: settings.weekStart)
      let path = try invocation.arguments.path(.summaryFile)
      let kind = path?.split(separator: ".").last ?? "txt"
      guard ["html", "svg", "png", "txt"].contains(kind) else {
        throw UsageError("--output must end in .html, .svg, .png or .txt, not \(kind.quoted)")
      }
      guard path == nil || !invocation.has(.json) else {
        throw UsageError("--json and --output cannot be combined; leave one out")
      }
      return {
        let loaded = invocation.loadSettingsReportingProblems()
        var summary = PeriodSummary(
          of: try invocation.person(loaded), in: period, today: today, loaded.settings)
        try invocation.existingDatabase()?.statistics.fill(&summary)
        if invocation.has(.json) { return try invocation.output.appendLine(summary.json.text) }
        let text = summary.text(invocation.has(.ascii) ? .ascii : .unicode)
        guard let path else { return invocation.output.append(text) }
        switch kind {
        case "html": try writeTextFile(summary.html.text, to: path)
        case "svg": try writeTextFile(summary.svg.text, to: path)
        case "png": try writePNG(summary.svg.text, to: path)
        default: try writeTextFile(text, to: path)
        }
      }
    })
}

extension Invocation {
  /// Returns the period of `--week`, `--month` or `--year`, by default this year.
  fileprivate func period(
    today: Int64, weekStart: Settings.WeekStart
  ) throws -> TrainingPeriod {
    let options: [(option: Option, unit: TrainingPeriod.Unit)] = [
      (.year, .year), (.month, .month), (.summaryWeek, .week),
    ]
    let given = options.filter { has($0.option) }
    guard given.count < 2 else {
      let names = given.map(\.option.spelling)
      throw UsageError("\(names[0]) and \(names[1]) cannot be combined; leave one out")
    }
    let (option, unit) = given.first ?? options[0]
    let current = TrainingPeriod(unit, of: today, weekStart: weekStart)
    let value = arguments[option] ?? current.text
    // `3` is a month of this year.
    let isShort = unit == .month && (1...2).contains(value.utf8.count)
    let text = isShort ? "\(current.text.prefix(5))\("0\(value)".suffix(2))" : value
    guard
      let period = TrainingPeriod(text, weekStart: weekStart), period.unit == unit,
      period.days.lowerBound <= today
    else {
      throw UsageError(
        "\(option.spelling) must be a \(unit.rawValue) up to \(current.text), not \(text.quoted)")
    }
    return period
  }
}

/// Writes a picture as a PNG. Throws ``FileError``, and ``UsageError`` if `rsvg-convert` is missing.
private func writePNG(_ svg: String, to path: String) throws {
  let source = "\(path).\(getpid()).svg"
  defer { unlink(source) }
  try replaceTextFile(svg, at: source)
  guard try EventLoop.run({ await convert(source, to: path) }) else {
    throw UsageError("a PNG needs rsvg-convert; install librsvg2-bin, or choose an .svg")
  }
}

extension PeriodSummary {
  /// Returns the summary as text.
  fileprivate func text(_ glyphs: GlyphSet) -> String {
    guard !days.isEmpty else { return "\(remark)\n" }
    let training = calendar
    let months = period.days.map { day in
      let date = CivilDate(daysSince1970: day)
      let isFirst = date.day == 1 || day == period.days.lowerBound
      return (isFirst ? "\n  \(date.monthName)  " : "")
        + "\(glyphs.shades[training[day]?.level ?? 0])"
    }
    let totals = (figures + groupFigures).map {
      "  \($0.value.rightAligned(to: 11))  \($0.label)"
    }
    let race = bestRace.map { "\n\nBest race: \($0.name.escapedText)\n  \($0.text)" } ?? ""
    let width = records.map(\.name.maxColumnWidth).max() ?? 0
    let rows = records.map {
      "\n  \($0.name.escapedText.padded(to: width))  \($0.text)  \(dayText($0.day))"
    }
    let bests = rows.isEmpty ? "" : "\n\nRecords\(rows.joined())"
    let lines = (["\(person): \(title)", remark] + totals).joined(separator: "\n")
    return "\(lines)\n\nCalendar\(months.joined())\(race)\(bests)\n"
  }
}
