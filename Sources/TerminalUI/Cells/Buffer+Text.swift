extension Buffer {
  /// A row as text, without the spaces at its end.
  public func line(_ y: Int) -> String {
    var line = ""
    var blanks = 0
    for x in 0..<size.width {
      let cell = self[x, y]
      if cell.isContinuation { continue }
      if cell.scalar == " " {
        blanks += 1
      } else {
        line += String(repeating: " ", count: blanks) + cell.text
        blanks = 0
      }
    }
    return line
  }

  /// Every row as text.
  public var lines: [String] { (0..<size.height).map { line($0) } }

  /// The styles that are not plain, one a line: "row 2, columns 4-9: bold green".
  ///
  /// Goldens keep this beside the text, so that a reviewer reads words and not escape codes.
  public var styleLines: [String] {
    var lines: [String] = []
    for y in 0..<size.height {
      var x = 0
      while x < size.width {
        let style = self[x, y].style
        let start = x
        while x < size.width, self[x, y].style == style { x += 1 }
        if style != .plain { lines.append("row \(y), columns \(start)-\(x - 1): \(style)") }
      }
    }
    return lines
  }

  /// The text, a rule, and the styles that are not plain: what goldens keep.
  public var golden: String {
    (lines + ["", "--- styles"] + styleLines).joined(separator: "\n") + "\n"
  }
}
