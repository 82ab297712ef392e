import Resources

// The report as a page and as a picture, which consist of the same drawings.

extension TrainingReport {
  /// The report as a page that needs nothing else: no scripts, and nothing from the network.
  ///
  /// - Complexity: O(n) in the days, the records and the reps of the best race.
  public var html: Markup {
    let sections = drawings.map { title, height, content -> Markup in
      """
      <section><h2>\(title)</h2>
      <svg viewBox="0 0 \(Self.width) \(height)" role="img" aria-label="\(title)">
      \(content)</svg></section>

      """
    }
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>\(person.text): \(title)</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style>\(Self.style)</style></head>
      <body><header><h1><bdi>\(person.text)</bdi></h1>
      <p>\(title)</p><p class="quiet">\(remark)</p></header>
      <main>
      \(sections)</main></body></html>

      """
  }

  /// The report as a picture with two columns.
  ///
  /// - Complexity: As ``html``.
  public var svg: Markup {
    var bottoms = [112, 112]
    let parts = drawings.map { title, height, content -> Markup in
      let column = bottoms[0] <= bottoms[1] ? 0 : 1
      defer { bottoms[column] += height + 72 }
      return """
        <g transform="translate(\(column * (Self.width + 40)) \(bottoms[column]))">
        \(label(title, 0, 16, "heading"))<g transform="translate(0 32)">
        \(content)</g></g>

        """
    }
    let (width, height) = (2 * Self.width + 104, max(bottoms[0], bottoms[1]) + 24)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
      <title>\(person.text): \(title)</title><style>\(Self.style)</style>
      <rect class="page" width="\(width)" height="\(height)"/><g transform="translate(32 32)">
      \(label(person.text, 0, 24, "title"))\(label(title, 0, 52))\(label(remark, 0, 76, "quiet"))\(parts)</g></svg>

      """
  }

  private static let style = Markup(stringLiteral: ladder_report_style().text)
  /// The width of a drawing.
  private static let width = 440

  // MARK: - Drawings

  private var drawings: [(title: String, height: Int, content: Markup)] {
    let (first, last, title) = (period.days.lowerBound, period.days.upperBound, period.title)
    guard !days.isEmpty else { return [] }
    // From July on a year has 184 days.
    let calendars =
      period.isYear
      ? [("January to June", first...last - 184), ("July to December", last - 183...last)]
      : [(title, first...last)]
    let pitch = period.isYear ? 14 : 28
    return [("Totals", (figures.count + 1) / 2 * 56, totals)]
      + calendars.map { ($0, 7 * pitch + 18, calendar($1, pitch)) }
      + (bestRace.map { race in
        let isDrawn = race.workout.hasRecordedRepTimes && race.ghost.hasRecordedRepTimes
        let chart = isDrawn ? chart(of: race.workout, race.ghost) : ""
        return [
          ("Best race: \(race.name)", isDrawn ? 204 : 24, "\(label(race.text, 0, 16))\(chart)")
        ]
      } ?? [])
      + (records.isEmpty ? [] : [("Records", (min(records.count, 30) + 1) * 24, bests)])
  }

  private func label(_ text: String, _ x: Int, _ y: Int, _ style: Markup = "plain") -> Markup {
    text.isEmpty ? "" : "<text x=\"\(x)\" y=\"\(y)\" class=\"\(style)\">\(text)</text>\n"
  }

  private var totals: Markup {
    let tiles = figures.enumerated().map { index, figure -> Markup in
      let (x, y) = (index % 2 * 228, index / 2 * 56)
      return """
        \(label(figure.value, x, y + 22, "value"))\(label(figure.label, x, y + 42, "quiet"))\
        \(label(figure.change, x + 200, y + 22, "quiet end"))
        """
    }
    return "\(tiles)"
  }

  private func calendar(_ part: ClosedRange<Int64>, _ pitch: Int) -> Markup {
    let squares = calendar(part).map { day, week, weekday, training -> Markup in
      let date = CivilDate(daysSince1970: day)
      let (x, y, size) = (36 + week * pitch, 18 + weekday * pitch, pitch - 2)
      let month = date.day == 1 ? label(date.monthName, x, 12, "quiet") : ""
      let name = week == 1 && weekday % 2 == 0 ? date.weekdayName : ""
      let tip = date.dayAndMonth + (training.map { ": \($0.duration.totalText)" } ?? "")
      return """
        \(month)\(label(name, 0, y + size / 2 + 4, "quiet"))\
        <rect class="level\(training?.level ?? 0)" x="\(x)" y="\(y)" width="\(size)" height="\(size)" rx="2"><title>\(tip)</title></rect>

        """
    }
    return "\(squares)"
  }

  /// Returns a chart of the reps of two workouts over time, in tenths so that the lines are smooth.
  private func chart(of workout: Workout, _ ghost: Workout) -> Markup {
    let logs = [ghost.log.reps.milliseconds, workout.log.reps.milliseconds]
    let (end, top) = (logs.compactMap(\.last).max() ?? 1, logs.map(\.count).max() ?? 1)
    let lines = zip(logs, ["ghost", "you"] as [Markup]).map { log, style -> Markup in
      let points = stride(from: 0, to: log.count, by: max(1, log.count / 200)).map { index in
        "\(360 + 4000 * Int(log[index]) / Int(end)),\(1800 - 1300 * (index + 1) / top)"
      }
      return """
        <polyline class="\(style)" transform="scale(.1)" points="360,1800 \(points.joined(separator: " "))"/>

        """
    }
    return """
      <path class="axis" d="M36 50v130h400"/>
      \(label("\(top)", 30, 60, "quiet end"))\(label("0:00", 36, 198, "quiet"))\
      \(label(Duration.milliseconds(end).minutesText, 436, 198, "quiet end"))\(lines)
      """
  }

  private var bests: Markup {
    let records = records
    let rows = records.prefix(30).enumerated().map { index, record -> Markup in
      let y = index * 24 + 16
      return """
        \(label(record.name.truncated(toWidth: 26), 0, y))\(label(record.text, 380, y, "end"))\
        \(label(dayText(record.day), 440, y, "quiet end"))
        """
    }
    let more = records.count > rows.count ? "and \(records.count - rows.count) more" : ""
    return "\(rows)\(label(more, 0, rows.count * 24 + 16, "quiet"))"
  }
}
