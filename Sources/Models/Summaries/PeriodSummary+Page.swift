import Resources

extension PeriodSummary {
  /// The summary as a self-contained page, without scripts and without resources from the network.
  ///
  /// - Complexity: O(n) in the days, the records and the reps of the best race.
  public var html: Markup {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>\(person.text): \(title)</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <style>\(Self.style)</style></head>
    <body><h1><bdi>\(person.text)</bdi></h1><p>\(title)</p><p class="quiet">\(remark)</p>
    <main>\(drawings.map(\.markup))</main></body></html>

    """
  }

  /// The summary as a picture with two columns. It has the complexity of ``html``.
  public var svg: Markup {
    let (width, height) = (984, drawings.map(\.bottom).max() ?? 136)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
      <title>\(person.text): \(title)</title><style>\(Self.style)</style>
      <rect class="page" width="\(width)" height="\(height)"/>
      \(label(person.text.truncated(toWidth: 48), 32, 56, "title"))\(label(title, 32, 84))\(label(remark, 32, 108, "quiet"))\
      \(drawings.map(\.markup))</svg>

      """
  }

  private static let style = Markup(stringLiteral: ladder_report_style().text)

  /// A drawing with a width of 440 units.
  private typealias Drawing = (title: String, height: Int, content: Markup)

  /// The drawings with their positions in the picture, each in the column that is shorter so far.
  private var drawings: [(markup: Markup, bottom: Int)] {
    let (first, last) = (period.days.lowerBound, period.days.upperBound)
    // A year is split at 1 July, because its second half always has 184 days.
    let parts = period.isYear ? [first...last - 184, last - 183...last] : [first...last]
    let all = [tiles] + parts.map(calendar) + [race, bests].compactMap(\.self)
    var bottoms = [128, 128]
    return (days.isEmpty ? [] : all).map { title, height, content in
      let (column, top) = bottoms[0] <= bottoms[1] ? (0, bottoms[0]) : (1, bottoms[1])
      bottoms[column] += height + 72
      let markup: Markup = """
        <svg x="\(32 + column * 480)" y="\(top)" width="440" height="\(height + 40)" \
        viewBox="0 0 440 \(height + 40)" role="img" aria-label="\(title)">
        \(label(title, 0, 20, "heading"))<g transform="translate(0 40)">
        \(content)</g></svg>

        """
      return (markup, bottoms[column])
    }
  }

  private func label(_ text: String, _ x: Int, _ y: Int, _ style: Markup = "plain") -> Markup {
    text.isEmpty ? "" : "<text x=\"\(x)\" y=\"\(y)\" class=\"\(style)\">\(text)</text>\n"
  }

  private var tiles: Drawing {
    let all = (figures + groupFigures).enumerated().map { index, figure -> Markup in
      let (x, y) = (index % 2 * 228, index / 2 * 56)
      return "\(label(figure.value, x, y + 22, "value"))\(label(figure.label, x, y + 42, "quiet"))"
    }
    return ("Totals", (all.count + 1) / 2 * 56, "\(all)")
  }

  /// Returns a calendar with a column for each week.
  private func calendar(_ part: ClosedRange<Int64>) -> Drawing {
    let pitch = period.isYear ? 14 : 28
    let start = settings.weekStart.firstDay(ofWeekWith: part.lowerBound)
    let calendar = calendar
    let squares = part.map { day -> Markup in
      let (date, week, weekday) = (
        CivilDate(daysSince1970: day), Int(day - start) / 7, Int(day - start) % 7
      )
      let (x, y, size) = (36 + week * pitch, 18 + weekday * pitch, pitch - 2)
      let month = date.day == 1 ? label(date.monthName, x, 12, "quiet") : ""
      let name = week == 1 && weekday % 2 == 0 ? date.weekdayName : ""
      let tip = date.dayAndMonth + (calendar[day].map { ": \($0.duration.totalText)" } ?? "")
      return """
        \(month)\(label(name, 0, y + size / 2 + 4, "quiet"))\
        <rect class="level\(calendar[day]?.level ?? 0)" x="\(x)" y="\(y)" width="\(size)" height="\(size)" rx="2"><title>\(tip)</title></rect>

        """
    }
    let months = [part.lowerBound, part.upperBound].map { CivilDate(daysSince1970: $0).monthName }
    let title = period.isYear ? months.joined(separator: " to ") : period.title
    return (title, 7 * pitch + 18, "\(squares)")
  }

  /// The best race: the reps of both workouts over time.
  private var race: Drawing? {
    guard let race = bestRace else { return nil }
    let logs = [race.ghost, race.workout].map(\.log.reps.milliseconds)
    let (end, top) = (max(1, logs.compactMap(\.last).max() ?? 1), logs.map(\.count).max() ?? 1)
    // Coordinates are in tenths of a unit, so that the lines are smooth.
    let lines = zip(logs, ["ghost", "you"] as [Markup]).map { log, style -> Markup in
      let points = stride(from: 0, to: log.count, by: max(1, log.count / 200)).map { index in
        " \(360 + 4000 * Int(log[index]) / Int(end)),\(1800 - 1300 * (index + 1) / top)"
      }
      return """
        <polyline class="\(style)" transform="scale(.1)" points="360,1800\(points.joined())"/>

        """
    }
    let chart: Markup = """
      \(label(race.text, 0, 16))<path class="axis" d="M36 50v130h400"/>
      \(label("\(top)", 30, 60, "quiet end"))\(label("0:00", 36, 198, "quiet"))\
      \(label(Duration.milliseconds(end).minutesText, 436, 198, "quiet end"))\(lines)
      """
    return ("Best race: \(race.name.truncated(toWidth: 32))", 204, chart)
  }

  private var bests: Drawing? {
    let all = records
    let rows = all.prefix(30).enumerated().map { index, record -> Markup in
      let y = index * 24 + 16
      return """
        \(label(record.name.truncated(toWidth: 24), 0, y))\(label(record.text, 380, y, "end"))\
        \(label(dayText(record.day), 440, y, "quiet end"))
        """
    }
    let more = all.count > rows.count ? "and \(all.count - rows.count) more" : ""
    let content: Markup = "\(rows)\(label(more, 0, rows.count * 24 + 16, "quiet"))"
    return rows.isEmpty ? nil : ("Records", (rows.count + 1) * 24, content)
  }
}
