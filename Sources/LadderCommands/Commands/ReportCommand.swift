import ClientsLive
import CommandLineInterface
import Files
import Glibc
import Models
import TerminalHost
import TerminalUI

extension Command {
  /// Reports about a year or a month, as text or in a file: `ladder report --month 2026-03 -o march.html`.
  static let report = Command(
    "report", summary: "sum up a year or a month", options: [.year, .month, .reportFile],
    parse: { invocation in
      let (period, now) = (try invocation.reportPeriod(), invocation.tool.now())
      let path = try invocation.arguments.path(.reportFile)
      let kind = path?.split(separator: ".").last ?? "txt"
      guard ["html", "svg", "png", "txt"].contains(kind) else {
        throw UsageError("--output must end in .html, .svg, .png or .txt, not \(kind.quoted)")
      }
      return {
        let settings = invocation.loadSettingsReportingProblems()
        let person = try invocation.person(settings)
        let report =
          try invocation.existingDatabase()?.statistics
          .report(of: person, in: period, at: now, settings.settings)
          ?? TrainingReport(of: person, in: period, today: now.localDay, settings.settings)
        let lines = report.lines(invocation.has(.ascii) ? .ascii : .unicode)
        guard let path else { return try lines.forEach(invocation.output.appendLine) }
        switch kind {
        case "html": try writeTextFile(report.html.text, to: path)
        case "svg": try writeTextFile(report.svg.text, to: path)
        case "png": try writePNG(report.svg.text, to: path)
        default: try writeTextFile(lines.map { $0.escapedText + "\n" }.joined(), to: path)
        }
      }
    })
}

extension Invocation {
  /// Returns the period of `--year` or `--month`, by default this year.
  fileprivate func reportPeriod() throws -> ReportPeriod {
    let today = LocalTime(tool.now()).date
    guard !has(.year) || !has(.month) else {
      throw UsageError("choose one of --year and --month")
    }
    let option = has(.month) ? Option.month : .year
    var text = arguments[option] ?? "\(today.text.prefix(4))"
    if option.name == "month", (1...2).contains(text.utf8.count) {
      text = "\(today.text.prefix(5))\("0\(text)".suffix(2))"
    }
    let last = today.text.prefix(has(.month) ? 7 : 4)
    guard
      text.utf8.count == last.utf8.count, let period = ReportPeriod(text),
      period.days.lowerBound <= today.daysSince1970
    else {
      let value = (arguments[option] ?? "").quoted
      throw UsageError("\(option.spelling) must be at most \(last) and in this form, not \(value)")
    }
    return period
  }
}

/// Writes a picture as a PNG, with the program of librsvg.
///
/// - Throws: ``FileError``; ``UsageError`` if the program is not installed.
private func writePNG(_ svg: String, to path: String) throws {
  guard let (file, source) = makeTemporaryFile(for: path.pathForSQLite) else {
    throw FileError(path: path)
  }
  let picture = source + ".png"
  defer { for path in [source, picture] { unlink(path) } }
  defer { close(file) }
  guard writeAll(Array(svg.utf8)[...], to: file) else { throw FileError(path: path) }
  let arguments = ["rsvg-convert", "--zoom", "2", "--output", picture, source]
  guard try EventLoop.run({ await ProgramRunner.shared.run(arguments) }) == .exited(0) else {
    throw UsageError(
      "rsvg-convert cannot make a PNG; install librsvg2-bin, or choose a name that ends in .svg")
  }
  guard rename(picture, path) == 0 else { throw FileError(path: path) }
}

extension TrainingReport {
  /// Returns the report as lines of text.
  fileprivate func lines(_ glyphs: GlyphSet) -> [String] {
    guard !figures.isEmpty else { return [remark] }
    let totals = figures.map {
      "  \($0.label.padded(to: 26))  \($0.value.rightAligned(to: 10))  \($0.change)"
    }
    let days = calendar(period.days)
    let rows = (0..<7).map { weekday in
      let row = days.filter { $0.weekday == weekday }
      let name = CivilDate(daysSince1970: row[0].day).weekdayName
      return "  \(name) " + String(repeating: " ", count: row[0].week)
        + row.map { "\(glyphs.shades[$0.training?.level ?? 0])" }.joined()
    }
    let width = records.map(\.name.maxColumnWidth).max() ?? 0
    let bests = records.map {
      "  \($0.name.padded(to: width))  \($0.text)  \(dayText($0.day))"
    }
    return ["\(person): \(title)", remark, ""] + totals + [""] + rows
      + (bests.isEmpty ? [] : ["", "Records"] + bests)
      + (bestRace.map { ["", "Best race: \($0.name)", "  \($0.text)"] } ?? [])
  }
}
