import ClientsLive
import CommandLineInterface
import Files
import Glibc
import Models
import TerminalHost
import TerminalUI

extension Command {
  /// Writes a report about a year or a month, as text or to a file: `ladder report --month 2026-03 -o march.html`.
  static let report = Command(
    "report", summary: "summarize a year or a month", options: [.year, .month, .reportFile],
    parse: { invocation in
      let (period, now) = (try invocation.reportPeriod(), invocation.tool.now())
      let path = try invocation.arguments.path(.reportFile)
      let kind = path?.split(separator: ".").last ?? "txt"
      guard ["html", "svg", "png", "txt"].contains(kind) else {
        throw UsageError("--output must end in .html, .svg, .png or .txt, not \(kind.quoted)")
      }
      return {
        let loaded = invocation.loadSettingsReportingProblems()
        var report = TrainingReport(
          of: try invocation.person(loaded), in: period, today: now.localDay, loaded.settings)
        try invocation.existingDatabase()?.statistics.fill(&report)
        let text = report.text(invocation.has(.ascii) ? .ascii : .unicode)
        guard let path else { return invocation.output.append(text) }
        switch kind {
        case "html": try writeTextFile(report.html.text, to: path)
        case "svg": try writeTextFile(report.svg.text, to: path)
        case "png": try writePNG(report.svg.text, to: path)
        default: try writeTextFile(text, to: path)
        }
      }
    })
}

extension Invocation {
  /// Returns the period of `--year` or `--month`, by default this year.
  fileprivate func reportPeriod() throws -> ReportPeriod {
    guard !has(.year) || !has(.month) else {
      throw UsageError("--year and --month cannot be combined; leave one out")
    }
    let option = has(.month) ? Option.month : .year
    let (today, value) = (LocalTime(tool.now()).date, arguments[option])
    let last = today.text.prefix(has(.month) ? 7 : 4)
    // `3` is a month of this year.
    let isShort = has(.month) && (1...2).contains((value ?? "").utf8.count)
    let text = isShort ? "\(last.prefix(5))\("0\(value ?? "")".suffix(2))" : value ?? "\(last)"
    guard
      text.utf8.count == last.utf8.count, let period = ReportPeriod(text),
      period.days.lowerBound <= today.daysSince1970
    else {
      throw UsageError(
        "\(option.spelling) must be a \(option.name) up to \(last), not \(text.quoted)")
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

extension TrainingReport {
  /// Returns the report as text.
  fileprivate func text(_ glyphs: GlyphSet) -> String {
    guard !days.isEmpty else { return "\(remark)\n" }
    let training = calendar
    let months = period.days.map { day in
      let date = CivilDate(daysSince1970: day)
      return (date.day == 1 ? "\n  \(date.monthName)  " : "")
        + "\(glyphs.shades[training[day]?.level ?? 0])"
    }
    let totals = figures.map { "  \($0.rightAligned(to: 11))  \($1)" }
    let race = bestRace.map { "\n\nBest race: \($0.name.escapedText)\n  \($0.text)" } ?? ""
    let width = records.map(\.name.maxColumnWidth).max() ?? 0
    let rows = records.map { "\n  \($0.escapedText.padded(to: width))  \($1)  \(dayText($2))" }
    let bests = rows.isEmpty ? "" : "\n\nRecords\(rows.joined())"
    let lines = (["\(person): \(title)", remark] + totals).joined(separator: "\n")
    return "\(lines)\n\nCalendar\(months.joined())\(race)\(bests)\n"
  }
}
