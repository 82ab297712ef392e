/// A chart of recorded key events: which of them count, the number of intended presses, and the counts by the
/// alternative rule (150 ms) and by the current one (80 ms).
struct KeyTimingsChart {
  let recordings: [KeyRecording]

  private static let rowHeight = 44
  private static let leftMargin = 16
  private static let timelineWidth = 620
  /// The length of the timeline in milliseconds.
  private static let maxMilliseconds = 6000

  var svg: String {
    let height = 64 + recordings.count * Self.rowHeight + 16
    let rows = recordings.enumerated().map { row($1, at: 64 + $0 * Self.rowHeight) }
    let columns = [("pressed", 680), ("150 ms", 750), ("80 ms", 820)].map {
      text($0, at: ($1, 40), style: "text-anchor=\"end\" font-weight=\"bold\"")
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="840" height="\(height)" \
      font-family="sans-serif" font-size="13">
      <rect width="840" height="\(height)" fill="#ffffff"/>
      \(text("Each line is an event of one key, over 6 s: it counts (tall) or is ignored (short).", at: (16, 20)))
      \(columns.joined(separator: "\n"))
      \(rows.joined(separator: "\n"))
      </svg>

      """
  }

  private func row(_ recording: KeyRecording, at top: Int) -> String {
    let events = zip(recording.instants, recording.countedEvents()).map { instant, counts in
      let x = Self.leftMargin + instant * Self.timelineWidth / Self.maxMilliseconds
      return counts
        ? "<path d=\"M\(x) \(top + 8)v22\" stroke=\"#1a7f37\" stroke-width=\"2\"/>"
        : "<path d=\"M\(x) \(top + 20)v10\" stroke=\"#888888\"/>"
    }
    let counts = [
      number(recording.expectedCount, x: 680, top, isCorrect: true),
      number(recording.alternativeCount, x: 750, top, isCorrect: recording.isAlternativeCorrect),
      number(
        recording.currentCount, x: 820, top,
        isCorrect: recording.currentCount == recording.expectedCount),
    ]
    return
      (["<path d=\"M16 \(top + 30)h620\" stroke=\"#dddddd\"/>"]
      + [text(recording.name, at: (Self.leftMargin, top + 3))] + events + counts)
      .joined(separator: "\n")
  }

  private func number(_ number: Int, x: Int, _ top: Int, isCorrect: Bool) -> String {
    text(
      "\(number)", at: (x, top + 28),
      style: "text-anchor=\"end\" fill=\"\(isCorrect ? "#1a7f37" : "#cf222e")\""
        + (isCorrect ? "" : " font-weight=\"bold\" text-decoration=\"underline\""))
  }

  private func text(_ text: String, at place: (x: Int, y: Int), style: String = "") -> String {
    "<text x=\"\(place.x)\" y=\"\(place.y)\" \(style)>\(text)</text>"
  }
}

extension KeyRecording {
  fileprivate var isAlternativeCorrect: Bool { alternativeCount == expectedCount }
}
